"""JSON Lines with positions: one object a line, each member with its place, bad lines kept as errors."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Any

from ways_guard.way.positions import JsonSyntaxError, Member, parse
from ways_guard.way.text import Span


@dataclass(frozen=True)
class Line:
    """One line of a JSON Lines file that is not blank.

    `start` and `end` enclose the line without its line end, `next` is where the next line starts; all three
    count characters of the file's text. `members` keeps duplicate keys. With an `error`, `value` is empty.
    """

    number: int
    text: str
    start: int
    next: int
    value: dict[str, Any]
    members: tuple[Member, ...] = ()
    error: str | None = None
    error_column: int = 1

    @property
    def end(self) -> int:
        """Where the line's own text ends in the file."""
        return self.start + len(self.text)

    def member(self, key: str) -> Member | None:
        """The last member with that key, as a JSON reader would see it."""
        return next((m for m in reversed(self.members) if m.key == key), None)

    def span(self, start: int, end: int) -> Span:
        """The place of the line's characters `start` to `end`."""
        return Span(self.number, start + 1, self.number, end + 1)

    def key_span(self, key: str) -> Span:
        """The place of a key with its quotes; the whole line where it is missing."""
        member = self.member(key)
        return self.span(member.key_start, member.key_end) if member else self.whole

    def value_span(self, key: str) -> Span:
        """The place of a key's value; the whole line where it is missing."""
        member = self.member(key)
        return self.span(member.node.start, member.node.end) if member else self.whole

    @property
    def whole(self) -> Span:
        """The place of the whole line."""
        return self.span(0, len(self.text))


_LINE = re.compile(r"([^\n]*?)(\r?\n|\r?\Z)")


def read(text: str) -> list[Line]:
    """Read every line that is not blank. Never raises: a bad line carries its error."""
    lines: list[Line] = []
    position, number = 0, 1
    while position < len(text):
        match = _LINE.match(text, position)
        assert match is not None  # the pattern matches anything up to a line end
        if match[1].strip():
            lines.append(_line(match[1], number, position, match.end()))
        position, number = match.end(), number + 1
    return lines


def _line(text: str, number: int, start: int, following: int) -> Line:
    try:
        node = parse(text)
    except JsonSyntaxError as error:
        return Line(number, text, start, following, {}, (), error.message, error.offset + 1)
    if node.members is None:
        return Line(number, text, start, following, {}, (), "a JSON object is missing here", node.start + 1)
    return Line(number, text, start, following, node.value, node.members)
