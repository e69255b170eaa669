"""`ways-guard install-hooks` and `ways-guard uninstall-hooks`: our hooks into an agent's settings and out."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any, NamedTuple

import click

from ways_guard.agents import AGENTS
from ways_guard.agents.protocol import HookEntry
from ways_guard.cli.say import say
from ways_guard.errors import WaysGuardError
from ways_guard.install.apply import SettingsChangedError, apply, read_settings
from ways_guard.install.launcher import ephemeral_reason, find_launcher
from ways_guard.install.plan import Plan, diff, plan_install, plan_uninstall, snippet
from ways_guard.install.record import Record, load, sidecars

_Planner = Callable[[Path, "bytes | None", Sequence[HookEntry], "Record | None"], Plan]

_ATTEMPTS = 3  # against a client that writes its settings at the same moment; more would be a war


class _Options(NamedTuple):
    scope: str
    agent: str
    config_dir: Path | None
    dry_run: bool
    print_only: bool
    yes: bool


def _options(command: Callable[..., None]) -> Callable[..., None]:
    folder = click.Path(file_okay=False, path_type=Path)
    for option in (
        click.option("--yes", is_flag=True, help="Do not ask."),
        click.option("--print", "print_only", is_flag=True, help="Print the entries; change nothing."),
        click.option("--dry-run", is_flag=True, help="Show what would change; change nothing."),
        click.option("--config-dir", type=folder, help="The agent's configuration folder."),
        click.option("--agent", type=click.Choice(sorted(AGENTS)), default="claude-code", show_default=True),
        click.option("--scope", type=click.Choice(["user"]), default="user", show_default=True),
    ):
        command = option(command)
    return command


@click.command("install-hooks")
@_options
def install_hooks(**values: Any) -> None:
    """Add our hooks to the agent's settings; everything else in there stays as it is.

    Shows what changes and asks. Exit code 0: installed, or nothing to do; 2: nothing was changed.
    """
    launcher = find_launcher()
    reason = ephemeral_reason(launcher)
    if reason:
        say(f"warning: {launcher} may not stay: {reason}; better install with pipx or uv", err=True)
    options = _Options(**values)
    if _run(launcher, plan_install, options):
        _get_ready(options)


@click.command("uninstall-hooks")
@_options
def uninstall_hooks(**values: Any) -> None:
    """Take our hooks out of the agent's settings; everything else in there stays as it is.

    Shows what changes and asks. Exit code 0: taken out, or nothing to do; 2: nothing was changed.
    """
    _run(_launcher_or_name(), plan_uninstall, _Options(**values))


def _get_ready(options: _Options) -> None:
    """Build the corpus, so that the first prompt is answered, and say which language the agent will write in.

    The hooks are in place whatever happens here; what goes wrong is a warning.
    """
    from ways_guard.cli import shared

    try:
        scene = shared.scene(options.agent, options.config_dir)
        matcher = shared.open_matcher(shared.Place(scene.roots, scene.config, scene.languages))
    except WaysGuardError as error:
        say(f"warning: {error}; then run ways-guard corpus", err=True)
        return
    for note in matcher.models.notes:
        say(f"note: {note}", err=True)
    language = scene.output_language(os.environ)
    source = f" (from {language.source})" if language.source else ""
    name = scene.languages[language.code].name
    say(f"{len(matcher.ways.entries)} ways are ready; the agent writes in {name}{source}")


def _launcher_or_name() -> Path:
    """Half an installation must not keep its hooks from being taken out: the record knows them as well."""
    try:
        return find_launcher()
    except WaysGuardError:
        return Path(sys.executable).with_name("ways-guard-hook")


def _run(launcher: Path, planner: _Planner, options: _Options) -> bool:
    """Plan, show, ask, apply; True where the settings are as planned now."""
    agent = AGENTS[options.agent]
    entries = agent.hook_entries(launcher)
    if options.print_only:
        click.echo(snippet(entries), nl=False)
        return False
    folder = options.config_dir.absolute() if options.config_dir else agent.config_dir(os.environ)
    path = agent.settings_path(options.scope, folder, Path())
    try:
        return _attempts(path, entries, planner, options)
    except WaysGuardError:
        click.echo(f"The hooks, to add or take out by hand in {path}:\n{snippet(entries)}", nl=False)
        raise


def _attempts(path: Path, entries: Sequence[HookEntry], planner: _Planner, options: _Options) -> bool:
    for _ in range(_ATTEMPTS - 1):
        try:
            return _attempt(path, entries, planner, options)
        except SettingsChangedError as error:
            say(f"{error}; trying again", err=True)
    return _attempt(path, entries, planner, options)


def _attempt(path: Path, entries: Sequence[HookEntry], planner: _Planner, options: _Options) -> bool:
    plan = planner(path, read_settings(path), entries, load(sidecars(path).record))
    click.echo(diff(plan) if plan.changes else f"{path}: nothing to change\n", nl=False)
    if options.dry_run or not (options.yes or not plan.changes or _agreed(path)):
        return False
    apply(plan)
    if plan.changes:
        say(f"{path}: done")
    return True


def _agreed(path: Path) -> bool:
    if not sys.stdin.isatty():
        click.echo("ways-guard: nothing was changed; without a terminal to ask on, pass --yes", err=True)
        sys.exit(2)
    return click.confirm(f"Change {path}?")
