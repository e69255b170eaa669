"""The sidecar: what an installation added to a settings file, so that it can be taken out to the byte."""

from __future__ import annotations

import hashlib
import json
import os
from pathlib import Path
from typing import Any, NamedTuple

from ways_guard.errors import WaysGuardError
from ways_guard.files import write_atomic
from ways_guard.folders import state_dir
from ways_guard.install.edit import Trace

_VERSION = 1


class Record(NamedTuple):
    """What we did to one settings file.

    `commands` are all that we ever put there; `trace` is what adding them took; `blank` is the text of a
    file that held white space only, None otherwise; `created_file` and `created_folder` say what was missing.
    """

    commands: frozenset[str] = frozenset()
    trace: Trace = Trace()
    blank: str | None = None
    created_file: bool = False
    created_folder: bool = False


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
    folder = state_dir() / "install"
    return Sidecars(folder / f"{name}.json", folder / f"{name}.backup", folder / f"{name}.lock")


def load(path: Path) -> Record | None:
    """The record at `path`; None where there is none, or none that can be understood."""
    try:
        return _from_json(json.loads(path.read_bytes()))
    except (OSError, ValueError, KeyError, TypeError, AttributeError, RecursionError):
        return None


def save(path: Path, record: Record | None, settings: Path) -> None:
    """Write the record, or delete it where it is None; WaysGuardError if the folder is not writable."""
    if record is None:
        _unlink(path)
        return
    write_atomic(path, (json.dumps(_to_json(record, settings), indent=2) + "\n").encode())


def _unlink(path: Path) -> None:
    try:
        path.unlink(missing_ok=True)
    except OSError as error:
        raise WaysGuardError(f"{path}: cannot be deleted: {error.strerror}; delete it by hand") from error


def _to_json(record: Record, settings: Path) -> dict[str, Any]:
    return {
        "version": _VERSION,
        "settings": os.fsencode(settings).decode("utf-8", "replace"),  # for people who look in here
        "commands": sorted(record.commands),
        "created": sorted(record.trace.created),
        "filled": dict(record.trace.filled),
        "blank": record.blank,
        "created_file": record.created_file,
        "created_folder": record.created_folder,
    }


def _from_json(data: dict[str, Any]) -> Record | None:
    if data["version"] != _VERSION:
        return None
    trace = Trace(frozenset(data["created"]), tuple(data["filled"].items()))
    return Record(frozenset(data["commands"]), trace, data["blank"], data["created_file"], data["created_folder"])
