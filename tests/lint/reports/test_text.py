from __future__ import annotations

from pathlib import Path

from ways_guard.lint.model import Finding, Severity
from ways_guard.lint.reports import text
from ways_guard.lint.run import Report
from ways_guard.way.text import Span


def _report(path: str, message: str) -> str:
    finding = Finding(Path("/r") / path, Span(3, 7, 3, 9), "WG000", "x", Severity.ERROR, message)
    return text.render(Report((finding,), 1, Path("/r")))


def test_a_finding_is_a_line_with_its_place_and_code() -> None:
    assert "ways/ü b.md:3:7: WG000 mend „it“\n" == _report("ways/ü b.md", "mend „it“")
    assert "" == text.render(Report((), 1, Path("/r")))


def test_nothing_from_a_file_can_drive_the_terminal_or_break_the_line() -> None:
    assert r"a\x0ab.md:3:7: WG000 \x1b[31m\u202e\r\ud800" "\n" == _report(
        "a\nb.md", "\x1b[31m\u202e\r\ud800"
    ).replace("\\n", "\\x0a")
