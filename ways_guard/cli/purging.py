"""`uninstall-hooks --purge`: the daemon's end, and the end of what ways-guard keeps on this machine."""

from __future__ import annotations

import importlib

from ways_guard.cli.carry_out import Options, agreed
from ways_guard.cli.outcome import Outcome
from ways_guard.errors import WaysGuardError
from ways_guard.install import purge


def purge_all(options: Options, outcome: Outcome) -> None:
    """Show what goes, ask, end the daemon and delete.

    Raises WaysGuardError, and deletes nothing, while settings files elsewhere have hooks of ours.
    """
    found = purge.folders()
    outcome.more["deleted"] = []
    if not found:
        outcome.tell("nothing to delete")
        return
    for path in found:
        outcome.tell(f"{path}: is deleted with all that is in it")
    if options.dry_run:
        return
    remaining = ", ".join(map(str, purge.still_installed()))
    if remaining:
        raise WaysGuardError(f"hooks are still in {remaining}: take them out first; nothing was deleted")
    if not agreed("Delete?", options):
        return
    stop_daemon()
    for path in found:
        purge.delete(path)
        outcome.more["deleted"].append(str(path))
        outcome.tell(f"{path}: deleted")


def stop_daemon() -> None:
    """End the daemon of this user, if there is one, so that it does not write into what is being deleted."""
    try:
        daemon = importlib.import_module("ways_guard.match.daemon")
    except ModuleNotFoundError:
        return  # this version has none
    daemon.stop()
