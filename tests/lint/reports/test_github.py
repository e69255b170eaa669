from __future__ import annotations

import re
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tests.lint.reports.conftest import Made
from ways_guard.lint.model import Severity
from ways_guard.lint.reports import github
from ways_guard.printable import printable
from ways_guard.way.text import Span


def _read(line: str) -> tuple[str, dict[str, str], str]:
    """A workflow command as the runner reads it."""
    match = re.fullmatch(r"::(\w+) (.*?)::(.*)", line, re.DOTALL)
    assert match
    properties = dict(part.split("=", 1) for part in match[2].split(","))
    return match[1], {name: _unescape(value) for name, value in properties.items()}, _unescape(match[3])


def _unescape(text: str) -> str:
    for code, character in {"%0D": "\r", "%0A": "\n", "%3A": ":", "%2C": ",", "%25": "%"}.items():
        text = text.replace(code, character)
    return text


def test_a_finding_is_an_annotation_at_its_place(made: Made) -> None:
    place = "file=ways/a.md,line=2,endLine=2,col=3,endColumn=4,title=WG203 forbidden-key"
    assert f"::error {place}::a.md:2:3: WG203 mend it\n" == github.render(made())
    assert "" == github.render(made(count=0))


@pytest.mark.parametrize(
    ("severity", "command"), [(Severity.ERROR, "error"), (Severity.WARNING, "warning"), (Severity.NOTE, "notice")]
)
def test_severities_have_their_commands(made: Made, severity: Severity, command: str) -> None:
    assert github.render(made(severity=severity)).startswith(f"::{command} ")


def test_a_place_of_several_lines_has_no_columns(made: Made) -> None:
    for span, last in ((Span(2, 3, 4, 2), "4"), (Span(2, 3, 4, 1), "3"), (Span(2, 3, 3, 1), "2")):
        _, properties, _ = _read(github.render(made(span=span)).rstrip("\n"))
        assert {"file": "ways/a.md", "line": "2", "endLine": last, "title": "WG203 forbidden-key"} == properties


def test_an_empty_place_is_not_turned_around(made: Made) -> None:
    _, properties, _ = _read(github.render(made(span=Span(1, 1, 1, 1))).rstrip("\n"))
    assert ("1", "1") == (properties["col"], properties["endColumn"])


def test_percent_signs_line_ends_colons_and_commas_arrive(made: Made) -> None:
    rendered = github.render(made("50% a,b: c", "ways/50%2C,a:b\nc.md"))
    assert 1 == rendered.count("\n")
    _, properties, message = _read(rendered.rstrip("\n"))
    assert "ways/50%2C,a:b\nc.md" == properties["file"]
    assert r"50%2C,a:b\nc.md:2:3: WG203 50% a,b: c" == message


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(
    name=st.text(st.characters(exclude_characters="/\0", exclude_categories=["Cs"]), min_size=1), message=st.text()
)
def test_any_path_and_message_is_one_command(made: Made, name: str, message: str) -> None:
    report = made(message)
    path = Path("/r/ways") / f"x{name}"
    rendered = github.render(replace(report, findings=(replace(report.findings[0], path=path),)))
    assert 1 == rendered.count("\n")
    assert "\r" not in rendered
    _, properties, said = _read(rendered.removesuffix("\n"))
    assert rendered.removesuffix("\n").isprintable()
    assert (f"ways/x{_kept(name)}", "WG203 forbidden-key") == (properties["file"], properties["title"])
    assert said.isprintable()


@given(text=st.text())
def test_escaping_keeps_what_is_printable_and_line_ends(text: str) -> None:
    """Other than those would move the terminal of whoever reads the log."""
    assert text == _unescape(github.data(text))
    assert _kept(text) == _unescape(github.property_value(text))


def _kept(text: str) -> str:
    return "".join(c if c in "\r\n" else printable(c) for c in text)
