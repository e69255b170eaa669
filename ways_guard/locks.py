"""A lock on a file, between processes; it ends with the process that holds it, however that ends."""

from __future__ import annotations

import contextlib
import os
import sys
from collections.abc import Iterator
from pathlib import Path

from ways_guard.errors import WaysGuardError

if sys.platform == "win32":
    import msvcrt
else:
    import fcntl


@contextlib.contextmanager
def held(path: Path, refusal: str) -> Iterator[None]:
    """Hold the lock at `path`. WaysGuardError with `refusal` while another process has it."""
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        handle = os.open(path, os.O_RDWR | os.O_CREAT, 0o600)
    except OSError as error:
        raise WaysGuardError(f"{path}: cannot be written: {error.strerror or error}") from error
    try:
        if not _taken(handle):
            raise WaysGuardError(refusal)
        yield
    finally:
        os.close(handle)


def _taken(handle: int) -> bool:
    try:
        if sys.platform == "win32":
            msvcrt.locking(handle, msvcrt.LK_NBLCK, 1)
        else:
            fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        return False
    return True
