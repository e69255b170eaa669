"""Coverage for a terminal."""

from __future__ import annotations

import io
from collections.abc import Iterator, Sequence
from itertools import zip_longest
from typing import TYPE_CHECKING

from ways_guard.lint.coverage import Coverage, Row
from ways_guard.lint.coverage_formats.shared import (
    COLORS,
    SIGNS,
    covered,
    headline,
    numbers,
    percent,
    remarks,
    used,
)
from ways_guard.printable import printable

if TYPE_CHECKING:
    from rich.table import Table

_NAME_WIDTH = 32  # Characters of a way's id; a longer one keeps its end, which tells it from its neighbours.


def render(coverage: Coverage, width: int = 80, *, color: bool = False) -> str:
    """For a terminal of that width: a line a language, then a matrix with one sign a cell."""
    from rich.console import Console

    out = io.StringIO()
    console = Console(
        file=out, width=width, force_terminal=color, no_color=not color, highlight=False, legacy_windows=False
    )
    console.print(headline(coverage), "", _languages(coverage), "", sep="\n")
    for codes in _blocks(coverage, width):
        console.print(_matrix(coverage, codes), "", sep="\n")
    console.print(_legend(coverage), *remarks(coverage), sep="\n", markup=False)
    return "".join(f"{line.rstrip()}\n" for line in out.getvalue().splitlines())


def _languages(coverage: Coverage) -> Table:
    from rich.table import Table

    states = used(coverage)
    grid = Table(box=None, pad_edge=False)
    grid.add_column("language")
    for state in states:
        grid.add_column(state.value, justify="right", style=COLORS[state])
    grid.add_column("covered", justify="right")
    for code in coverage.languages:
        grid.add_row(printable(code), *numbers(coverage, code, states), percent(coverage.percent(code)))
    return grid


def _blocks(coverage: Coverage, width: int) -> Iterator[Sequence[str]]:
    """The languages in as many parts as it takes to keep the matrix inside the width; two columns a sign."""
    from rich.cells import cell_len

    name = min(_NAME_WIDTH, max((cell_len(_name(row)) for row in coverage.rows), default=0))
    size = max((width - name - len("  covered  ")) // 2, 1)
    if coverage.rows:
        yield from (coverage.languages[n : n + size] for n in range(0, len(coverage.languages), size))


def _matrix(coverage: Coverage, codes: Sequence[str]) -> Table:
    from rich.table import Table
    from rich.text import Text

    grid = Table(box=None, pad_edge=False, header_style="")
    grid.add_column("way", no_wrap=True, vertical="bottom")
    grid.add_column("covered", no_wrap=True, justify="right", vertical="bottom")
    letters = zip_longest(*map(printable, codes), fillvalue=" ")  # codes read from top to bottom
    grid.add_column("\n".join(" ".join(line) for line in letters), no_wrap=True)
    for row in coverage.rows:
        signs = [(f"{SIGNS[row.cells[code].state]} ", COLORS[row.cells[code].state]) for code in codes]
        grid.add_row(Text(_name(row)), covered(row), Text.assemble(*signs))
    return grid


def _name(row: Row) -> str:
    name = printable(row.id)
    return name if len(name) <= _NAME_WIDTH else f"...{name[3 - _NAME_WIDTH :]}"


def _legend(coverage: Coverage) -> str:
    return "   ".join(f"{SIGNS[state]} {state.value}" for state in used(coverage))
