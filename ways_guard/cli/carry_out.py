"""From options to changed settings: plan, show, ask, apply."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import NamedTuple

import click

from ways_guard.agents.protocol import HookEntry, Shape
from ways_guard.cli.outcome import Outcome
from ways_guard.cli.say import say
from ways_guard.errors import WaysGuardError
from ways_guard.install.apply import SettingsChangedError, apply, read_settings
from ways_guard.install.places import Place, supported
from ways_guard.install.plan import Plan, diff, plan_install, plan_uninstall, snippet
from ways_guard.install.record import Record, load, sidecars
from ways_guard.printable import printable

Planner = Callable[[Path, "bytes | None", Sequence[HookEntry], "Record | None", Shape], Plan]
PLANNERS: dict[str, Planner] = {"install-hooks": plan_install, "uninstall-hooks": plan_uninstall}

_ATTEMPTS = 3  # against a client that writes its settings at the same moment; more would be a war


class NoConsentError(WaysGuardError):
    """Nobody is there to be asked."""


class Options(NamedTuple):
    """What both commands are asked."""

    scope: str
    agent: str
    config_dir: Path | None
    dry_run: bool
    print_only: bool
    yes: bool
    as_json: bool


def carry_out(where: Place, entries: Sequence[HookEntry], options: Options, outcome: Outcome) -> bool:
    """True where the settings are as planned now; what is planned, asked and done goes into `outcome`.

    Where the settings cannot be written, the entries are shown for the person to paste.
    """
    try:
        return _attempts(where, entries, options, outcome)
    except NoConsentError:
        raise
    except WaysGuardError:
        shown = snippet(entries, where.agent.SHAPE)
        outcome.tell_text(f"The hooks, to add or take out by hand in {where.path}:\n{shown}")
        raise


def understood(where: Place, launcher: Path, outcome: Outcome) -> tuple[HookEntry, ...]:
    """The entries for the client on this machine; what an unknown or older one must not see is left out."""
    every = where.agent.hook_entries(launcher, where.scope)
    version = where.agent.client_version(os.environ)
    installed = (load(sidecars(where.path).record) or Record()).ours
    chosen = supported(every, version, installed)
    missing = ", ".join(entry.event for entry in every if entry not in chosen)
    if missing and version:
        number = ".".join(map(str, version))
        outcome.warn(
            f"{where.agent.NAME} {number} does not know {missing}: run install-hooks again after an update"
        )
    elif missing:
        outcome.warn(f"{where.agent.NAME} was not found, and old ones do not know {missing}: left out")
    return chosen


def agreed(question: str, options: Options) -> bool:
    """Whether the person says yes; NoConsentError where nobody can be asked."""
    if options.yes:
        return True
    if not sys.stdin.isatty():
        raise NoConsentError("nothing was changed; without a terminal to ask on, pass --yes")
    return click.confirm(printable(question), err=options.as_json)


def _attempts(where: Place, entries: Sequence[HookEntry], options: Options, outcome: Outcome) -> bool:
    for _ in range(_ATTEMPTS - 1):
        try:
            return _attempt(where, entries, options, outcome)
        except SettingsChangedError as error:
            say(f"{error}; trying again", err=True)
    return _attempt(where, entries, options, outcome)


def _attempt(where: Place, entries: Sequence[HookEntry], options: Options, outcome: Outcome) -> bool:
    path, shape = where.path, where.agent.SHAPE
    files = sidecars(path)
    plan = PLANNERS[outcome.command](path, read_settings(path), entries, load(files.record), shape)
    outcome.diff = diff(plan)
    outcome.tell_text(outcome.diff if plan.changes else f"{path}: nothing to change\n")
    if options.dry_run:
        outcome.result = "planned" if plan.changes else "unchanged"
        return False
    if plan.changes and not agreed(f"Change {path}?", options):
        outcome.result = "declined"
        return False
    apply(plan)
    outcome.result = "changed" if plan.changes else "unchanged"
    outcome.backup = str(files.backup) if files.backup.is_file() else None
    if plan.changes:
        outcome.tell(
            f"{path}: done" + (f"; as it was before the first time: {outcome.backup}" if outcome.backup else "")
        )
    return True
