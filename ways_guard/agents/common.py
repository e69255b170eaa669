"""What several agents have in common: command lines, folders, spellings, and what they do not have."""

from __future__ import annotations

import os
import re
import shutil
from collections.abc import Iterator, Mapping
from pathlib import Path, PurePath, PureWindowsPath
from typing import Any

from ways_guard.agents.protocol import Setting, SettingsDocument, Version
from ways_guard.errors import WaysGuardError
from ways_guard.folders import NO_HOME

GUARDED = "command -v ways-guard-hook >/dev/null 2>&1 || exit 0; exec ways-guard-hook"
"""The start of a command in files that travel: quiet where the program is not installed."""


def home_of(env: Mapping[str, str]) -> Path:
    """The home folder of who has this environment; WaysGuardError where nobody knows it."""
    home = env.get("USERPROFILE" if os.name == "nt" else "HOME")
    try:
        return Path(home).absolute() if home else Path.home()
    except RuntimeError as error:
        raise WaysGuardError(NO_HOME) from error


def program(name: str, env: Mapping[str, str]) -> Path | None:
    """The program of this name on the PATH of an environment."""
    found = shutil.which(name, path=env.get("PATH", ""))
    return Path(found) if found else None


def quoted(launcher: PurePath) -> str:
    """The path as a shell takes it, with forward slashes: Git Bash eats backslashes.

    Windows clients without Git Bash run PowerShell, which only takes a program without quotes: there a path that
    needs none gets none.
    """
    path = launcher.as_posix()
    if isinstance(launcher, PureWindowsPath) and re.fullmatch(r"[\w:./-]+", path, re.ASCII):
        return path
    return '"' + re.sub(r'(["$`\\])', r"\\\1", path) + '"'


def command(launcher: PurePath, scope: str, event: str, agent: str) -> str:
    """The command line that answers one of our events; without a path where the scope's file travels."""
    start = GUARDED if scope == "project" else quoted(launcher)
    return f"{start} {event} --agent {agent}"


def settings_path(agent: str, scope: str, user: Path, project: Path) -> Path:
    """The file of an agent that has the scopes `user` and `project`; WaysGuardError for another scope."""
    places = {"user": user, "project": project}
    if scope not in places:
        raise WaysGuardError(f"{agent} has no scope {scope!r}; choose one of: {', '.join(places)}")
    return places[scope]


def snake_case(payload: Mapping[str, Any]) -> dict[str, Any]:
    """The payload with `sessionId` as `session_id`; a field that is there in both spellings keeps its own value."""
    return {_snake(key): value for key, value in payload.items()} | dict(payload)


def _snake(key: str) -> str:
    return re.sub(r"(?<=[a-z0-9])([A-Z])", r"_\1", key).lower() if isinstance(key, str) else key


def tool_use(payload: Mapping[str, Any], tools: Mapping[str, str]) -> dict[str, Any]:
    """The payload with the tool's name in Claude Code's words, by the table of an agent's own names."""
    name = payload.get("tool_name")
    return {**payload, "tool_name": tools.get(name, name)} if isinstance(name, str) else dict(payload)


def client_version(env: Mapping[str, str]) -> Version | None:
    """For agents whose versions make no difference to us."""
    return None


def plugin(config_dir: Path, project: Path) -> Setting | None:
    """For agents that we have no plugin for."""
    return None


def settings(config_dir: Path, project: Path) -> Iterator[SettingsDocument]:
    """For agents of whose settings we know nothing that matters here."""
    return iter(())


def language(config_dir: Path, project: Path) -> Setting | None:
    """For agents without a setting of the language that they write in."""
    return None
