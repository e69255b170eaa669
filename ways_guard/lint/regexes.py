"""The regexes of a way file, and where a part of one stands."""

from __future__ import annotations

from collections.abc import Iterator

from ways_guard.lint import offsets
from ways_guard.lint.model import WayFile
from ways_guard.way.frontmatter import Field
from ways_guard.way.text import Span

NAMES = ("pattern", "commands", "files")
LONGEST = 10_000  # Characters; nobody wrote such a regex by hand, and its mistakes would fill pages.


def of_way(file: WayFile) -> Iterator[tuple[Field, str]]:
    """The fields of a way (or a check) that hold a regex, and the regex. An override's are never read."""
    fields = file.document.fields or {}
    for name in NAMES if file.file.kind in ("way", "check") else ():
        field = fields.get(name)
        if field and isinstance(field.value, str) and field.value.strip():
            yield field, field.value


def of_sensible_length(file: WayFile) -> Iterator[tuple[Field, str]]:
    """The same without the overlong ones, which WG501 refuses and nobody else need read."""
    return ((field, pattern) for field, pattern in of_way(file) if len(pattern) <= LONGEST)


def place(file: WayFile, field: Field, start: int, end: int) -> Span:
    """Where the characters `start` to `end` of a field's value stand; the whole value where quotes hide that."""
    value, at = str(field.value), offsets.offset(file.text, field.span.line, field.span.column)
    close = offsets.offset(file.text, field.span.end_line, field.span.end_column)
    if file.text.startswith(value, at):
        return offsets.span(file.text, at + start, at + end)
    part = value[start:end]
    if file.text.count(part, at, close) == 1:
        found = file.text.index(part, at, close)
        return offsets.span(file.text, found, found + len(part))
    return field.span
