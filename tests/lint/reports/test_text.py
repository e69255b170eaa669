from __future__ import annotations

import re

from tests.lint.reports.conftest import Made
from ways_guard.lint.model import Severity
from ways_guard.lint.reports import concise, text


def test_a_finding_is_its_place_and_message_then_its_line_with_carets(made: Made) -> None:
    lines = ["a.md:2:3: WG203 mend „it“", "    2 | two four", "      |   ^^"]
    assert "".join(f"{line}\n" for line in lines) == text.render(made("mend „it“"))
    assert "" == text.render(made(count=0))


def test_the_first_line_is_that_of_the_concise_report(made: Made) -> None:
    report = made(path="ü b/c.md", count=2)
    assert "/r/ü b/c.md:2:3: WG203 mend it\n" * 2 == concise.render(report)
    assert concise.render(report).splitlines() == text.render(report).splitlines()[::3]


def test_a_file_that_is_gone_has_no_line(made: Made) -> None:
    assert "a.md:2:3: WG203 mend it\n" == text.render(made(text=""))


def test_nothing_from_a_file_can_drive_the_terminal_or_break_the_line(made: Made) -> None:
    evil = "\x1b[31m\u202e\r\ud800"
    report = made(evil, "ways/a\nb.md", text=f"\ntwo{evil}\n")
    for rendered in (text.render(report), concise.render(report)):
        assert r"a\nb.md:2:3: WG203 \x1b[31m\u202e\r\ud800" in rendered
        assert all(character.isprintable() or character == "\n" for character in rendered)
    assert 3 == text.render(report).count("\n")


def test_colour_adds_escapes_and_changes_no_text(made: Made) -> None:
    for severity in Severity:
        report = made(severity=severity)
        for module in (text, concise):
            assert "\x1b[" in module.coloured(report)
            assert module.render(report) == re.sub(r"\x1b\[\d+m", "", module.coloured(report))
