"""Where a corpus lies on disk: shards by root, generations in each, sets over several shards."""

from __future__ import annotations

import hashlib
import json
import os
from collections.abc import Iterable
from pathlib import Path
from typing import Any

from ways_guard.files import write_atomic

RECORDS = {"english": "ways-corpus-en.jsonl", "multilingual": "ways-corpus-multi.jsonl"}
VECTORS = {"english": "vectors-en.npy", "multilingual": "vectors-multi.npy"}
ROWS = {"english": "rows-en.npz", "multilingual": "rows-multi.npz"}
TIERS = ("multilingual", "english")
TRIGGERS = "triggers.json"
MANIFEST = "manifest.json"
CALIBRATION = "calibration.npz"
_CURRENT = "CURRENT"


def shard(cache: Path, root: Path, without: Iterable[str] = ()) -> Path:
    """The folder of a root's generations; what is built without some kinds of files is another shard."""
    return cache / "roots" / digest([os.path.realpath(root), *sorted(without)])


def current(cache: Path, root: Path, without: Iterable[str] = ()) -> Path | None:
    """The generation in force of a root, None where there is none."""
    folder = shard(cache, root, without)
    try:
        name = (folder / _CURRENT).read_text(encoding="ascii").strip()
        generation = folder / name
        return generation if name and (generation / MANIFEST).is_file() else None
    except (OSError, ValueError):  # missing or damaged: no text, or no name that a file can have
        return None


def set_current(folder: Path, name: str) -> None:
    """Put a generation of a shard in force, in one step."""
    write_atomic(folder / _CURRENT, f"{name}\n".encode("ascii"))


def set_folder(cache: Path, generations: Iterable[str], settings: Any) -> Path:
    """The folder of what depends on all roots together: these generations, under these settings."""
    return cache / "sets" / digest([*generations, json.dumps(settings, sort_keys=True)])


def digest(parts: Iterable[str]) -> str:
    """A short name for some texts together."""
    joined = "\0".join(parts).encode("utf-8", "surrogatepass")
    return hashlib.sha256(joined).hexdigest()[:24]
