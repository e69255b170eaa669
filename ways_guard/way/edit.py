"""Changing one field of a way file: one line changes, every other byte stays."""

from __future__ import annotations

from collections.abc import Mapping

from ways_guard.errors import WaysGuardError
from ways_guard.way import frontmatter
from ways_guard.way.frontmatter import Document, Field
from ways_guard.way.load import threshold
from ways_guard.way.text import BOM, decode, split_lines

_REFUSED = "its frontmatter cannot be changed by one line: set the threshold by hand"


def with_threshold(data: bytes, value: float) -> bytes:
    """A way file that fires at another score: the line of the field that is in force, or a new last line.

    Byte order mark and line ends stay as they are. Raises WaysGuardError (without the path) for a file without
    frontmatter, and where the line cannot be changed without changing something else.
    """
    decoded = decode(data)
    before = frontmatter.parse(decoded.text)
    if decoded.bad_span or before.error or before.fields is None:
        raise WaysGuardError(_REFUSED)
    lines = split_lines(decoded.text)
    name = next((name for name in ("embed_threshold", "threshold") if name in before.fields), None)
    if name:
        place = before.fields[name].key_span.line - 1
        lines[place] = _replaced(lines[place], before.fields[name], f"{value:g}")
    else:
        end = lines[0][len(lines[0].rstrip("\r\n")) :]
        lines.insert(before.body_line - 2, f"threshold: {value:g}{end}")
    text = "".join(lines)
    if not _only_that(before, frontmatter.parse(text), name or "threshold", value):
        raise WaysGuardError(_REFUSED)
    return ((BOM if decoded.bom else "") + text).encode("utf-8")


def _replaced(line: str, field: Field, value: str) -> str:
    """The line with another value; where it has none yet, behind the colon."""
    if field.span.line != field.key_span.line or field.span.end_line != field.span.line:
        raise WaysGuardError(_REFUSED)
    head, rest = line[: field.span.column - 1], line[field.span.end_column - 1 :]
    return f"{head}{'' if head.endswith((' ', chr(9))) else ' '}{value}{rest}"


def _only_that(before: Document, after: Document, name: str, value: float) -> bool:
    if after.error or after.fields is None or before.fields is None or after.body != before.body:
        return False
    return threshold(after.fields) == value and _others(before.fields, name) == _others(after.fields, name)


def _others(fields: Mapping[str, Field], name: str) -> list[tuple[str, object]]:
    return [(key, field.value) for key, field in fields.items() if key != name]
