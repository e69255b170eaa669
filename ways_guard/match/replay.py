"""A transcript of the client again: what would have fired at each prompt and tool, had these ways been in force."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from ways_guard.match import family, transcript
from ways_guard.match.events.show import again
from ways_guard.match.events.tool import by_pattern, spellings
from ways_guard.match.session import Position
from ways_guard.match.typed import typed

if TYPE_CHECKING:
    from pathlib import Path

    from ways_guard.match.matcher import Matcher
    from ways_guard.match.sets import Entry
    from ways_guard.match.verdict import Verdict

Open = Callable[[str], "Callable[[Entry], bool]"]
_FIELDS = {"Bash": "commands", "PowerShell": "commands"}
_COMPACTED = "compact_boundary"


@dataclass(frozen=True)
class Step:
    """Something that ways may be for: `kind` "prompt", "commands" or "files", its text, and who met it."""

    line: int
    kind: str
    text: str
    who: str
    position: Position


@dataclass(frozen=True)
class Outcome:
    """What would have fired at a step, and the ids of those that would have been shown."""

    step: Step
    fired: Sequence[Verdict]
    shown: Sequence[str]


@dataclass
class _Walk:
    """How far the walk through a transcript is."""

    tokens: int | None = None
    turns: int = 0
    shown: dict[tuple[str, str], Position] = field(default_factory=dict)


def replay(
    records: Iterable[Mapping[str, Any]], matcher: Matcher, open_to: Open, place: Path, window: int
) -> Iterator[Outcome]:
    """What fires at each step of a transcript's records, and what of it would have been shown.

    `open_to` gives the gate for somebody, `place` is the project, `window` the context window in tokens.
    """
    walk = _Walk()
    for number, record in enumerate(records, start=1):
        if record.get("subtype") == _COMPACTED:
            walk.shown.clear()
        for step in _steps(number, record, walk):
            fired = _fired(step, matcher, open_to(step.who), place)
            shown = [one.entry.id for one in fired if _show(one.entry, step, walk, window)]
            yield Outcome(step, fired, shown)


def _steps(number: int, record: Mapping[str, Any], walk: _Walk) -> Iterator[Step]:
    who = "subagent" if record.get("isSidechain") is True else "agent"
    message = record.get("message")
    content = message.get("content") if isinstance(message, dict) else None
    walk.tokens = transcript.used(record) or walk.tokens
    if said := typed(transcript.message_of(record)):
        walk.turns += 1
        yield Step(number, "prompt", said, who, Position(walk.tokens, walk.turns))
    elif record.get("type") == "assistant" and isinstance(content, list):
        for kind, text in filter(None, map(_use, content)):
            yield Step(number, kind, text, who, Position(walk.tokens, walk.turns))


def _use(block: object) -> tuple[str, str] | None:
    """The use of a tool as the field of ways that may be for it, and the text that it searches."""
    if not isinstance(block, dict) or not _is(block, "tool_use") or not isinstance(block.get("input"), dict):
        return None
    given = block["input"]
    kind = _FIELDS.get(str(block.get("name")), "files")
    names = ("command",) if kind == "commands" else ("file_path", "notebook_path")
    text = next((given[name] for name in names if isinstance(given.get(name), str)), "")
    edits = kind == "commands" or block.get("name") in ("Edit", "Write", "MultiEdit", "NotebookEdit")
    return (kind, text) if text and edits else None


def _is(block: object, kind: str) -> bool:
    return isinstance(block, dict) and block.get("type") == kind


def _fired(step: Step, matcher: Matcher, gate: Callable[[Entry], bool], place: Path) -> Sequence[Verdict]:
    if step.kind == "prompt":
        return family.with_parents(matcher.match(step.text, gate=gate))
    texts = [step.text] if step.kind == "commands" else spellings(step.text, place)
    return by_pattern(matcher.ways.entries, step.kind, texts, gate)


def _show(entry: Entry, step: Step, walk: _Walk, window: int) -> bool:
    """Whether a way would be shown here, which is noted."""
    key, apart = (step.who, entry.id), again(entry, window)
    before = walk.shown.get(key)
    if before is not None and (apart is None or step.position.since(before) < apart):
        return False
    walk.shown[key] = step.position
    return True
