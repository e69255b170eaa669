"""From decisions to the text that the agent gets: bodies, most relevant first, within the budget."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from ways_guard.constants import OUTPUT_LIMIT
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
        return "" if strays(root, path) else body_of(decode(read_bytes(path)).text).strip()
    except WaysGuardError:
        return ""


def compose(parts: Sequence[tuple[str, str]], limit: int = OUTPUT_LIMIT) -> Delivery:
    """Put (id, body) together in their order, each whole or not at all, within `limit` characters."""
    taken: list[tuple[str, str]] = []
    left_out: list[str] = []
    used = 0
    for node, text in parts:
        block = f"Guidance for this task (way {node}):\n\n{text}"
        if used + length(block) + 2 <= limit - _LEFT_OUT_ROOM:
            taken.append((node, block))
            used += length(block) + 2
        else:
            left_out.append(node)
    blocks = [block for _, block in taken]
    if left_out:
        blocks.append(cut(f"Also fitting, left out for length: {', '.join(left_out)}", _LEFT_OUT_ROOM - 2))
    return Delivery("\n\n".join(blocks), tuple(node for node, _ in taken))


def length(text: str) -> int:
    """Characters as the client counts them: in UTF-16, where an emoji is two."""
    return len(text) + sum(character > "\uffff" for character in text)


def cut(text: str, limit: int) -> str:
    """A text within `limit` characters, with a mark where something is missing."""
    if length(text) <= limit:
        return text
    units = text.encode("utf-16-le", "replace")[: 2 * (limit - 2)]
    return f"{units.decode('utf-16-le', 'ignore').rstrip()} …"
