"""Adding our hook entries to the text of a settings file and taking them out again.

Text in, text out. The text is cut and joined at the positions of its JSON values and never serialised anew,
so that everything which is not ours keeps every byte: key order, white space, escapes, number spellings.
"""

from __future__ import annotations

import functools
import json
from collections.abc import Collection, Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from ways_guard.agents.protocol import COMMANDS, GROUPS, HookEntry, Shape
from ways_guard.install.render import (
    Piece,
    insert_last,
    is_multiline,
    render,
    render_member,
    spans,
    style_of,
)
from ways_guard.way.positions import JsonSyntaxError, Member, Node, parse

_HOOKS = "hooks"
_MATCHER = "matcher"

Ours = Mapping[str, str | None]
"""The commands of our handlers, each with the matcher of the group that we put it into (None: without)."""


class RefusedError(Exception):
    """Text that cannot be edited safely: why, and at which offset."""

    def __init__(self, message: str, offset: int) -> None:
        super().__init__(message)
        self.message = message
        self.offset = offset


class Trace(NamedTuple):
    """What adding changed beyond our entries; containers are named "", "hooks", "hooks/<event>".

    `created`, also with keys of other members, did not exist before; `filled` existed and were empty, with this
    white space inside.
    """

    created: frozenset[str] = frozenset()
    filled: tuple[tuple[str, str], ...] = ()

    def plus(self, other: Trace) -> Trace:
        """Both traces together; `other` is later and knows the last state of a container."""
        created = (self.created - dict(other.filled).keys()) | other.created
        filled = {**dict(self.filled), **dict(other.filled)}
        return Trace(created, tuple((name, text) for name, text in filled.items() if name not in other.created))


class _Place(NamedTuple):
    """A handler and the containers around it, from the outside in; no group where the event lists handlers."""

    root: Node
    hooks: Member
    event: Member
    group: Node | None
    handlers: Node
    handler: Node

    @property
    def line(self) -> Node | None:
        """Where its command line is."""
        found = (self.handler.find(name) for name in COMMANDS)
        return next((node for node in found if node is not None and isinstance(node.value, str)), None)

    @property
    def command(self) -> str | None:
        return self.line.value if self.line else None

    def is_in_our_group(self, ours: Ours) -> bool:
        """Whether the group is as we write it: it then held nothing but handlers of ours."""
        members = {member.key: member.node.value for member in self.group.members or ()} if self.group else {}
        members.pop(_HOOKS, None)
        return not members or members == {_MATCHER: ours[self.command or ""]}


def ours_of(entries: Sequence[HookEntry]) -> dict[str, str | None]:
    """What to look for when these entries are installed."""
    return {entry.command: entry.matcher for entry in entries}


@functools.lru_cache(maxsize=4)  # each step of an edit looks at the same text several times
def document(text: str) -> Node:
    """The settings in `text`; RefusedError unless it is one strict JSON object without duplicate keys."""
    try:
        root = parse(text)
    except JsonSyntaxError as error:
        raise RefusedError(error.message, error.offset) from error
    if root.members is None:
        raise RefusedError("the settings are not a JSON object", root.start)
    _refuse_duplicates(root)
    return root


def contains(text: str, commands: Collection[str]) -> bool:
    """Whether a hook with one of these exact commands is there."""
    return any(place.command in commands for place in _places(document(text)))


def add(
    text: str, entries: Sequence[HookEntry], known: Ours, trace: Trace, shape: Shape = GROUPS
) -> tuple[str, Trace]:
    """`text` with every entry in it, and `trace` with what that took; an entry that is there stays as it is.

    `known` and `trace` come from earlier installations. A handler with a known command is ours: its command is
    renewed where it stands; if its event needs no hook of ours, or has it, the handler goes. Raises RefusedError
    where the settings have another shape.
    """
    current = ours_of(entries)
    stale = {command: matcher for command, matcher in known.items() if command not in current}
    for key, value in shape.members.items():
        text, more = _with_member(text, key, value)
        trace = trace.plus(more)
    for entry in entries:
        text = _renewed(text, entry, stale)
        if not _in_event(text, entry.event, {entry.command}):
            text, more = _with_entry(text, entry, shape)
            trace = trace.plus(more)
    return _without_handlers(text, stale, trace), trace


def remove(text: str, ours: Ours, trace: Trace) -> str:
    """`text` without the handlers that have one of these exact commands.

    A container that this empties goes too if `trace` says that we created it, and gets its white space back
    if we filled it. The group around a handler goes if it is as we write it. Other members that we created go
    unless others have put hooks into ours.
    """
    text = _without_handlers(text, ours, trace)
    if _HOOKS in trace.created and document(text).find(_HOOKS) is not None:
        return text
    filled = dict(trace.filled)
    for member in reversed(document(text).members or ()):
        if member.key in trace.created - {_HOOKS}:
            text = _cut(text, document(text), member.key_start, filled.get("", ""))
    return text


def _without_handlers(text: str, ours: Ours, trace: Trace) -> str:
    while place := next((p for p in _places(document(text)) if p.command in ours), None):
        text = _without(text, place, ours, trace)
    return text


def is_empty(text: str) -> bool:
    """Whether the settings object has no member."""
    return not document(text).members


