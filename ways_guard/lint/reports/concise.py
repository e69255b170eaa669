"""`path:line:column: CODE message`, one line a finding."""

from __future__ import annotations

from ways_guard.lint.model import Finding
from ways_guard.lint.reports.paint import Paint, paint, plain
from ways_guard.lint.run import Report
from ways_guard.printable import printable


def render(report: Report) -> str:
    """The findings, a line each; empty when there is none. Control characters never reach the terminal."""
    return "".join(f"{line(report, finding, plain)}\n" for finding in report.findings)


def coloured(report: Report) -> str:
    """The same, with the escapes that colour a terminal."""
    return "".join(f"{line(report, finding, paint)}\n" for finding in report.findings)


def line(report: Report, finding: Finding, painted: Paint) -> str:
    """The first line that every text format has for a finding."""
    path, span = painted(printable(report.display(finding.path)), "path"), finding.span
    code = painted(finding.code, finding.severity.value)
    return f"{path}:{span.line}:{span.column}: {code} {printable(finding.message)}"
