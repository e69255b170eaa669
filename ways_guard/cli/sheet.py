"""Facts for people: labels in a column, beside each its lines, in colour where somebody looks."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from rich.console import Console
from rich.text import Text

from ways_guard.printable import printable

GOOD, WARN, BAD, DIM = "green", "yellow", "bold red", "dim"
_MARKS = {WARN: "! ", BAD: "✗ "}


class Line(NamedTuple):
    """One line of text and its style: one of the constants above, or "" for plain."""

    text: str
    style: str = ""


class Row(NamedTuple):
    """A label and the lines beside it; a row without lines is left out."""

    label: str
    lines: list[Line]


def show(rows: Iterable[Row]) -> None:
    """Print rows; what is not printable in them goes out as escapes, and no line is broken or cut."""
    shown = [row for row in rows if row.lines]
    width = max((len(row.label) for row in shown), default=0) + 2
    console = Console(highlight=False, soft_wrap=True)
    for label, lines in shown:
        for number, line in enumerate(lines):
            head = label if number == 0 else ""
            text = printable(f"{_MARKS.get(line.style, '')}{line.text}")
            console.print(Text.assemble((head.ljust(width), "bold"), (text, line.style)))
