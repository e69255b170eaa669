"""`ways-guard install-hooks` and `ways-guard uninstall-hooks`: our hooks into an agent's settings and out."""

from __future__ import annotations

import os
import shutil
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import click

from ways_guard.agents import AGENTS
from ways_guard.agents.work_tree import is_committable
from ways_guard.cli.carry_out import Options, carry_out, understood
from ways_guard.cli.outcome import Outcome
from ways_guard.errors import WaysGuardError
from ways_guard.install import installed, remedies
from ways_guard.install.installed import OURS
from ways_guard.install.launcher import ephemeral_reason, find_launcher
from ways_guard.install.places import Place, elsewhere, known_commands, place
from ways_guard.install.plan import snippet

_SCOPES = sorted({scope: None for agent in AGENTS.values() for scope in agent.SCOPES})
_AGENT_HELP = f"Experimental: {', '.join(sorted(name for name, agent in AGENTS.items() if agent.EXPERIMENTAL))}."
_SCOPE_HELP = "user: everywhere; project: this git work tree, for all who work on it; local: here, for you."


def _options(command: Callable[..., None]) -> Callable[..., None]:
    folder = click.Path(file_okay=False, path_type=Path)
    for option in (
        click.option("--json", "as_json", is_flag=True, help="Print what was done as one JSON document."),
        click.option("--yes", is_flag=True, help="Do not ask."),
        click.option("--print", "print_only", is_flag=True, help="Print the entries; change nothing."),
        click.option("--dry-run", is_flag=True, help="Show what would change; change nothing."),
        click.option("--config-dir", type=folder, help="The agent's configuration folder."),
        click.option(
            "--agent", type=click.Choice(sorted(AGENTS)), default="claude-code", show_default=True, help=_AGENT_HELP
        ),
        click.option("--scope", type=click.Choice(_SCOPES), default="user", show_default=True, help=_SCOPE_HELP),
    ):
        command = option(command)
    return command


@click.command("install-hooks")
@_options
def install_hooks(**values: Any) -> None:
    """Add our hooks to the agent's settings; everything else in there stays as it is.

    Shows what changes and asks. Exit code 0: installed, or nothing to do; 2: nothing was changed.
    """
    options = Options(**values)
    outcome = Outcome("install-hooks", options.as_json)
    with outcome.printed():
        where, launcher = _place(options, outcome), find_launcher()
        outcome.entries = understood(where, launcher, outcome)
        if options.print_only:
            return _print(where, outcome)
        _warn(where, launcher, options, outcome)
        if carry_out(where, outcome.entries, options, outcome):
            from ways_guard.cli.get_ready import get_ready

            get_ready(where, options, outcome)
            if where.agent.AFTERWARDS:
                outcome.warn(where.agent.AFTERWARDS)
    return None


@click.command("uninstall-hooks")
@_options
@click.option("--purge", is_flag=True, help="Delete our cache and state on this machine, too.")
def uninstall_hooks(*, purge: bool, **values: Any) -> None:
    """Take our hooks out of the agent's settings; everything else in there stays as it is.

    Shows what changes and asks. Exit code 0: taken out, or nothing to do; 2: nothing was changed, or not all of
    what --purge deletes.
    """
    options = Options(**values)
    outcome = Outcome("uninstall-hooks", options.as_json)
    with outcome.printed():
        where, launcher = _place(options, outcome), _launcher_or_name()
        outcome.entries = where.agent.hook_entries(launcher, where.scope)
        if options.print_only:
            return _print(where, outcome)
        for scope, path in elsewhere(where, launcher).items():
            outcome.tell(f"note: hooks stay in {path}: {_uninstall(options, scope)} takes them out")
        for program in _strange(where, launcher):
            outcome.warn(f"{program} stays: {remedies.by_hand(program, where.path)}")
        if (carry_out(where, outcome.entries, options, outcome) or options.dry_run) and purge:
            from ways_guard.cli.purging import purge_all

            purge_all(options, outcome)
    return None


def _place(options: Options, outcome: Outcome) -> Place:
    outcome.agent, outcome.scope = options.agent, options.scope
    where = place(AGENTS[options.agent], options.scope, os.environ, Path.cwd(), options.config_dir)
    outcome.path = str(where.path)
    return where


def _print(where: Place, outcome: Outcome) -> None:
    """The entries for a person to paste; with --json they are in the document."""
    outcome.result = "planned"
    outcome.tell_text(snippet(outcome.entries, where.agent.SHAPE))


def _launcher_or_name() -> Path:
    """Half an installation must not keep its hooks from being taken out: the record knows them as well."""
    try:
        return find_launcher()
    except WaysGuardError:
        return Path(sys.executable).with_name("ways-guard-hook")


def _warn(where: Place, launcher: Path, options: Options, outcome: Outcome) -> None:
    """What a person should know before they agree."""
    if where.agent.EXPERIMENTAL:
        outcome.warn(f"{where.agent.NAME} is experimental: made after its documentation, and not tried with it")
    reason = ephemeral_reason(launcher)
    if reason:
        outcome.warn(f"{launcher} may not stay: {reason}; better install with pipx or uv")
    if where.scope == "project" and not shutil.which("ways-guard-hook"):
        outcome.warn("ways-guard-hook is not on PATH: until it is, the project's hooks do nothing here")
    if where.scope == "local" and is_committable(where.path, where.project):
        outcome.warn(f"git does not ignore {where.path}, which holds a path of this machine: do not commit it")
    for scope, path in elsewhere(where, launcher).items():
        outcome.warn(f"{path} has our hooks, too, and both run: {_uninstall(options, scope)} takes them out")
    for program in _strange(where, launcher):
        outcome.warn(f"{program} runs from there, too: {remedies.by_hand(program, where.path)}")
    plugin = where.agent.plugin(where.config_dir, where.project)
    if plugin:
        outcome.warn(f"the plugin {plugin.value} is on in {plugin.source}, and both run: switch one of them off")


def _uninstall(options: Options, scope: str) -> str:
    return remedies.command("uninstall-hooks", options.agent, options.config_dir, scope)


def _strange(where: Place, launcher: Path) -> Iterator[str]:
    """The programs of entries that look like ours and are not ours to change."""
    known = known_commands(where.agent, where.scope, where.path, launcher)
    hooks = installed.read(where.scope, where.path).hooks
    yield from sorted({hook.program for hook in hooks if hook.kind == OURS and hook.command not in known})
