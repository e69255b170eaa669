"""An evaluation for a terminal."""

from __future__ import annotations

import io
from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

from ways_guard.match.eval_formats import shared
from ways_guard.match.eval_formats.shared import View
from ways_guard.match.evaluation import Evaluation
from ways_guard.printable import printable

if TYPE_CHECKING:
    from rich.console import Console


def render(found: Evaluation, view: View) -> str:
    """A line a language and kind, worst first, with totals; none-prompts; failures where asked for; remarks."""
    from rich.console import Console

    out = io.StringIO()
    options = {"force_terminal": view.color, "no_color": not view.color, "legacy_windows": False}
    console = Console(file=out, width=view.width, highlight=False, **options)  # type: ignore[arg-type]
    if found.asked:
        parts = [shared.by_language(found), shared.totals(found)]
        _table(console, shared.HEADS, [[shared.row(each) for each in part] for part in parts], 2)
    if found.quiet:
        rows = [[shared.quiet_row(each) for each in part] for part in shared.quiet_rows(found)]
        _table(console, shared.QUIET_HEADS, rows, 1)
    if view.failures:
        for line in _failures(found):
            console.print(printable(line), markup=False, soft_wrap=True)
    for line in shared.remarks(found):
        console.print(printable(line), markup=False, soft_wrap=True)
    return "".join(f"{line.rstrip()}\n" for line in out.getvalue().splitlines())


def _table(console: Console, heads: Sequence[str], parts: Iterable[Sequence[Sequence[str]]], names: int) -> None:
    """A table whose first `names` columns are words, with a line between its parts."""
    from rich.table import Table
    from rich.text import Text

    grid = Table(box=None, pad_edge=False)
    for number, head in enumerate(heads):
        grid.add_column(head, justify="left" if number < names else "right")
    for part in parts:
        for row in part:
            grid.add_row(*(Text(printable(cell)) for cell in row))
        grid.add_row()
    console.print(grid)


def _failures(found: Evaluation) -> Iterable[str]:
    for one in shared.failed(found):
        yield f"{one.probe.path}:{one.probe.line}: {one.probe.lang} {one.probe.kind or 'none'}: {one.probe.prompt}"
        yield f"    wanted {shared.wanted(one)}"
        yield f"    {shared.got(one)}"
    if shared.failed(found):
        yield ""
