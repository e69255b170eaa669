"""Which settings file is meant, which hooks go into it, and where else hooks of ours stand."""

from __future__ import annotations

import os
from collections.abc import Collection, Mapping, Sequence
from pathlib import Path
from typing import NamedTuple

from ways_guard.agents.protocol import AgentConfig, HookEntry, Version
from ways_guard.agents.work_tree import git_root
from ways_guard.errors import WaysGuardError
from ways_guard.install.edit import RefusedError, contains
from ways_guard.install.record import Record, load, sidecars
from ways_guard.way.text import decode


class Place(NamedTuple):
    """One scope of an agent: its settings file, the agent's own folder, and the project that the scope is in."""

    agent: AgentConfig
    scope: str
    path: Path
    config_dir: Path
    project: Path


def place(
    agent: AgentConfig, scope: str, environ: Mapping[str, str], folder: Path, config_dir: Path | None = None
) -> Place:
    """The settings file of a scope for who works in `folder`; `config_dir` stands in for the agent's own.

    Raises WaysGuardError for a scope that the agent does not have, and for one of a project outside any, in the
    agent's own folder, or where links lead out of the project: a repo is a stranger's.
    """
    own = config_dir.absolute() if config_dir else agent.config_dir(environ)
    project = git_root(folder)
    path = agent.settings_path(scope, own, project or folder)
    found = Place(agent, scope, path, own, project or folder)
    if scope == "user":
        return found
    if project is None:
        raise WaysGuardError(f"{folder}: not in a git work tree, so there is no {scope} scope: go into a project")
    if _real(path.parent) == _real(own):
        raise WaysGuardError(f"{path}: these are the settings of your own, not of a project: take --scope user")
    if not _real(path).is_relative_to(_real(project)):
        raise WaysGuardError(f"{path}: a link leads out of the project; put a file in its place first")
    return found


def supported(
    entries: Sequence[HookEntry], version: Version | None, installed: Collection[str]
) -> tuple[HookEntry, ...]:
    """The entries that a client of this version understands.

    Of an unknown client (None) those that every one does, and those whose command is `installed` already.
    """
    return tuple(entry for entry in entries if _is_supported(entry, version, installed))


def elsewhere(where: Place, launcher: Path) -> dict[str, Path]:
    """The other scopes that have hooks of ours in force in this project: scope to settings file.

    Not those with the very same commands, which the client runs once.
    """
    mine = {entry.command for entry in where.agent.hook_entries(launcher, where.scope)}
    found = {}
    for scope in where.agent.SCOPES:
        path = where.agent.settings_path(scope, where.config_dir, where.project)
        if scope == where.scope or _real(path) == _real(where.path):
            continue
        if holds(path, known_commands(where.agent, scope, path, launcher) - mine):
            found[scope] = path
    return found


def known_commands(agent: AgentConfig, scope: str, path: Path, launcher: Path) -> frozenset[str]:
    """The commands in a settings file that are ours to change: what is recorded, and what we would write there."""
    record = load(sidecars(path).record) or Record()
    return frozenset({*record.ours, *(entry.command for entry in agent.hook_entries(launcher, scope))})


def holds(path: Path, commands: Collection[str]) -> bool:
    """Whether a settings file has a hook with one of these commands; one that cannot be read has none."""
    try:
        return path.is_file() and contains(decode(path.read_bytes()).text, commands)
    except (OSError, RefusedError):
        return False


def _is_supported(entry: HookEntry, version: Version | None, installed: Collection[str]) -> bool:
    if entry.since is None:
        return True
    return entry.command in installed if version is None else version >= entry.since


def _real(path: Path) -> Path:
    return Path(os.path.realpath(path))
