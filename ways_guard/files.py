"""Reading and writing files so that nothing is ever half there."""

from __future__ import annotations

import contextlib
import os
import tempfile
from pathlib import Path

from ways_guard.errors import WaysGuardError


def write_atomic(path: Path, data: bytes) -> None:
    """Put `data` at `path` in one step: readers see the old file or the new one, never a part.

    A symbolic link stays one (its target is replaced); the mode of an existing file is kept. Raises
    WaysGuardError when the folder cannot be written.
    """
    target = Path(os.path.realpath(path))
    try:
        target.parent.mkdir(parents=True, exist_ok=True)
        mode = target.stat().st_mode & 0o7777 if target.exists() else None
        handle, temporary = tempfile.mkstemp(dir=target.parent, prefix=f".{target.name}.")
        try:
            _fill(handle, data)
            os.chmod(temporary, mode if mode is not None else 0o666 & ~_umask())
            os.replace(temporary, target)
        except BaseException:
            with contextlib.suppress(OSError):
                os.unlink(temporary)
            raise
    except OSError as error:
        raise WaysGuardError(f"{path}: cannot be written: {error.strerror or error}") from error


def _fill(handle: int, data: bytes) -> None:
    with os.fdopen(handle, "wb") as stream:
        stream.write(data)
        stream.flush()
        os.fsync(stream.fileno())


def _umask() -> int:
    """The process's umask; the system only tells it by setting it."""
    current = os.umask(0o077)
    os.umask(current)
    return current


def read_bytes(path: Path) -> bytes:
    """The bytes of a file; WaysGuardError with one line where it cannot be read."""
    try:
        return path.read_bytes()
    except OSError as error:
        raise WaysGuardError(f"{path}: cannot be read: {error.strerror or error}") from error
