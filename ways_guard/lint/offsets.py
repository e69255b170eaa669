"""From places in a text to characters of it and back, through the escapes of JSON too.

Offsets count characters from 0, lines and columns from 1.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from ways_guard.way.positions import line_column
from ways_guard.way.text import Span

_ESCAPE = re.compile(r"\\u[dD][89abAB][0-9a-fA-F]{2}\\u[dD][c-fC-F][0-9a-fA-F]{2}|\\u[0-9a-fA-F]{4}|\\.", re.DOTALL)
_SHORT = {"b": "\b", "f": "\f", "n": "\n", "r": "\r", "t": "\t"}


def span(text: str, start: int, end: int) -> Span:
    """The place of the characters `start` to `end` of a text."""
    return Span(*line_column(text, start), *line_column(text, end))


def offset(text: str, line: int, column: int) -> int:
    """Where a line and a column are in a text."""
    start = 0
    for _ in range(line - 1):
        start = text.index("\n", start) + 1
    return start + column - 1


@dataclass(frozen=True)
class Shown:
    """A text as its reader sees it, and where each of its characters is written: `starts` has one more item."""

    text: str
    starts: Sequence[int]

    def source(self, start: int, end: int) -> tuple[int, int]:
        """Where the characters `start` to `end` are written."""
        return self.starts[start], self.starts[end]


def plain(text: str) -> Shown:
    """A text that is written as it is read."""
    return Shown(text, range(len(text) + 1))


def unescaped(text: str) -> Shown:
    """JSON text with the escapes in its strings resolved; outside strings JSON has no backslash."""
    if "\\" not in text:
        return plain(text)
    characters: list[str] = []
    starts: list[int] = []
    position = 0
    for match in _ESCAPE.finditer(text):
        characters.append(text[position : match.start()])
        starts.extend(range(position, match.start()))
        characters.append(_meant(match[0]))
        starts.append(match.start())
        position = match.end()
    characters.append(text[position:])
    starts.extend(range(position, len(text) + 1))
    return Shown("".join(characters), starts)


def _meant(escape: str) -> str:
    """The one character that an escape means; half a character stays half."""
    if escape[1] != "u":
        return _SHORT.get(escape[1], escape[1])
    units = [int(unit, 16) for unit in escape.split("\\u")[1:]]
    if len(units) == 1:
        return chr(units[0])
    return chr(0x10000 + (units[0] - 0xD800) * 0x400 + units[1] - 0xDC00)
