"""An evaluation in Markdown, for pull requests, step summaries and pages."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from ways_guard.match.eval_formats import shared
from ways_guard.match.eval_formats.shared import View
from ways_guard.match.evaluation import Evaluation
from ways_guard.printable import printable

# What would end a cell, be an element, or load an image from wherever a stranger says.
_ESCAPED = str.maketrans({"|": "\\|", "<": "&lt;", "[": "\\["})


def render(found: Evaluation, view: View) -> str:
    """Tables by language and kind, worst first, with totals; none-prompts; what scored them."""
    parts = []
    if found.asked:
        rows = [*shared.totals(found)[::-1], *shared.by_language(found)]
        parts.append(table(shared.HEADS, map(shared.row, rows)))
    if found.quiet:
        rates = (shared.quiet_row(each) for part in shared.quiet_rows(found)[::-1] for each in part)
        parts.append(table(shared.QUIET_HEADS, rates))
    if view.failures and shared.failed(found):
        every = shared.failed(found)
        told = ((one.probe.lang, one.probe.prompt, shared.wanted(one), shared.got(one)) for one in every)
        parts.append(table(("language", "prompt", "wanted", "got"), told))
    parts.append("\n".join(f"- {printable(line.strip())}" for line in shared.remarks(found)))
    return "\n\n".join(part for part in parts if part) + "\n"


def table(heads: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    """A Markdown table of plain texts."""
    return "\n".join([_row(heads), f"|{' --- |' * len(heads)}", *map(_row, rows)])


def _row(cells: Sequence[str]) -> str:
    return f"| {' | '.join(printable(cell).translate(_ESCAPED) for cell in cells)} |"
