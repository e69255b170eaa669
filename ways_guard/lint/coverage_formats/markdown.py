"""Coverage in Markdown."""

from __future__ import annotations

from collections.abc import Sequence

from ways_guard.lint.coverage import Coverage
from ways_guard.lint.coverage_formats.shared import SIGNS, covered, headline, numbers, percent, remarks, used
from ways_guard.printable import printable


def render(coverage: Coverage, width: int = 80, *, color: bool = False) -> str:  # noqa: ARG001
    """For pull requests and step summaries; the width and the colour of a terminal mean nothing there."""
    states = used(coverage)
    heads = ["language", *(state.value for state in states), "covered"]
    lines = [
        _row(code, *numbers(coverage, code, states), percent(coverage.percent(code))) for code in coverage.languages
    ]
    cells = [
        _row(row.id, covered(row), *(f"`{SIGNS[row.cells[code].state]}`" for code in coverage.languages))
        for row in coverage.rows
    ]
    legend = ", ".join(f"`{SIGNS[state]}` {state.value}" for state in states)
    parts = [
        f"**{headline(coverage)}**",
        "\n".join([_head(heads), *lines]),
        "\n".join([_head(["way", "covered", *coverage.languages]), *cells]),
        f"{legend}.",
        *remarks(coverage),
    ]
    return "\n\n".join(parts) + "\n"


def _row(*cells: str) -> str:
    return f"| {' | '.join(printable(cell).replace('|', chr(92) + '|') for cell in cells)} |"


def _head(heads: Sequence[str]) -> str:
    return f"{_row(*heads)}\n|{' --- |' * len(heads)}"
