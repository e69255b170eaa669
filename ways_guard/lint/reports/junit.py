"""JUnit XML, which most CI systems show as test results."""

from __future__ import annotations

import itertools
import xml.etree.ElementTree as ET
from collections.abc import Iterable

from ways_guard.lint.model import Finding
from ways_guard.lint.run import Report
from ways_guard.printable import printable

_NAME = "ways-guard"


def render(report: Report) -> str:
    """A test suite a file with a test case a finding; those that fail the run are failures, others pass.

    A run that found nothing is one test that passed: some systems take no tests for a broken run.
    """
    top = ET.Element("testsuites", {"name": _NAME, **_counts(report, report.findings)})
    for path, findings in itertools.groupby(report.findings, lambda finding: report.display(finding.path)):
        _suite(top, report, printable(path), list(findings))
    if not report.findings:
        suite = ET.SubElement(top, "testsuite", name=_NAME, tests="1", failures="0", errors="0")
        ET.SubElement(suite, "testcase", name="no findings", classname=_NAME)
        top.set("tests", "1")
    ET.indent(top)
    return f'<?xml version="1.0" encoding="utf-8"?>\n{ET.tostring(top, encoding="unicode")}\n'


def _counts(report: Report, findings: Iterable[Finding]) -> dict[str, str]:
    failing = [report.fails(finding) for finding in findings]
    return {"tests": str(len(failing)), "failures": str(sum(failing)), "errors": "0"}


def _suite(top: ET.Element, report: Report, path: str, findings: list[Finding]) -> None:
    suite = ET.SubElement(top, "testsuite", {"name": path, **_counts(report, findings)})
    for finding in findings:
        place = f"{finding.span.line}:{finding.span.column}"
        name = f"{finding.code} {finding.name} at {place}"
        case = ET.SubElement(suite, "testcase", name=name, classname=path, file=path, line=str(finding.span.line))
        # What XML cannot hold (control characters, half characters) is written as escapes.
        message = printable(finding.message)
        if report.fails(finding):
            failure = ET.SubElement(case, "failure", message=message, type=finding.severity.value)
            failure.text = f"{path}:{place}: {finding.code} {message}"
        else:
            ET.SubElement(case, "system-out").text = f"{finding.severity.value}: {message}"
