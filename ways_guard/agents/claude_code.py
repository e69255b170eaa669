"""Claude Code: where its settings live, what a hook entry looks like, which language it is set to."""

from __future__ import annotations

import os
import re
import sys
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from ways_guard.agents import managed
from ways_guard.agents.protocol import HookEntry, Setting
from ways_guard.errors import WaysGuardError

NAME = "claude-code"
SCOPES: tuple[str, ...] = ("user",)
EVENTS: Mapping[str, str] = {
    "session-start": "SessionStart",
    "user-prompt-submit": "UserPromptSubmit",
    "pre-tool-use": "PreToolUse",
    "subagent-start": "SubagentStart",
    "pre-compact": "PreCompact",
    "session-end": "SessionEnd",
}

# Seconds; the client's default for a prompt is 30. A hook that needs 10 is broken and must not hold us up.
_TIMEOUT = 10

_MANAGED = {"darwin": "/Library/Application Support/ClaudeCode", "win32": "C:/Program Files/ClaudeCode"}


def detect(env: Mapping[str, str]) -> bool:
    """Whether Claude Code has a configuration folder here."""
    return config_dir(env).is_dir()


def config_dir(env: Mapping[str, str]) -> Path:
    """`CLAUDE_CONFIG_DIR` where it is set and not empty, else `.claude` in the home folder."""
    chosen = env.get("CLAUDE_CONFIG_DIR")
    return Path(chosen).absolute() if chosen else _home(env) / ".claude"


def settings_path(scope: str, config_dir: Path, project: Path) -> Path:  # noqa: ARG001 - project: see SCOPES
    """`settings.json` of the scope; raises WaysGuardError for a scope that is not in SCOPES."""
    if scope == "user":
        return config_dir / "settings.json"
    raise WaysGuardError(f"{NAME} has no scope {scope!r}; choose one of: {', '.join(SCOPES)}")


def hook_entries(launcher: Path) -> tuple[HookEntry, ...]:
    """One shell-form command a event: shell form, because clients before 2.1.139 drop `args` in silence."""
    program = _quoted(launcher)
    return tuple(
        HookEntry(native, {"type": "command", "command": f"{program} {event}", "timeout": _TIMEOUT})
        for event, native in EVENTS.items()
    )


def language(config_dir: Path, project: Path) -> Setting | None:
    """The client's `language` from the first file that has one: managed, project local, project, user.

    A file that is missing, unreadable or not JSON is skipped, as the client skips it.
    """
    for source, document in settings(config_dir, project):
        value = document.get("language")
        if isinstance(value, str) and value.strip():
            return Setting(value, source)
    return None


def settings(config_dir: Path, project: Path) -> Iterator[tuple[str, managed.Document]]:
    """Every document of settings that the client reads in the project, the strongest first, with its source."""
    yield from managed.documents(managed_dir())
    yield from ((str(path), managed.read(path)) for path in _settings_files(config_dir, project))


def decode(payload: Mapping[str, Any]) -> Mapping[str, Any]:
    """The payload as it is; hosts that run Claude Code's hooks may spell its fields as `sessionId`."""
    return {_snake(key): value for key, value in payload.items()} | dict(payload)


def _snake(key: str) -> str:
    return re.sub(r"(?<=[a-z0-9])([A-Z])", r"_\1", key).lower() if isinstance(key, str) else key


def encode(event: str, text: str) -> Mapping[str, Any]:
    """The envelope; never a decision about a permission, which would be one."""
    return {"hookSpecificOutput": {"hookEventName": EVENTS[event], "additionalContext": text}}


def managed_dir() -> Path:
    """Where an administrator puts settings that nobody can override."""
    return Path(_MANAGED.get(sys.platform, "/etc/claude-code"))


def _settings_files(config_dir: Path, project: Path) -> Iterator[Path]:
    # Clients from 2.1.211 on read the local file at the root of the work tree, older ones where they started.
    for folder in dict.fromkeys((_git_root(project), project)):
        yield folder / ".claude" / "settings.local.json"
    yield project / ".claude" / "settings.json"
    yield config_dir / "settings.json"


def _git_root(project: Path) -> Path:
    folders = (project, *project.parents)
    return next((folder for folder in folders if (folder / ".git").exists()), project)


def _home(env: Mapping[str, str]) -> Path:
    home = env.get("USERPROFILE" if os.name == "nt" else "HOME")
    return Path(home).absolute() if home else Path.home()


def _quoted(program: Path) -> str:
    """The path in double quotes with forward slashes, safe in sh and in Git Bash, which eats backslashes."""
    path = program.as_posix()
    return '"' + re.sub(r'(["$`\\])', r"\\\1", path) + '"'
