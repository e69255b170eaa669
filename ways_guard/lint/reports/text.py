"""`path:line:column: CODE message`, one line a finding."""

from __future__ import annotations

from ways_guard.lint.model import Finding
from ways_guard.lint.run import Report


def render(report: Report) -> str:
    """The findings, a line each; empty when there is none. Control characters never reach the terminal."""
    return "".join(f"{_line(report, finding)}\n" for finding in report.findings)


def _line(report: Report, finding: Finding) -> str:
    path, span = shown(report.display(finding.path)), finding.span
    return f"{path}:{span.line}:{span.column}: {finding.code} {shown(finding.message)}"


def shown(text: str) -> str:
    """Text with what is not printable (line ends, escapes, direction marks) written as escapes."""
    return "".join(c if c.isprintable() else c.encode("unicode_escape").decode("ascii") for c in text)
