"""The Hugging Face cache as that library lays it out, so that it and all that use it find what was fetched.

`models--OWNER--NAME/blobs/CHECKSUM` holds the bytes, `snapshots/COMMIT/PATH` links to them, `refs/main` names the
commit in force.
"""

from __future__ import annotations

import os
from collections.abc import Iterable
from pathlib import Path

from ways_guard.errors import WaysGuardError
from ways_guard.files import write_atomic
from ways_guard.match.engines import folders
from ways_guard.match.pulling.hub import Remote


def blob(repo: str, remote: Remote) -> Path:
    """Where the bytes of a file belong."""
    return folders.repo_folder(repo) / "blobs" / remote.checksum


def snapshot(repo: str, revision: str) -> Path:
    """The folder of a commit, which looks like the repository."""
    return folders.repo_folder(repo) / "snapshots" / revision


def current(repo: str) -> str | None:
    """The commit in force, None where nothing of the repository is here."""
    folder = folders.snapshot_of(repo)
    return folder.name if folder and folder.is_dir() else None


def link(repo: str, revision: str, remote: Remote) -> None:
    """Show a file in the folder of its commit. WaysGuardError where that cannot be written."""
    source, pointer = blob(repo, remote), snapshot(repo, revision) / remote.path
    if not source.exists():
        return  # moved into place before, where there are no links
    try:
        pointer.parent.mkdir(parents=True, exist_ok=True)
        pointer.unlink(missing_ok=True)
        try:
            pointer.symlink_to(os.path.relpath(source, pointer.parent))
        except OSError:  # Windows without the right to
            os.replace(source, pointer)
    except OSError as error:
        raise WaysGuardError(f"{pointer}: cannot be written: {error.strerror or error}") from error


def set_current(repo: str, revision: str) -> None:
    """Make a commit the one in force; before this nobody sees what was fetched."""
    write_atomic(folders.repo_folder(repo) / "refs" / "main", revision.encode())


def others(folder: Path, known: Iterable[str]) -> list[str]:
    """Files below a folder besides those that are known, sorted."""
    here = {path.relative_to(folder).as_posix() for path in folder.rglob("*") if path.is_file()}
    return sorted(here - set(known))
