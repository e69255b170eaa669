"""Carrying out a plan: the settings file is as before or as planned, never anything else.

Under a lock, against the bytes that the plan was made from, through a temporary file beside the real target,
read back afterwards. The record is written first: a crash in between leaves a record of entries that are not
there, which harms nothing, rather than entries that nothing knows of.
"""

from __future__ import annotations

import contextlib
import os
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path

from ways_guard.errors import WaysGuardError
from ways_guard.files import write_atomic
from ways_guard.install.plan import Plan
from ways_guard.install.record import load, save, sidecars

if sys.platform == "win32":
    import msvcrt
else:
    import fcntl

_LOCK_SECONDS = 10.0  # the lock is held for one write only, never while somebody is asked
_NEW_MODE = 0o600  # settings may hold tokens


class SettingsChangedError(WaysGuardError):
    """Another program wrote the settings between plan and write; nothing was changed: plan again."""


def read_settings(path: Path) -> bytes | None:
    """The bytes of a settings file, None where there is none; WaysGuardError where it cannot be read."""
    try:
        if path.exists() and not path.is_file():
            raise WaysGuardError(f"{path}: not a file; move it away, then try again")
        return path.read_bytes()
    except FileNotFoundError:
        return None
    except OSError as error:
        raise WaysGuardError(f"{path}: cannot be read: {error.strerror or error}") from error


def apply(plan: Plan) -> None:
    """Write what `plan` says.

    Raises SettingsChangedError where the file is no longer what the plan was made from, and WaysGuardError
    where it, or the state folder, may not be written. The settings are unchanged in both cases.
    """
    files = sidecars(plan.path)
    if not plan.changes and plan.record == load(files.record):
        return
    with _locked(files.lock):
        if plan.record is not None and plan.record != load(files.record):
            save(files.record, plan.record, plan.path)
        if plan.changes:
            _back_up(files.backup, plan.before)
            _write(plan)
            if read_settings(plan.path) != plan.after:
                raise WaysGuardError(f"{plan.path}: another program wrote it just now; run the command again")
        if plan.record is None:
            save(files.record, None, plan.path)


def _back_up(backup: Path, data: bytes | None) -> None:
    """Keep the bytes from before our first edit, for good: a later backup would hold our own work."""
    if data is None or backup.exists():
        return
    write_atomic(backup, data)
    with contextlib.suppress(OSError):
        backup.chmod(_NEW_MODE)


def _write(plan: Plan) -> None:
    target = Path(os.path.realpath(plan.path))
    try:
        if plan.before is not None and _is_read_only(target):
            raise WaysGuardError(f"{plan.path}: is read-only; nothing was changed")
        if plan.after is None:
            _check_unchanged(plan)
            target.unlink()
            if plan.remove_folder:
                with contextlib.suppress(OSError):  # somebody else's files are in it by now
                    target.parent.rmdir()
        else:
            _replace(target, plan)
    except OSError as error:
        reason = error.strerror or str(error)
        raise WaysGuardError(f"{plan.path}: cannot be written: {reason}; nothing was changed") from error


def _is_read_only(target: Path) -> bool:
    """Somebody wants it to stay as it is; replacing it would work all the same, and for root in any case."""
    return not os.access(target, os.W_OK) or not target.stat().st_mode & 0o222


def _replace(target: Path, plan: Plan) -> None:
    target.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    handle, temporary = tempfile.mkstemp(dir=target.parent, prefix=f".{target.name}.")
    try:
        with os.fdopen(handle, "wb") as stream:
            stream.write(plan.after or b"")
            stream.flush()
            os.fsync(stream.fileno())
        os.chmod(temporary, target.stat().st_mode & 0o7777 if target.exists() else _NEW_MODE)
        _check_unchanged(plan)
        os.replace(temporary, target)
    except BaseException:
        with contextlib.suppress(OSError):
            os.unlink(temporary)
        raise


def _check_unchanged(plan: Plan) -> None:
    if read_settings(plan.path) != plan.before:
        raise SettingsChangedError(f"{plan.path}: another program changed it meanwhile; nothing was done")


@contextlib.contextmanager
def _locked(path: Path) -> Iterator[None]:
    """Hold the lock file at `path`; the system frees it when the process ends, however it ends."""
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
    end = time.monotonic() + _LOCK_SECONDS
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
