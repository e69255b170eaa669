"""Carrying out a plan: the settings file is as before or as planned, never anything else.

Under a lock, against the bytes that the plan was made from, through a temporary file beside the real target,
read back afterwards. The record is written first: a crash in between leaves a record of entries that are not
there, which harms nothing, rather than entries that nothing knows of.
"""

from __future__ import annotations

import contextlib
import os
from pathlib import Path

from ways_guard.errors import WaysGuardError
from ways_guard.install.lock import locked
from ways_guard.install.plan import Plan
from ways_guard.install.record import Sidecars, load, save, sidecars
from ways_guard.install.replace import is_read_only, leftovers, replace, sweep


class SettingsChangedError(WaysGuardError):
    """Another program wrote the settings at the same time: plan again."""


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
    """Write what `plan` says, and clear away what a killed installer left.

    Raises SettingsChangedError where the file is not what the plan was made from, or not what was written, and
    WaysGuardError where it, or the state folder, may not be written. The settings are then as another program
    wrote them, or unchanged.
    """
    files = sidecars(plan.path)
    target = Path(os.path.realpath(plan.path))
    places = (target, files.record, files.backup)
    if not plan.changes and plan.record == load(files.record) and not any(map(leftovers, places)):
        return
    try:
        with locked(files.lock):
            for place in places:
                sweep(place)
            _carry_out(plan, target, files)
    except OSError as error:
        reason = error.strerror or str(error)
        raise WaysGuardError(f"{plan.path}: not finished: {reason}; run the command again") from error


def _carry_out(plan: Plan, target: Path, files: Sidecars) -> None:
    known = plan.record or load(files.record)
    if plan.record is not None and plan.record != load(files.record):
        save(files.record, plan.record, plan.path)
    if plan.changes:
        if not (known and known.created_file):  # else there was nothing before our first edit
            _back_up(files.backup, plan.before)
        _write(plan, target)
        if read_settings(plan.path) != plan.after:
            raise SettingsChangedError(f"{plan.path}: another program wrote it right after us")
    if plan.record is None:
        save(files.record, None, plan.path)


def _back_up(backup: Path, data: bytes | None) -> None:
    """Keep the bytes from before our first edit, for good: a later backup would hold our own work."""
    if data is None or backup.exists():
        return
    try:
        replace(backup, data)
    except OSError as error:
        raise WaysGuardError(f"{backup}: cannot be written: {error.strerror or error}") from error


def _write(plan: Plan, target: Path) -> None:
    try:
        if plan.before is not None and is_read_only(target):
            raise WaysGuardError(f"{plan.path}: is read-only; nothing was changed; make it writable first")
        if plan.after is not None:
            replace(target, plan.after, lambda: _check_unchanged(plan))
            return
        _check_unchanged(plan)
        target.unlink()
        with contextlib.suppress(OSError):  # somebody else's files are in it by now
            for folder in list(target.parents)[: plan.remove_folders]:
                folder.rmdir()
    except OSError as error:
        reason = error.strerror or str(error)
        raise WaysGuardError(f"{plan.path}: cannot be written: {reason}; nothing was changed") from error


def _check_unchanged(plan: Plan) -> None:
    if read_settings(plan.path) != plan.before:
        raise SettingsChangedError(f"{plan.path}: another program changed it meanwhile; nothing was done")
