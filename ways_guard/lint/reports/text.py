"""The report that people read: a finding's first line as in `concise`, then its line of the file."""

from __future__ import annotations

import itertools
from collections import Counter
from collections.abc import Iterator

from ways_guard.lint.model import Finding
from ways_guard.lint.reports import concise
from ways_guard.lint.reports.excerpt import excerpt
from ways_guard.lint.reports.paint import Paint, paint, plain
from ways_guard.lint.run import Report

SAME_LINE = 20  # Findings of one rule on one line that are shown; nobody reads more.


def render(report: Report) -> str:
    """The findings with their places; empty when there is none. Control characters never reach the terminal."""
    return _render(report, plain)


def coloured(report: Report) -> str:
    """The same, with the escapes that colour a terminal."""
    return _render(report, paint)


def _render(report: Report, painted: Paint) -> str:
    return "".join(_lines(report, painted))


def _lines(report: Report, painted: Paint) -> Iterator[str]:
    """Each finding; of those that one rule has on one line the first ones, and how many more there are."""
    for _, found in itertools.groupby(report.findings, key=lambda finding: (finding.path, finding.span.line)):
        counts: Counter[str] = Counter()
        for finding in found:
            counts[finding.code] += 1
            if counts[finding.code] <= SAME_LINE:
                yield _finding(report, finding, painted)
        for code, count in counts.items():
            if count > SAME_LINE:
                yield f"      … and {count - SAME_LINE} more {code} on this line\n"


def _finding(report: Report, finding: Finding, painted: Paint) -> str:
    line = report.sources.line(finding.path, finding.span.line)
    below = excerpt(line, finding.span, lambda text: painted(text, finding.severity.value))
    return "\n".join([concise.line(report, finding, painted), *below]) + "\n"
