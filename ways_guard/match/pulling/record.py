"""What was fetched, with the hashes that its files had then: whoever fetches or checks it again compares with this.

`models.json` in the state folder: {"version": 1, "models": {REPO: {"revision", "files": {PATH: SHA-256}}}}.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path

from ways_guard.errors import WaysGuardError
from ways_guard.files import read_bytes, write_atomic
from ways_guard.folders import state_dir


@dataclass(frozen=True)
class Pulled:
    """A repository as it was first fetched: its commit, and the SHA-256 of each file by path."""

    revision: str
    files: Mapping[str, str] = field(default_factory=dict)


def place() -> Path:
    """Where the record lies."""
    return state_dir() / "models.json"


def load() -> dict[str, Pulled]:
    """Repository to what was fetched of it. WaysGuardError for a record that cannot be read."""
    path = place()
    if not path.exists():
        return {}
    try:
        models = json.loads(read_bytes(path))["models"]
        return {repo: Pulled(str(each["revision"]), dict(each["files"])) for repo, each in models.items()}
    except (ValueError, KeyError, TypeError, AttributeError, RecursionError) as error:
        raise WaysGuardError(f"{path}: is damaged: delete it, and the next pull begins a new one") from error


def save(models: Mapping[str, Pulled]) -> None:
    """Write the record. WaysGuardError where that cannot be."""
    plain = {repo: {"revision": each.revision, "files": dict(each.files)} for repo, each in models.items()}
    text = json.dumps({"version": 1, "models": plain}, indent=2, sort_keys=True)
    write_atomic(place(), f"{text}\n".encode())
