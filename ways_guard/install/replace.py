"""Replacing one file of a person's by another, whole, with its mode and its owner."""

from __future__ import annotations

import contextlib
import os
import re
import tempfile
from collections.abc import Callable
from pathlib import Path

_MARK = ".ways-guard-"
_NEW_MODE = 0o600  # settings may hold tokens


def replace(target: Path, data: bytes, check: Callable[[], None] = lambda: None) -> None:
    """Put `data` at `target`, a real path, in one step; `check` is called right before and may raise.

    The mode and the owner of the file that is there stay; a new one is for its owner only. Raises OSError.
    """
    target.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    handle, temporary = tempfile.mkstemp(dir=target.parent, prefix=f".{target.name}{_MARK}")
    try:
        with os.fdopen(handle, "wb") as stream:
            stream.write(data)
            stream.flush()
            os.fsync(stream.fileno())
        _dress(temporary, target)
        check()
        os.replace(temporary, target)
    except BaseException:
        with contextlib.suppress(OSError):
            os.unlink(temporary)
        raise
    _sync(target.parent)


def is_read_only(target: Path) -> bool:
    """Somebody wants it to stay as it is; replacing it would work all the same, and for root in any case."""
    return not os.access(target, os.W_OK) or not target.stat().st_mode & 0o222


def leftovers(target: Path) -> list[Path]:
    """The temporary files that a killed `replace` left beside `target`."""
    ours = re.compile(re.escape(f".{target.name}{_MARK}") + r"\w{8}")
    with contextlib.suppress(OSError):
        return [path for path in target.parent.iterdir() if ours.fullmatch(path.name) and not path.is_symlink()]
    return []


def sweep(target: Path) -> None:
    """Delete what `leftovers` finds; to be called by who alone may replace `target`."""
    for path in leftovers(target):
        with contextlib.suppress(OSError):
            path.unlink()


def _dress(temporary: str, target: Path) -> None:
    there = target.stat() if target.exists() else None
    os.chmod(temporary, there.st_mode & 0o7777 if there else _NEW_MODE)
    if os.name == "nt":
        return
    owner, mine = there or target.parent.stat(), Path(temporary).stat()
    if owner.st_uid != mine.st_uid:
        os.chown(temporary, owner.st_uid, owner.st_gid)  # sudo, or else it may not be ours to replace
    elif there and owner.st_gid != mine.st_gid:
        with contextlib.suppress(OSError):  # a group that we are not in
            os.chown(temporary, -1, owner.st_gid)


def _sync(folder: Path) -> None:
    """Make the new name last through a power cut, where a folder can be opened for that."""
    with contextlib.suppress(OSError):
        handle = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(handle)
        finally:
            os.close(handle)
