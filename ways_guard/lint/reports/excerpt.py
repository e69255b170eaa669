"""A line of a file with the place that a finding points at, for terminals of any script."""

from __future__ import annotations

import unicodedata
from collections.abc import Callable

from ways_guard.printable import printable
from ways_guard.way.text import Span

WIDTH = 100  # Cells of the line that are shown; a stub's line has hundreds.
_BEFORE = 40  # Of these, so many at most before the place where the text behind it needs the others.
_TAB = "    "
_MORE = "…"
_RIGHT_TO_LEFT = frozenset({"R", "AL", "AN"})


def excerpt(line: str, span: Span, mark: Callable[[str], str] = str) -> list[str]:
    """The line, cut around the place, and below it carets under the place; `mark` paints those.

    Terminals disagree on the order in which they show a line with right-to-left letters, so below such a line the
    place is repeated instead. Nothing for a line without text.
    """
    if not line.strip():
        return []
    before, place, after = (_visible(part) for part in _parts(line, span))
    place = _head(place, WIDTH - _BEFORE)
    before = _tail(before, max(WIDTH - _cells(place + after), _BEFORE))
    after = _head(after, WIDTH - _cells(before + place))
    text = before + place + after
    number = f"{span.line:>5}"
    gutter = " " * len(number)
    if any(unicodedata.bidirectional(character) in _RIGHT_TO_LEFT for character in text):
        here = f"{gutter} = here: {mark(place)}"
        return [f"{number} | {text}", *([here] if place else [])]
    carets = "^" * max(_cells(before + place) - _cells(before), 1)
    return [f"{number} | {text}", f"{gutter} | {' ' * _cells(before)}{mark(carets)}"]


def _parts(line: str, span: Span) -> tuple[str, str, str]:
    line = line.removesuffix("\r")
    start = min(span.column - 1, len(line))
    end = span.end_column - 1 if span.end_line == span.line else len(line)
    return line[:start], line[start:end], line[max(start, end) :]


def _visible(text: str) -> str:
    return printable(text.replace("\t", _TAB))


def _cells(text: str) -> int:
    """How many cells of a terminal a text takes."""
    if text.isascii():
        return len(text)
    from rich.cells import cell_len  # only a finding in such a line needs its tables

    return cell_len(text)


def _head(text: str, cells: int) -> str:
    """The start of a text that fits, with an ellipsis where something was cut."""
    if _cells(text) <= cells:
        return text
    end = _fitting(text, cells - 1)
    return text[:end] + _MORE if cells > 0 else ""


def _tail(text: str, cells: int) -> str:
    """The end of a text that fits, with an ellipsis where something was cut; never begins with an accent."""
    if _cells(text) <= cells:
        return text
    start = len(text) - _fitting(text[::-1], cells - 1)
    while start < len(text) and unicodedata.combining(text[start]):
        start += 1
    return _MORE + text[start:]


def _fitting(text: str, cells: int) -> int:
    """How many characters of a text fit into that many cells."""
    taken = 0
    for index, character in enumerate(text):
        taken += _cells(character)
        if taken > cells:
            return index
    return len(text)
