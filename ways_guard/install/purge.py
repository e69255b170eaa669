"""Removing what ways-guard keeps on this machine: cache and state."""

from __future__ import annotations

import json
import os
import shutil
from collections.abc import Iterable
from pathlib import Path

from ways_guard.errors import WaysGuardError
from ways_guard.files import read_bytes
from ways_guard.folders import cache_dir, state_dir
from ways_guard.install.edit import RefusedError, document
from ways_guard.install.places import holds
from ways_guard.install.record import recorded


def folders() -> list[Path]:
    """Our folders that are there: the cache with the corpora of every format, and the state."""
    found = dict.fromkeys((cache_dir().parent, state_dir()))
    return [path for path in found if path.is_dir()]


def still_installed() -> list[Path]:
    """Settings files that hold hooks of ours; what takes them out to the byte is in the state folder.

    One that cannot be understood counts where one of our commands is anywhere in it.
    """
    return [path for path, record in recorded() if holds(path, record.ours) or _mentions(path, record.ours)]


def _mentions(path: Path, commands: Iterable[str]) -> bool:
    """Whether a file that is no JSON we could edit says one of these commands, as JSON spells it."""
    try:
        text = read_bytes(path).decode("utf-8", "replace")
        document(text.removeprefix("\ufeff"))
    except RefusedError:
        return any(json.dumps(command, ensure_ascii=False) in text for command in commands)
    except WaysGuardError:
        return os.path.lexists(path)
    return False


def delete(path: Path) -> None:
    """Delete one of `folders`; WaysGuardError where that is not possible, or a link stands in its place."""
    if path.is_symlink():
        raise WaysGuardError(f"{path}: a link, whose target is not ours to delete: delete it by hand")
    try:
        shutil.rmtree(path)
    except FileNotFoundError:
        return  # within another of our folders
    except OSError as error:
        raise WaysGuardError(f"{path}: cannot be deleted: {error.strerror or error}; delete it by hand") from error
