from __future__ import annotations

import xml.etree.ElementTree as ET
from dataclasses import replace
from pathlib import Path

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tests.lint.reports.conftest import Made
from ways_guard.lint.model import Severity
from ways_guard.lint.reports import junit
from ways_guard.lint.run import Report
from ways_guard.printable import printable


def _read(report: Report) -> ET.Element:
    return ET.fromstring(junit.render(report).encode("utf-8"))


def test_a_finding_is_a_failed_test_of_its_file(made: Made) -> None:
    report = made()
    other = replace(report.findings[0], path=Path("/r/ways/b.md"), severity=Severity.WARNING)
    top = _read(replace(report, findings=(*report.findings, other)))
    assert ("testsuites", "2", "1") == (top.tag, top.get("tests"), top.get("failures"))
    assert ["a.md", "b.md"] == [suite.get("name") for suite in top]
    case = top[0][0]
    assert {
        "name": "WG203 forbidden-key at 2:3",
        "classname": "a.md",
        "file": "a.md",
        "line": "2",
    } == case.attrib
    assert ("error", "mend it") == (case[0].get("type"), case[0].get("message"))
    assert "a.md:2:3: WG203 mend it" == case[0].text


def test_what_does_not_fail_the_run_fails_no_test(made: Made) -> None:
    for severity, strict, tag in (
        (Severity.WARNING, False, "system-out"),
        (Severity.WARNING, True, "failure"),
        (Severity.NOTE, True, "system-out"),
    ):
        top = _read(made(severity=severity, strict=strict))
        assert (tag, str(int(tag == "failure"))) == (top[0][0][0].tag, top.get("failures"))


def test_a_clean_run_is_a_test_that_passed(made: Made) -> None:
    top = _read(made(count=0))
    assert ("1", "0", 0) == (top.get("tests"), top.get("failures"), len(top[0][0]))


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(message=st.text())
def test_any_message_is_valid_xml(made: Made, message: str) -> None:
    assert printable(message) == _read(made(message))[0][0][0].get("message")
