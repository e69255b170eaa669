"""The decision log: which ways fired at which event, by which layer and score, and whether they were delivered.

It holds ids, scores and hashes, nothing that anybody typed, in two files of bounded size: the newer half and the
older one.
"""

from __future__ import annotations

import json
import os
import time
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from ways_guard.constants import DECISIONS_BYTES
from ways_guard.folders import state_dir

if TYPE_CHECKING:
    from ways_guard.match.events.request import Request
    from ways_guard.match.verdict import Answer, Verdict

_NEAR = 3  # Ways that did not fire and are told too: whoever asks why one did not looks for it here.


def path() -> Path:
    """The newer file; the older one has `.1` behind it."""
    return state_dir() / "decisions.jsonl"


def record(
    event: str, request: Request, outcomes: Sequence[tuple[Verdict, str]], answer: Answer | None = None
) -> None:
    """Add one decision, one with nothing to tell left out; never raises."""
    if not outcomes and answer is None:
        return
    try:
        _append(path(), json.dumps(_document(event, request, outcomes, answer)) + "\n")
    except OSError:
        return


def _document(
    event: str, request: Request, outcomes: Sequence[tuple[Verdict, str]], answer: Answer | None
) -> dict[str, Any]:
    fired = {verdict.entry.id for verdict, _ in outcomes}
    others = [verdict for verdict in answer.verdicts if verdict.entry.id not in fired] if answer else []
    told = request.told
    return {
        "time": time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime()),
        "event": event,
        "session": told.parent.name[:8] if told else "",
        "who": request.who,
        "lang": answer.lang if answer else None,
        "models": answer.mode if answer else "",
        "ways": [
            *(_way(verdict, outcome) for verdict, outcome in outcomes),
            *(_way(verdict, "not fired") for verdict in others[:_NEAR] if verdict.score is not None),
        ],
    }


def _way(verdict: Verdict, outcome: str) -> dict[str, Any]:
    score = None if verdict.score is None else round(verdict.score, 3)
    return {"id": verdict.entry.id, "score": score, "layer": verdict.layer, "outcome": outcome}


def _append(path: Path, line: str) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    if path.exists() and path.stat().st_size > DECISIONS_BYTES:
        os.replace(path, path.with_name(f"{path.name}.1"))
    descriptor = os.open(path, os.O_WRONLY | os.O_APPEND | os.O_CREAT, 0o600)
    with os.fdopen(descriptor, "w", encoding="utf-8") as file:
        file.write(line)


def read(last: int) -> list[dict[str, Any]]:
    """The last decisions, oldest first; lines that are damaged are left out."""
    found: list[dict[str, Any]] = []
    for one in (path().with_name(f"{path().name}.1"), path()):
        found.extend(_decisions(one))
    return found[-last:] if last else []


def _decisions(path: Path) -> Iterable[dict[str, Any]]:
    try:
        lines = path.read_bytes().splitlines()
    except OSError:
        return
    for line in lines:
        try:
            document = json.loads(line)
            _ = document["time"], document["event"], [way["id"] for way in document["ways"]]
        except (ValueError, KeyError, TypeError):
            continue
        yield document
