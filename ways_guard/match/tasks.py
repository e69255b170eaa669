"""Tasks of sub-agents: seen when the agent calls the tool, needed when the sub-agent starts, which has no text.

What is kept between the two are ids and scores, one file a task, taken by the first that asks for it.
"""

from __future__ import annotations

import contextlib
import json
import time
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from ways_guard.constants import TASKS_KEPT
from ways_guard.errors import WaysGuardError
from ways_guard.files import write_atomic
from ways_guard.folders import state_dir
from ways_guard.match import session
from ways_guard.match.records import OVERRIDE
from ways_guard.match.verdict import Alias, Verdict

if TYPE_CHECKING:
    from ways_guard.match.sets import Entry

USUAL_KIND = "general-purpose"  # What the client takes where the call names none.


@dataclass(frozen=True)
class Found:
    """A way that fired for a task: its id, score and layer, and the language of the override that did it."""

    id: str
    score: float | None
    layer: str
    override: str = ""

    @classmethod
    def of(cls, verdict: Verdict) -> Found:
        """What of a verdict is kept."""
        alias = verdict.alias
        lang = alias.lang if alias and alias.kind == OVERRIDE else ""
        return cls(verdict.entry.id, verdict.score, verdict.layer, lang)

    def verdict(self, entry: Entry) -> Verdict:
        """The verdict again, for the way as it is in force now."""
        alias = Alias(OVERRIDE, self.override, "", "", 0, 0.0) if self.override else None
        return Verdict(entry, self.score, None, self.layer, "for the task of the sub-agent", alias)


def announce(payload: Mapping[str, Any], kind: str, found: Sequence[Found]) -> None:
    """Keep what fired for a task of a kind of sub-agent; where that cannot be written it is lost."""
    folder = _folder(payload)
    if folder is None:
        return
    document = {"kind": kind, "prompt": _prompt(payload), "found": [asdict(one) for one in found]}
    with contextlib.suppress(WaysGuardError, OSError):
        folder.mkdir(parents=True, exist_ok=True)
        for old in sorted(folder.iterdir())[:-TASKS_KEPT]:
            old.unlink(missing_ok=True)
        write_atomic(folder / f"{time.time_ns():020d}.json", json.dumps(document).encode("ascii"))


def take(payload: Mapping[str, Any]) -> list[Found]:
    """What fired for the task of a sub-agent that starts: the oldest of its kind, for the same prompt."""
    kind, prompt = payload.get("agent_type"), _prompt(payload)
    waiting = [(path, document) for path, document in _waiting(payload) if prompt in ("", document["prompt"])]
    own = [pair for pair in waiting if pair[1]["kind"] == kind]
    for path, document in own or waiting:
        try:
            path.unlink()
        except OSError:  # another sub-agent was faster
            continue
        return [Found(**one) for one in document["found"]]
    return []


def _waiting(payload: Mapping[str, Any]) -> Iterator[tuple[Path, dict[str, Any]]]:
    folder = _folder(payload)
    for path in sorted(folder.glob("*.json")) if folder and folder.is_dir() else ():
        with contextlib.suppress(OSError, ValueError, KeyError, TypeError):
            document = json.loads(path.read_bytes())
            _ = document["kind"], document["prompt"], [Found(**one) for one in document["found"]]
            yield path, document


def _folder(payload: Mapping[str, Any]) -> Path | None:
    told = session.folder(state_dir(), payload.get("session_id"))
    return told.parent / "tasks" if told else None


def _prompt(payload: Mapping[str, Any]) -> str:
    named = payload.get("prompt_id")
    return named if isinstance(named, str) else ""
