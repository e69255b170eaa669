"""Looking at the machine: from an agent's settings and programs to the facts that the checks judge."""

from __future__ import annotations

import contextlib
import os
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from ways_guard.agents.common import program
from ways_guard.agents.protocol import AgentConfig, SettingsDocument, Version
from ways_guard.errors import WaysGuardError
from ways_guard.install import installed
from ways_guard.install.doctor import deliver, trial
from ways_guard.install.doctor.facts import MANAGED, Delivery, Facts
from ways_guard.install.installed import OURS, Hook, Settings
from ways_guard.install.launcher import ephemeral_reason, find_launcher
from ways_guard.install.places import known_commands, supported

_PROGRAM = Path("ways-guard-hook")


def gather(
    agent: AgentConfig,
    environ: Mapping[str, str],
    config_dir: Path,
    project: Path,
    report: Mapping[str, Any],
    folders: Iterable[Path],
    *,
    proof: bool,
    named: Path | None = None,
) -> Facts:
    """All facts: reads the settings, runs the hooks, and with `proof` a whole session of the client.

    `named` is the configuration folder where a person named it. `folders` are those that hooks write to; `report`
    is what `ways-guard status --json` says.
    """
    documents = tuple(agent.settings(config_dir, project))
    settings = (*_managed(documents), *installed.all_scopes(agent, config_dir, project))
    launcher, problem = _launcher()
    plugin = agent.plugin(config_dir, project)
    tried = [*_safe(agent, settings, launcher), *(_travelling(agent) if plugin else ())]
    client = agent.client(environ)
    version = agent.client_version(environ) if client else None
    return Facts(
        agent=agent.NAME,
        events=_events(agent, version),
        environ=environ,
        settings=settings,
        documents=documents,
        plugin=plugin,
        launcher=launcher,
        launcher_problem=problem,
        ephemeral=(ephemeral_reason(launcher) or "") if launcher else "",
        client=client,
        version=version,
        trials=tuple(trial.run_all(((hook.event, hook.command) for hook in tried), environ, project, agent)),
        unwritable=tuple(folder for folder in folders if not _is_writable(folder)),
        report=report,
        delivery=_proof(agent, client, tried, environ) if proof else None,
        config_dir=named,
        known=_known(agent, settings, launcher or _PROGRAM),
        on_path=program(_PROGRAM.name, environ),
    )


def _events(agent: AgentConfig, version: Version | None) -> dict[str, str]:
    """The events that the installer writes for this client."""
    written = {entry.event for entry in supported(agent.hook_entries(_PROGRAM), version, ())}
    return {name: native for name, native in agent.EVENTS.items() if native in written}


def _travelling(agent: AgentConfig) -> Iterator[Hook]:
    """The hooks of our plugin."""
    for entry in agent.hook_entries(_PROGRAM, "project"):
        yield Hook(OURS, entry.event, entry.command, _PROGRAM.name)


def _known(agent: AgentConfig, settings: Iterable[Settings], launcher: Path) -> frozenset[str]:
    found: set[str] = set()
    for one in settings:
        if one.scope in agent.SCOPES:
            with contextlib.suppress(WaysGuardError):  # a record that cannot be read knows nothing
                found |= known_commands(agent, one.scope, one.path, launcher)
    return frozenset(found)


def _managed(documents: Iterable[SettingsDocument]) -> Iterator[Settings]:
    for source, values, managed in documents:
        if managed:
            hooks = tuple(installed.hooks(values))
            yield Settings(MANAGED, Path(source), exists=True, hooks=hooks)


def _launcher() -> tuple[Path | None, str]:
    try:
        return find_launcher(), ""
    except WaysGuardError as error:
        return None, str(error)


def _safe(agent: AgentConfig, settings: Iterable[Settings], launcher: Path | None) -> Iterator[Hook]:
    """Our hooks that may be run here."""
    for one in settings:
        entries = agent.hook_entries(launcher, one.scope) if launcher and one.scope in agent.SCOPES else ()
        commands = {entry.command for entry in entries}
        yield from (hook for hook in one.hooks if hook.kind == OURS and trial.safe(one, hook, commands))


def _is_writable(folder: Path) -> bool:
    """Whether files can be made in a folder, or the folder itself can be."""
    there = next((path for path in (folder, *folder.parents) if path.exists()), None)
    return there is not None and there.is_dir() and os.access(there, os.W_OK | os.X_OK)


def _proof(agent: AgentConfig, client: Path | None, hooks: Sequence[Hook], environ: Mapping[str, str]) -> Delivery:
    if agent.EXPERIMENTAL:
        return Delivery(False, f"delivery cannot be tried with {agent.NAME}, which is experimental", False)
    if client is None:
        return Delivery(False, "the agent's program is not on PATH here, so delivery cannot be tried", False)
    if not hooks:
        return Delivery(False, "there is no hook of ours to try delivery with", False)
    return deliver.deliver(client, hooks, environ)
