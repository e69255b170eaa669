"""Looking at the machine: from an agent's settings and programs to the facts that the checks judge."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from ways_guard.agents.protocol import AgentConfig, SettingsDocument
from ways_guard.errors import WaysGuardError
from ways_guard.install import installed
from ways_guard.install.doctor import deliver, trial
from ways_guard.install.doctor.facts import MANAGED, Delivery, Facts
from ways_guard.install.installed import OURS, Hook, Settings
from ways_guard.install.launcher import ephemeral_reason, find_launcher


def gather(
    agent: AgentConfig,
    environ: Mapping[str, str],
    config_dir: Path,
    project: Path,
    report: Mapping[str, Any],
    folders: Iterable[Path],
    *,
    proof: bool,
) -> Facts:
    """All facts: reads the settings, runs the hooks, and with `proof` a whole session of the client.

    `folders` are those that hooks write to; `report` is what `ways-guard status --json` says.
    """
    documents = tuple(agent.settings(config_dir, project))
    settings = (*_managed(documents), *installed.all_scopes(agent, config_dir, project))
    launcher, problem = _launcher()
    tried = list(_safe(agent, settings, launcher))
    client = agent.client(environ)
    return Facts(
        events=agent.EVENTS,
        environ=environ,
        settings=settings,
        documents=documents,
        plugin=agent.plugin(config_dir, project),
        launcher=launcher,
        launcher_problem=problem,
        ephemeral=(ephemeral_reason(launcher) or "") if launcher else "",
        client=client,
        version=agent.client_version(environ) if client else None,
        trials=tuple(trial.run_all(((hook.event, hook.command) for hook in tried), environ, project)),
        unwritable=tuple(folder for folder in folders if not _is_writable(folder)),
        report=report,
        delivery=_proof(client, tried, environ) if proof else None,
    )


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


def _proof(client: Path | None, hooks: Sequence[Hook], environ: Mapping[str, str]) -> Delivery:
    if client is None:
        return Delivery(False, "the agent's program is not on PATH here, so delivery cannot be tried")
    if not hooks:
        return Delivery(False, "there is no hook of ours to try delivery with")
    return deliver.deliver(client, hooks, environ)
