"""From decisions to the text that the agent gets: bodies, most relevant first, within the budget."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from ways_guard.constants import OUTPUT_LIMIT, WAY_FILE_BYTES
from ways_guard.errors import WaysGuardError
from ways_guard.files import read_bytes
from ways_guard.match.records import OVERRIDE
from ways_guard.match.verdict import Verdict
from ways_guard.way.discover import Root, strays
from ways_guard.way.frontmatter import body_of
from ways_guard.way.text import decode

_LEFT_OUT_ROOM = 300  # Characters kept for the line that names what did not fit.


@dataclass(frozen=True)
class Delivery:
    """A text for the agent and the ids of the ways that are whole in it."""

    text: str
    shown: tuple[str, ...]


def body(verdict: Verdict, output_language: str) -> str:
    """The body of a way that fired: its override's where that alias fired or the output language is its language.

    "" for a file that cannot be read any more.
    """
    overrides = verdict.entry.trigger.get("overrides", {})
    alias = verdict.alias
    lang = alias.lang if alias and alias.kind == OVERRIDE else output_language
    root = verdict.entry.root
    translated = _read(root, root.path / overrides[lang]) if lang in overrides else ""
    return translated or _read(root, verdict.entry.path)


def _read(root: Root, path: Path) -> str:
    try:
        return "" if strays(root, path) else body_of(decode(read_bytes(path, WAY_FILE_BYTES)).text).strip()
    except WaysGuardError:
        return ""


@dataclass(frozen=True)
class Part:
    """A way to deliver: its id, its text, and where the whole of it can be read."""

    id: str
    text: str
    path: str = ""


def joined(text: str, printed: str, where: str) -> str:
    """A body with the output of its macro, "prepend" or "append"; the macro is never instead of it."""
    pair = (printed, text) if where == "prepend" else (text, printed)
    return "\n\n".join(part for part in pair if part)


def compose(parts: Sequence[Part], limit: int = OUTPUT_LIMIT) -> Delivery:
    """Put parts together in their order, each whole or not at all, within `limit` characters.

    One that would never fit is cut when its turn comes first, with a line that says where the rest is.
    """
    blocks: list[str] = []
    shown: list[str] = []
    left_out: list[str] = []
    room = limit - _LEFT_OUT_ROOM
    for part in parts:
        block = f"Guidance for this task (way {part.id}):\n\n{part.text}"
        if not blocks and limit == OUTPUT_LIMIT and length(block) + 2 > room:
            block = _start_of(block, part, room - 2)
        if length(block) + 2 <= room:
            blocks.append(block)
            shown.append(part.id)
            room -= length(block) + 2
        else:
            left_out.append(part.id)
    if left_out and limit > _LEFT_OUT_ROOM:
        blocks.append(cut(f"Also fitting, left out for length: {', '.join(left_out)}", _LEFT_OUT_ROOM - 2))
    return Delivery("\n\n".join(blocks), tuple(shown))


def _start_of(block: str, part: Part, limit: int) -> str:
    note = f"\n\n(cut for length: all of it is in {part.path or part.id})"
    return cut(block, limit - length(note)) + note


def length(text: str) -> int:
    """Characters as the client counts them: in UTF-16, where an emoji is two."""
    return len(text) + sum(character > "\uffff" for character in text)


def cut(text: str, limit: int) -> str:
    """A text within `limit` characters, with a mark where something is missing."""
    if length(text) <= limit:
        return text
    units = text.encode("utf-16-le", "replace")[: 2 * (limit - 2)]
    return f"{units.decode('utf-16-le', 'ignore').rstrip()} …"
