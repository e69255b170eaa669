"""The sidecar: what an installation added to a settings file, so that it can be taken out to the byte."""

from __future__ import annotations

import hashlib
import json
import os
from collections.abc import Iterator
from pathlib import Path
from types import MappingProxyType
from typing import Any, NamedTuple

from ways_guard.errors import WaysGuardError
from ways_guard.folders import state_dir
from ways_guard.install.edit import Ours, Trace
from ways_guard.install.replace import replace

_VERSION = 1


class Record(NamedTuple):
    """What we did to one settings file.

    `ours` is all that we ever put there; `trace` is what adding it took; `blank` is the text of a file that
    held white space only, None otherwise; `created_file` says whether there was none, and `created_folders`
    how many of the folders above it were missing.
    """

    ours: Ours = MappingProxyType({})
    trace: Trace = Trace()
    blank: str | None = None
    created_file: bool = False
    created_folders: int = 0


class Sidecars(NamedTuple):
    """The files in the state folder that belong to one settings file."""

    record: Path
    backup: Path
    lock: Path


def sidecars(settings: Path) -> Sidecars:
    """Where the record, the backup and the lock of this settings file are.

    The name hangs on the real folder and the file's own name there: it stays the same when a program
    replaces a symbolic link by a file, and is one for all ways to reach the folder.
    """
    place = Path(os.path.realpath(settings.parent)) / settings.name
    name = hashlib.sha256(os.fsencode(place)).hexdigest()[:16]
    folder = _folder()
    return Sidecars(folder / f"{name}.json", folder / f"{name}.backup", folder / f"{name}.lock")


def recorded() -> Iterator[tuple[Path, Record]]:
    """Every settings file that something of ours was recorded for, with its record."""
    for path in sorted(_folder().glob("*.json")):
        record = load(path)
        if record is not None:
            yield Path(str(json.loads(path.read_bytes()).get("settings"))), record


def load(path: Path) -> Record | None:
    """The record at `path`; None where there is none, or none that can be understood.

    Raises WaysGuardError for one that cannot be read: without it, less would be undone than was done.
    """
    try:
        return _from_json(json.loads(path.read_bytes()))
    except (FileNotFoundError, NotADirectoryError, ValueError, KeyError, TypeError, AttributeError, RecursionError):
        return None
    except OSError as error:
        raise WaysGuardError(f"{path}: cannot be read: {error.strerror or error}") from error


def save(path: Path, record: Record | None, settings: Path) -> None:
    """Write the record, or delete it where it is None; WaysGuardError if the folder is not writable."""
    if record is None:
        _unlink(path)
        return
    try:
        replace(path, (json.dumps(_to_json(record, settings), indent=2) + "\n").encode())
    except OSError as error:
        raise WaysGuardError(f"{path}: cannot be written: {error.strerror or error}") from error


def _folder() -> Path:
    return state_dir() / "install"


def _unlink(path: Path) -> None:
    try:
        path.unlink(missing_ok=True)
    except OSError as error:
        raise WaysGuardError(f"{path}: cannot be deleted: {error.strerror}; delete it by hand") from error


def _to_json(record: Record, settings: Path) -> dict[str, Any]:
    return {
        "version": _VERSION,
        "settings": os.fsencode(settings).decode("utf-8", "replace"),
        "commands": dict(sorted(record.ours.items())),
        "created": sorted(record.trace.created),
        "filled": dict(record.trace.filled),
        "blank": record.blank,
        "created_file": record.created_file,
        "created_folders": record.created_folders,
    }


def _from_json(data: dict[str, Any]) -> Record | None:
    if data["version"] != _VERSION:
        return None
    commands = data["commands"]  # a list before there were matchers
    ours = commands if isinstance(commands, dict) else dict.fromkeys(commands)
    trace = Trace(frozenset(data["created"]), tuple(data["filled"].items()))
    folders = int(
        data.get("created_folders", data.get("created_folder", 0))
    )  # a truth value when it was one at most
    return Record(ours, trace, data["blank"], data["created_file"], folders)
