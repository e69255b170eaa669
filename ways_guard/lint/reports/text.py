"""The report that people read: a finding's first line as in `concise`, then its line of the file."""

from __future__ import annotations

from ways_guard.lint.model import Finding
from ways_guard.lint.reports import concise
from ways_guard.lint.reports.excerpt import excerpt
from ways_guard.lint.reports.paint import Paint, paint, plain
from ways_guard.lint.run import Report


def render(report: Report) -> str:
    """The findings with their places; empty when there is none. Control characters never reach the terminal."""
    return _render(report, plain)


def coloured(report: Report) -> str:
    """The same, with the escapes that colour a terminal."""
    return _render(report, paint)


def _render(report: Report, painted: Paint) -> str:
    return "".join(_finding(report, finding, painted) for finding in report.findings)


def _finding(report: Report, finding: Finding, painted: Paint) -> str:
    line = report.sources.line(finding.path, finding.span.line)
    below = excerpt(line, finding.span, lambda text: painted(text, finding.severity.value))
    return "\n".join([concise.line(report, finding, painted), *below]) + "\n"
