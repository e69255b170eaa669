"""JSON with positions: the value of every member and where it stands in the text.

The standard parser drops positions and duplicate keys; findings, fixes and settings edits need both.
Offsets count characters from 0; lines and columns count from 1.
"""

from __future__ import annotations

import bisect
import functools
import json.decoder
import re
from dataclasses import dataclass
from typing import Any

_WHITESPACE = re.compile(r"[ \t\r\n]*")
_NUMBER = re.compile(r"-?(?:0|[1-9]\d*)(\.\d+)?([eE][-+]?\d+)?", re.ASCII)
_WORDS: dict[str, object] = {"true": True, "false": False, "null": None}
_DEPTH = 100  # No format of ours nests deeper than 6; hostile input must not exhaust the stack.


class JsonSyntaxError(ValueError):
    """Text that is not JSON: `message` says why, `offset` where (characters from 0)."""

    def __init__(self, message: str, offset: int) -> None:
        super().__init__(message)
        self.message = message
        self.offset = offset


@dataclass(frozen=True)
class Member:
    """One `"key": value` of an object; `key_start` and `key_end` enclose the key's quotes."""

    key: str
    key_start: int
    key_end: int
    node: Node


@dataclass(frozen=True)
class Node:
    """A JSON value at `text[start:end]`; `members` for an object (duplicates kept), `items` for an array."""

    value: Any
    start: int
    end: int
    members: tuple[Member, ...] | None = None
    items: tuple[Node, ...] | None = None

    def find(self, *path: str | int) -> Node | None:
        """The node below this one along keys and indexes, None where the path ends early."""
        node: Node | None = self
        for step in path:
            node = node._child(step) if node is not None else None
        return node

    def _child(self, step: str | int) -> Node | None:
        if isinstance(step, int):
            return self.items[step] if self.items is not None and step < len(self.items) else None
        return next((m.node for m in reversed(self.members or ()) if m.key == step), None)


def parse(text: str, start: int = 0) -> Node:
    """The one JSON document in `text[start:]`; JsonSyntaxError for anything else."""
    node = _value(text, _skip(text, start), 0)
    rest = _skip(text, node.end)
    if rest != len(text):
        raise JsonSyntaxError("more text after the JSON value", rest)
    return node


def line_column(text: str, offset: int) -> tuple[int, int]:
    """Line and column, counted from 1 in characters, of an offset."""
    starts = _line_starts(text)
    line = bisect.bisect_right(starts, min(offset, len(text)))
    return line, offset - starts[line - 1] + 1


@functools.lru_cache(maxsize=4)
def _line_starts(text: str) -> list[int]:
    """Where each line starts; kept, since a text with one finding often has thousands."""
    return [0, *(match.end() for match in re.finditer("\n", text))]


def _skip(text: str, at: int) -> int:
    match = _WHITESPACE.match(text, at)
    return match.end() if match else at


def _value(text: str, at: int, depth: int) -> Node:
    if depth > _DEPTH:
        raise JsonSyntaxError("nested too deeply", at)
    head = text[at : at + 1]
    if head == "{":
        return _object(text, at, depth)
    if head == "[":
        return _array(text, at, depth)
    if head == '"':
        value, end = _string(text, at)
        return Node(value, at, end)
    return _scalar(text, at)


def _scalar(text: str, at: int) -> Node:
    for word, value in _WORDS.items():
        if text.startswith(word, at):
            return Node(value, at, at + len(word))
    number = _NUMBER.match(text, at)
    if not number:
        raise JsonSyntaxError("a JSON value is missing here", at)
    return Node(_number(number), at, number.end())


def _number(match: re.Match[str]) -> int | float:
    if match[1] or match[2] or len(match[0]) > 4000:  # int() refuses longer ones
        return float(match[0])
    return int(match[0])


def _string(text: str, at: int) -> tuple[str, int]:
    try:
        value, end = json.decoder.scanstring(text, at + 1, True)  # type: ignore[attr-defined]
    except json.JSONDecodeError as error:
        raise JsonSyntaxError(_lower(error.msg), error.pos) from error
    return value, end


def _lower(message: str) -> str:
    message = message.removesuffix(" at").removesuffix(" starting")
    return message[:1].lower() + message[1:]


def _object(text: str, at: int, depth: int) -> Node:
    members: list[Member] = []
    position = _skip(text, at + 1)
    while text[position : position + 1] != "}" or members:
        if text[position : position + 1] != '"':
            raise JsonSyntaxError("a key in double quotes is missing here", position)
        key, key_end = _string(text, position)
        colon = _skip(text, key_end)
        if text[colon : colon + 1] != ":":
            raise JsonSyntaxError("':' is missing after the key", colon)
        node = _value(text, _skip(text, colon + 1), depth + 1)
        members.append(Member(key, position, key_end, node))
        position, more = _separator(text, node.end, "}")
        if not more:
            break
    value = {member.key: member.node.value for member in members}
    return Node(value, at, position + 1, members=tuple(members))


def _array(text: str, at: int, depth: int) -> Node:
    items: list[Node] = []
    position = _skip(text, at + 1)
    while text[position : position + 1] != "]" or items:
        node = _value(text, position, depth + 1)
        items.append(node)
        position, more = _separator(text, node.end, "]")
        if not more:
            break
    return Node([node.value for node in items], at, position + 1, items=tuple(items))


def _separator(text: str, at: int, closing: str) -> tuple[int, bool]:
    """Where the next element starts and True, or where the closing bracket stands and False."""
    position = _skip(text, at)
    head = text[position : position + 1]
    if head == closing:
        return position, False
    if head != ",":
        raise JsonSyntaxError(f"',' or '{closing}' is missing here", position)
    return _skip(text, position + 1), True
