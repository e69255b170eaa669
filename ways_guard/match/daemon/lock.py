"""A lock on a file that ends with the process that holds it, however that ends."""

from __future__ import annotations

import os
import sys


def taken(path: str) -> int | None:
    """The descriptor that holds the lock until it is closed; None while another process has it.

    Raises OSError where the file cannot be opened.
    """
    handle = os.open(path, os.O_CREAT | os.O_RDWR | getattr(os, "O_NOFOLLOW", 0), 0o600)
    try:
        _lock(handle)
    except OSError:
        os.close(handle)
        return None
    return handle


if sys.platform == "win32":
    import msvcrt

    def _lock(handle: int) -> None:
        msvcrt.locking(handle, msvcrt.LK_NBLCK, 1)
else:
    import fcntl

    def _lock(handle: int) -> None:
        fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
