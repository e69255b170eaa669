"""Reading and writing files so that nothing is ever half there."""

from __future__ import annotations

import contextlib
import os
import stat
import tempfile
from pathlib import Path

from ways_guard.errors import WaysGuardError


def write_atomic(path: Path, data: bytes, mode: int | None = None) -> None:
    """Put `data` at `path` in one step: readers see the old file or the new one, never a part.

    A symbolic link stays one (its target is replaced). The file gets `mode`; without one it keeps its own, or gets
    what is usual. Raises WaysGuardError when the folder cannot be written, and for a device, a pipe or a folder: a
    file in the place of /dev/null breaks a machine.
    """
    target = Path(os.path.realpath(path))
    try:
        if target.exists() and (problem := unreadable(target)):
            raise WaysGuardError(f"{path}: cannot be written: {problem}")
        target.parent.mkdir(parents=True, exist_ok=True)
        if mode is None:
            mode = target.stat().st_mode & 0o7777 if target.exists() else 0o666 & ~_umask()
        handle, temporary = tempfile.mkstemp(dir=target.parent, prefix=f".{target.name}.")
        try:
            _fill(handle, data)
            os.chmod(temporary, mode)
            os.replace(temporary, target)
        except BaseException:
            with contextlib.suppress(OSError):
                os.unlink(temporary)
            raise
    except (OSError, ValueError) as error:  # ValueError: a NUL in the name
        raise WaysGuardError(f"{path}: cannot be written: {getattr(error, 'strerror', None) or error}") from error


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


def read_bytes(path: Path, most: int | None = None) -> bytes:
    """The bytes of a file; WaysGuardError with one line where it cannot be read, or is a pipe, device or folder.

    So, too, where it is larger than `most` bytes.
    """
    problem = unreadable(path)
    if problem:
        raise WaysGuardError(f"{path}: cannot be read: {problem}")
    try:
        if most is not None and path.stat().st_size > most:
            raise WaysGuardError(f"{path}: cannot be read: larger than {most:,} bytes")
        return path.read_bytes()
    except OSError as error:
        raise WaysGuardError(f"{path}: cannot be read: {error.strerror or error}") from error


def unreadable(path: Path) -> str:
    """Why a path is not to be opened, "" for a file: a pipe that nobody writes to would never end."""
    try:
        mode = path.stat().st_mode
    except (OSError, ValueError) as error:
        broken = path.is_symlink() and isinstance(error, FileNotFoundError)
        return "it is a link to nothing" if broken else str(getattr(error, "strerror", None) or error)
    if stat.S_ISREG(mode):
        return ""
    return "it is a folder" if stat.S_ISDIR(mode) else "it is no regular file"


def expanded(path: str) -> Path:
    """The path with the home folder for its `~`; as it is where nobody knows that home."""
    try:
        return Path(path).expanduser()
    except RuntimeError:
        return Path(path)
