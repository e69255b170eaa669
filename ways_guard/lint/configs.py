"""What is wrong with a configuration file as such: JSON, keys and types, each with its place."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from ways_guard.lint import offsets
from ways_guard.lint.explain import problems
from ways_guard.lint.model import ConfigFile, Hit
from ways_guard.way.positions import Node
from ways_guard.way.text import Span


def faults(file: ConfigFile, schema: str) -> Iterator[Hit]:
    """One hit for a file that is not JSON, else one for each key that is double, unknown or of a wrong value."""
    if file.error or file.node is None:
        at = file.error.offset if file.error else 0
        message = file.error.message if file.error else "a JSON value is missing here"
        yield Hit(offsets.span(file.text, at, at + 1), f"not JSON ({message}): mend the file, it is not read")
    elif file.node.members is None:
        yield Hit(_span(file, file.node), "a JSON object is missing here: write { and } around it")
    else:
        yield from _twice(file, file.node)
        for problem in problems(file.node.value, schema):
            yield Hit((key_span if problem.unknown else value_span)(file, problem.path), problem.message)


def value_span(file: ConfigFile, path: Sequence[str | int]) -> Span:
    """Where the value at a path stands."""
    node = file.node.find(*path) if file.node else None
    return _span(file, node) if node else offsets.span(file.text, 0, 0)


def key_span(file: ConfigFile, path: Sequence[str | int]) -> Span:
    """Where the key at the end of a path stands."""
    above = file.node.find(*path[:-1]) if file.node else None
    members = above.members if above else None
    member = next((member for member in reversed(members or ()) if member.key == path[-1]), None)
    return offsets.span(file.text, member.key_start, member.key_end) if member else value_span(file, path)


def _span(file: ConfigFile, node: Node) -> Span:
    return offsets.span(file.text, node.start, node.end)


def _twice(file: ConfigFile, node: Node) -> Iterator[Hit]:
    seen: set[str] = set()
    for member in node.members or ():
        if member.key in seen:
            span = offsets.span(file.text, member.key_start, member.key_end)
            yield Hit(span, f'"{member.key}" stands twice here: keep one')
        seen.add(member.key)
        yield from _twice(file, member.node)
    for item in node.items or ():
        yield from _twice(file, item)
