"""Removing what ways-guard keeps on this machine: cache and state."""

from __future__ import annotations

import shutil
from pathlib import Path

from ways_guard.errors import WaysGuardError
from ways_guard.folders import cache_dir, state_dir
from ways_guard.install.places import holds
from ways_guard.install.record import recorded


def folders() -> list[Path]:
    """Our folders that are there: the cache with the corpora of every format, and the state."""
    found = dict.fromkeys((cache_dir().parent, state_dir()))
    return [path for path in found if path.is_dir()]


def still_installed() -> list[Path]:
    """Settings files that hold hooks of ours; what takes them out to the byte is in the state folder."""
    return [path for path, record in recorded() if holds(path, record.ours)]


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
