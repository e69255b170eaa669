"""The frontmatter of a way file, read as strings, with the place of every key.

One reader serves lint and match: two readers that disagree on quotes or comments are how a way that looks
clean never fires. Values stay what was typed (`no`, `1.10`); types come from the schema.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, TypeAlias, TypeVar

from ways_guard.way.positions import line_column
from ways_guard.way.text import Span, split_lines

if TYPE_CHECKING:
    import yaml

Value: TypeAlias = "str | list[Value] | dict[str, Value]"

_Node = TypeVar("_Node", bound="yaml.Node")

# What a parser was scanning or parsing when something that was opened never closed.
_OPENED = ("quoted scalar", "simple key", "flow sequence", "flow mapping", "alias", "anchor")
_FENCE = re.compile(r"---[ \t]*\r?\n?\Z")


@dataclass(frozen=True)
class Field:
    """One key: its value as strings, lists and dicts of strings, where both stand, and the keys below it."""

    name: str
    value: Value
    key_span: Span
    span: Span
    nested: dict[str, Field] = field(default_factory=dict)


@dataclass(frozen=True)
class FrontmatterError:
    """Why frontmatter could not be read: `kind` is "open" (no closing fence) or "yaml"."""

    kind: str
    message: str
    span: Span


@dataclass(frozen=True)
class Document:
    """A Markdown file taken apart.

    `fields` is None when the file has no frontmatter (a catalogue); with an `error` it holds nothing.
    `body` is the text behind the frontmatter, `body_line` the line on which it starts.
    """

    fields: dict[str, Field] | None
    body: str
    body_line: int
    error: FrontmatterError | None = None


def parse(text: str) -> Document:
    """Take a Markdown text apart. Never raises: what is wrong is in `error`."""
    lines = split_lines(text)
    if not lines or not _FENCE.match(lines[0]):
        return Document(None, text, 1)
    end = _closing(lines)
    if end is None:
        error = FrontmatterError("open", "the frontmatter has no closing '---' line", Span(1, 1, 1, 4))
        return Document({}, "", len(lines) + 1, error)
    body = "".join(lines[end + 1 :])
    try:
        return Document(_fields("".join(lines[1:end])), body, end + 2)
    except _Refused as refused:
        return Document({}, body, end + 2, FrontmatterError("yaml", str(refused), refused.span))
    except RecursionError:
        error = FrontmatterError("yaml", "nested too deeply", Span(2, 1, 2, 2))
        return Document({}, body, end + 2, error)


def body_of(text: str) -> str:
    """The text behind the frontmatter without reading that (a hook has no time for YAML)."""
    lines = split_lines(text)
    end = _closing(lines) if lines and _FENCE.match(lines[0]) else None
    return "".join(lines[end + 1 :]) if end is not None else text


def _closing(lines: list[str]) -> int | None:
    return next((number for number, line in enumerate(lines[1:], 1) if _FENCE.match(line)), None)


class _Refused(Exception):
    def __init__(self, message: str, span: Span) -> None:
        super().__init__(message)
        self.span = span


def _fields(source: str) -> dict[str, Field]:
    import yaml  # not at the top: the hook reads no frontmatter

    # libyaml where PyYAML was built with it: ten times as fast, same events and marks.
    loader: Any = getattr(yaml, "CBaseLoader", yaml.BaseLoader)
    try:
        root = yaml.compose(source, Loader=loader)
    except yaml.MarkedYAMLError as error:
        message = error.problem or error.context or "not YAML"
        raise _Refused(message, _point(source, _mark(error))) from error
    except yaml.YAMLError as error:
        raise _unreadable(source, error) from error
    if root is None:
        return {}
    if not isinstance(root, yaml.MappingNode):
        raise _Refused("the frontmatter must be 'key: value' lines", _span(source, root))
    return _mapping(source, root, set())


def _mark(error: yaml.MarkedYAMLError) -> int:
    """Where to look: what was opened and never closed, else what the parser stumbled over."""
    opened = error.context_mark and str(error.context).endswith(_OPENED)
    mark = error.context_mark if opened else error.problem_mark or error.context_mark
    return mark.index if mark else 0


def _unreadable(source: str, error: yaml.YAMLError) -> _Refused:
    """For a character that YAML forbids; its offset would count bytes or characters, as the loader likes."""
    character = int(getattr(error, "character", 0))
    at = max(source.find(chr(character)), 0)
    return _Refused(f"the character U+{character:04X} is not allowed in YAML", _point(source, at))


def _mapping(source: str, node: yaml.MappingNode, seen: set[int]) -> dict[str, Field]:
    import yaml

    found: dict[str, Field] = {}
    for key_node, value_node in node.value:
        key_span, span = _span(source, key_node), _span(source, value_node)
        if not isinstance(key_node, yaml.ScalarNode):
            raise _Refused("a key must be a plain word", key_span)
        name = str(key_node.value)
        if name in found:
            raise _Refused(f"the key '{name}' stands twice", key_span)
        if isinstance(value_node, yaml.MappingNode):
            nested = _mapping(source, _once(source, value_node, seen), seen)
            values: Value = {key: below.value for key, below in nested.items()}
            found[name] = Field(name, values, key_span, span, nested)
        else:
            found[name] = Field(name, _plain(source, value_node, seen), key_span, span)
    return found


def _plain(source: str, node: yaml.Node, seen: set[int]) -> Value:
    """A node as strings, lists and dicts."""
    import yaml

    _once(source, node, seen)
    if isinstance(node, yaml.SequenceNode):
        return [_plain(source, item, seen) for item in node.value]
    if isinstance(node, yaml.MappingNode):
        return {key: below.value for key, below in _mapping(source, node, seen).items()}
    return str(node.value)


def _once(source: str, node: _Node, seen: set[int]) -> _Node:
    """The node, refused when it was seen before: aliases can hold themselves, or grow without bound."""
    if id(node) in seen:
        raise _Refused("anchors and aliases are not allowed in frontmatter", _span(source, node))
    seen.add(id(node))
    return node


def _point(source: str, index: int) -> Span:
    line, column = _place(source, index)
    return Span(line, column, line, column + 1)


def _span(source: str, node: yaml.Node) -> Span:
    return Span(*_place(source, node.start_mark.index), *_place(source, node.end_mark.index))


def _place(source: str, index: int) -> tuple[int, int]:
    """A place in the file; the frontmatter starts on its second line.

    From the parser's index and not from its lines: YAML ends lines at characters that are none for an editor.
    """
    line, column = line_column(source, index)
    return line + 1, column
