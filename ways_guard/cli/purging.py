"""`uninstall-hooks --purge`: the daemon's end, and the end of what ways-guard keeps on this machine."""

from __future__ import annotations

from ways_guard.cli.carry_out import Options, agreed
from ways_guard.cli.outcome import Outcome
from ways_guard.errors import WaysGuardError
from ways_guard.install import purge
from ways_guard.match import daemon


def purge_all(options: Options, outcome: Outcome) -> None:
    """Show what goes, ask, end the daemon and delete.

    Raises WaysGuardError, and deletes nothing, while settings files elsewhere have hooks of ours.
    """
    found = purge.folders()
    outcome.more["deleted"] = []
    if not found:
        outcome.tell("nothing to delete")
    for path in found:
        outcome.tell(f"{path}: is deleted with all that is in it")
    if options.dry_run:
        return
    remaining = ", ".join(map(str, purge.still_installed()))
    if remaining:
        raise WaysGuardError(f"hooks are still in {remaining}: take them out first; nothing was deleted")
    if found and not agreed("Delete?", options):
        return
    if daemon.stop():  # it would write into what is being deleted
        outcome.tell("the daemon has ended")
    for path in found:
        purge.delete(path)
        outcome.more["deleted"].append(str(path))
        outcome.tell(f"{path}: deleted")
