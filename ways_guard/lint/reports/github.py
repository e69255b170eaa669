"""Workflow commands: GitHub Actions shows each as an annotation at its line."""

from __future__ import annotations

from ways_guard.lint.model import Finding, Severity
from ways_guard.lint.reports import concise
from ways_guard.lint.reports.paint import plain
from ways_guard.lint.run import Report
from ways_guard.printable import printable

_COMMANDS = {Severity.ERROR: "error", Severity.WARNING: "warning", Severity.NOTE: "notice"}


def render(report: Report) -> str:
    """A command a finding; its message repeats the place, since the log shows nothing else of it."""
    return "".join(f"{_command(report, finding)}\n" for finding in report.findings)


def _command(report: Report, finding: Finding) -> str:
    place = {"file": report.from_top(finding.path), **_place(finding)}
    title = {"title": f"{finding.code} {finding.name}"}
    properties = ",".join(f"{name}={property_value(value)}" for name, value in (place | title).items())
    message = concise.line(report, finding, plain)
    return f"::{_COMMANDS[finding.severity]} {properties}::{data(message)}"


def _place(finding: Finding) -> dict[str, str]:
    """Line and column; GitHub takes columns only within one line, and only where they enclose something."""
    span = finding.span
    lines = {"line": str(span.line), "endLine": str(max(span.line, _last_line(finding)))}
    if span.line != span.end_line:
        return lines
    return lines | {"col": str(span.column), "endColumn": str(max(span.column, span.end_column - 1))}


def _last_line(finding: Finding) -> int:
    """The last line that holds something of the place; it may end at the start of the one behind it."""
    return finding.span.end_line - (finding.span.end_column == 1)


def data(text: str) -> str:
    """Text as the message of a workflow command."""
    return text.replace("%", "%25").replace("\r", "%0D").replace("\n", "%0A")


def property_value(text: str) -> str:
    """Text as the value of a workflow command's property; what is not printable, but for line ends, as escapes."""
    return printable(data(text)).replace(":", "%3A").replace(",", "%2C")
