"""The Markdown that GitHub shows on a run's page: annotations end at ten a step, this does not."""

from __future__ import annotations

import re
from collections import Counter

from ways_guard.lint.run import Report
from ways_guard.lint.words import plural
from ways_guard.printable import printable

_FIRST = 50  # Findings listed; a page takes 1 MiB, a reader less.
_SPECIAL = re.compile(r"([\\`*_{}\[\]()#+\-.!|~>&<:@$^=\"'/])")


def render(report: Report) -> str:
    """A table by rule and one of the first findings; empty when there is none."""
    if not report.findings:
        return ""
    head = ["### ways-guard", "", f"{counted(report)}.", ""]
    return "\n".join([*head, *_by_rule(report), "", *_first(report), ""])


def counted(report: Report) -> str:
    """What a run checked and found, in words."""
    counts = report.summary()
    parts = [plural(counts[name], name.removesuffix("s")) for name in ("errors", "warnings", "notes")]
    return f"{plural(counts['files'], 'file')} checked: {', '.join(parts)}"


def _by_rule(report: Report) -> list[str]:
    counts = Counter((finding.code, finding.name, finding.severity.value) for finding in report.findings)
    rows = [
        f"| {code} | {escaped(name)} | {severity} | {n} |" for (code, name, severity), n in sorted(counts.items())
    ]
    return ["| rule | name | severity | findings |", "| --- | --- | --- | --: |", *rows]


def _first(report: Report) -> list[str]:
    rows = [
        f"| {escaped(report.from_top(f.path))}:{f.span.line}:{f.span.column} | {f.code} | {escaped(f.message)} |"
        for f in report.findings[:_FIRST]
    ]
    more = len(report.findings) - len(rows)
    rest = ["", f"And {plural(more, 'finding')} more: see the log."] if more else []
    return ["| where | rule | what to do |", "| --- | --- | --- |", *rows, *rest]


def escaped(text: str) -> str:
    """Text as Markdown that shows it, in a cell of a table: nothing in it is markup, HTML or a line end."""
    return _SPECIAL.sub(r"\\\1", printable(text))