def _with_member(text: str, key: str, value: Any) -> tuple[str, Trace]:
    """`text` with a member that the agent's format asks for; RefusedError where it has another value."""
    root = document(text)
    there = root.find(key)
    if there is not None:
        if there.value != value:
            raise RefusedError(f'"{key}" is not {json.dumps(value)}: this is no format that we know', there.start)
        return text, Trace()
    filled = () if spans(root) else (("", text[root.start + 1 : root.end - 1]),)
    style, multiline = style_of(text, root), is_multiline(text, root, True)
    text = insert_last(text, root, lambda at: render_member(key, value, style, at), style, multiline)
    return text, Trace(frozenset({key}), filled)


def _with_entry(text: str, entry: HookEntry, shape: Shape) -> tuple[str, Trace]:
    root = document(text)
    style = style_of(text, root)
    element = element_of(entry, shape)
    multiline = is_multiline(text, root, True)

    def insert(into: Node, name: str, piece: Piece, *created: str) -> tuple[str, Trace]:
        filled = () if spans(into) else ((name, text[into.start + 1 : into.end - 1]),)
        return insert_last(text, into, piece, style, multiline), Trace(frozenset(created), filled)

    here = f"{_HOOKS}/{entry.event}"
    hooks = root.find(_HOOKS)
    if hooks is None:
        value = {entry.event: [element]}
        return insert(root, "", lambda at: render_member(_HOOKS, value, style, at), _HOOKS, here)
    multiline = is_multiline(text, _checked(hooks, dict), multiline)
    event = hooks.find(entry.event)
    if event is None:
        return insert(hooks, _HOOKS, lambda at: render_member(entry.event, [element], style, at), here)
    multiline = is_multiline(text, _checked(event, list), multiline)
    _check_elements(event, shape)
    return insert(event, here, lambda at: render(element, style, at))


def element_of(entry: HookEntry, shape: Shape) -> dict[str, Any]:
    """What brings one entry into the list of its event: a group, or the handler itself."""
    matcher = {} if entry.matcher is None else {_MATCHER: entry.matcher}
    return {**matcher, _HOOKS: [dict(entry.handler)]} if shape.grouped else {**entry.handler, **matcher}


def _renewed(text: str, entry: HookEntry, stale: Collection[str]) -> str:
    """The first stale handler of the entry's event gets its command, unless the entry is there already."""
    if _in_event(text, entry.event, {entry.command}):
        return text
    for place in _in_event(text, entry.event, stale):
        command = place.line
        if command is not None:
            new = json.dumps(entry.command, ensure_ascii=False)
            return text[: command.start] + new + text[command.end :]
    return text


def _in_event(text: str, event: str, commands: Collection[str]) -> list[_Place]:
    return [p for p in _places(document(text)) if p.event.key == event and p.command in commands]


def _places(root: Node) -> Iterator[_Place]:
    """Every handler of every event; what has another shape holds none."""
    for hooks in root.members or ():
        if hooks.key != _HOOKS:
            continue
        for event in hooks.node.members or ():
            for element in event.node.items or ():
                handlers = element.find(_HOOKS)
                if handlers is None:
                    yield _Place(root, hooks, event, None, event.node, element)
                for handler in (handlers.items or ()) if handlers is not None else ():
                    yield _Place(root, hooks, event, element, handlers or event.node, handler)


def _without(text: str, place: _Place, ours: Ours, trace: Trace) -> str:
    """`text` without the handler, and without what held only it and is ours, from the inside out."""
    here = f"{_HOOKS}/{place.event.key}"
    filled = dict(trace.filled)
    container, child, inside = place.handlers, place.handler.start, ""
    group: list[tuple[bool, Node, int, str]] = []
    if place.group is not None:
        group = [(place.is_in_our_group(ours), place.event.node, place.group.start, filled.get(here, ""))]
    else:
        inside = filled.get(here, "")
    outer = (
        *group,
        (here in trace.created, place.hooks.node, place.event.key_start, filled.get(_HOOKS, "")),
        (_HOOKS in trace.created, place.root, place.hooks.key_start, filled.get("", "")),
    )
    for goes_too, around, at, blank in outer:
        if len(spans(container)) > 1 or not goes_too:
            break
        container, child, inside = around, at, blank
    return _cut(text, container, child, inside)


def _cut(text: str, container: Node, child: int, inside: str) -> str:
    """`text` without the element that starts at `child`; `inside` is left where it was the only one."""
    elements = spans(container)
    index = [start for start, _ in elements].index(child)
    if len(elements) == 1:
        return text[: container.start + 1] + inside + text[container.end - 1 :]
    if index:
        return text[: elements[index - 1][1]] + text[elements[index][1] :]
    return text[: elements[0][0]] + text[elements[1][0] :]


def _checked(node: Node, kind: type) -> Node:
    if not isinstance(node.value, kind):
        expected = "an object" if kind is dict else "an array"
        raise RefusedError(f"{expected} is expected here", node.start)
    return node


def _check_elements(event: Node, shape: Shape) -> None:
    """The client drops the whole file for one malformed group: adding to it would deliver nothing."""
    for group in event.items or ():
        _checked(group, dict)
        if not shape.grouped:
            continue
        handlers = group.find(_HOOKS)
        if handlers is None:
            raise RefusedError('"hooks" is missing in this group', group.start)
        for handler in _checked(handlers, list).items or ():
            _checked(handler, dict)


def _refuse_duplicates(node: Node) -> None:
    seen: set[str] = set()
    for member in node.members or ():
        if member.key in seen:
            raise RefusedError(f"the key {json.dumps(member.key)} is here twice", member.key_start)
        seen.add(member.key)
        _refuse_duplicates(member.node)
    for item in node.items or ():
        _refuse_duplicates(item)
