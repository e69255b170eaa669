"""One installer at a time."""

from __future__ import annotations

import contextlib
import os
import sys
import time
from collections.abc import Iterator
from pathlib import Path

from ways_guard.errors import WaysGuardError

if sys.platform == "win32":
    import msvcrt
else:
    import fcntl

_SECONDS = 10.0  # the lock is held for one write only, never while somebody is asked


@contextlib.contextmanager
def locked(path: Path) -> Iterator[None]:
    """Hold the lock file at `path`; the system frees it when the process ends, however it ends.

    Raises WaysGuardError where its folder cannot be written, and where another process holds it for long.
    """
    try:
        path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        handle = os.open(path, os.O_RDWR | os.O_CREAT, 0o600)
    except OSError as error:
        reason = f"{error.strerror or error}; make it writable, what is installed is recorded there"
        raise WaysGuardError(f"{path.parent}: cannot be written: {reason}") from error
    try:
        _acquire(handle, path)
        yield
    finally:
        os.close(handle)


def _acquire(handle: int, path: Path) -> None:
    end = time.monotonic() + _SECONDS
    while not _try_lock(handle):
        if time.monotonic() > end:
            raise WaysGuardError(f"{path}: another ways-guard is at work; wait for it, then try again")
        time.sleep(0.05)


def _try_lock(handle: int) -> bool:
    try:
        if sys.platform == "win32":
            msvcrt.locking(handle, msvcrt.LK_NBLCK, 1)
        else:
            fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        return False
    return True
