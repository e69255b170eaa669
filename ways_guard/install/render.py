"""New JSON text in the style of the text around it: line ends, indent, space after the colon."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from typing import Any, NamedTuple

from ways_guard.way.positions import Node

_LINE_BREAK = re.compile(r"\r\n|\n|\r")


class Style(NamedTuple):
    """How a file is written; `indent` is one level, `comma` what parts elements that share a line."""

    newline: str = "\n"
    indent: str = "  "
    colon: str = ": "
    comma: str = ", "


Piece = Callable[[str | None], str]
"""Renders an element, given the indent of the line that it starts on; None: all on one line."""


def style_of(text: str, root: Node) -> Style:
    """The style of a settings file, taken from its first line break and its first member."""
    found = _LINE_BREAK.search(text)
    newline = found.group() if found else "\n"
    if not root.members:
        return Style(newline)
    first = root.members[0]
    lead = lead_of(text, first.key_start)
    colon = text[first.key_end : first.node.start]
    if _LINE_BREAK.search(colon):
        colon = ": "
    comma = ", " if colon.endswith(" ") else ","
    return Style(newline, _last_line(lead) if _LINE_BREAK.search(lead) else "  ", colon, comma)


def render(value: Any, style: Style, at: str | None) -> str:
    """`value` as JSON text; `at` is the indent of its first line, None keeps it on one line."""
    deeper = None if at is None else at + style.indent
    if isinstance(value, dict) and value:
        parts = [render_member(key, inner, style, deeper) for key, inner in value.items()]
        return _enclose("{", parts, "}", style, at)
    if isinstance(value, list) and value:
        return _enclose("[", [render(inner, style, deeper) for inner in value], "]", style, at)
    return json.dumps(value, ensure_ascii=False)


def render_member(key: str, value: Any, style: Style, at: str | None) -> str:
    """`"key": value` as JSON text, with `at` as in `render`."""
    return json.dumps(key, ensure_ascii=False) + style.colon + render(value, style, at)


def insert_last(text: str, container: Node, piece: Piece, style: Style, multiline: bool) -> str:
    """`text` with one more element at the end of `container`; nothing but that element's text is new.

    An element goes on a line of its own where its predecessor does; an empty container is spread over
    lines if `multiline`. Taking out what `spans` then gives as the last element restores `text`, except
    that white space inside a container that was empty is replaced.
    """
    elements = spans(container)
    if not elements:
        inside = _fill(text, container, piece, style, multiline)
        return text[: container.start + 1] + inside + text[container.end - 1 :]
    start, end = elements[-1]
    lead = lead_of(text, start)
    if _LINE_BREAK.search(lead):
        at = _last_line(lead)
        addition = "," + style.newline + at + piece(at)
    else:
        addition = ("," + lead if len(elements) > 1 else style.comma) + piece(None)
    return text[:end] + addition + text[end:]


def is_multiline(text: str, container: Node, outer: bool) -> bool:
    """Whether elements of `container` stand on lines of their own; an empty one does as its `outer` does."""
    elements = spans(container)
    return bool(_LINE_BREAK.search(lead_of(text, elements[-1][0]))) if elements else outer


def spans(container: Node) -> list[tuple[int, int]]:
    """Start and end of every element of an object or an array."""
    if container.members is not None:
        return [(member.key_start, member.node.end) for member in container.members]
    return [(item.start, item.end) for item in container.items or ()]


def lead_of(text: str, at: int) -> str:
    """The white space right before the position `at`."""
    return text[len(text[:at].rstrip(" \t\r\n")) : at]


def _fill(text: str, container: Node, piece: Piece, style: Style, multiline: bool) -> str:
    if not multiline:
        return piece(None)
    line = _last_line(text[: container.start])
    outer = line[: len(line) - len(line.lstrip(" \t"))]
    inner = outer + style.indent
    return style.newline + inner + piece(inner) + style.newline + outer


def _last_line(text: str) -> str:
    return _LINE_BREAK.split(text)[-1]


def _enclose(opening: str, parts: list[str], closing: str, style: Style, at: str | None) -> str:
    if at is None:
        return opening + style.comma.join(parts) + closing
    line = style.newline + at + style.indent
    return opening + line + ("," + line).join(parts) + style.newline + at + closing
