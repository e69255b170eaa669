"""Claude Code: where its settings live, what a hook entry looks like, which language it is set to."""

from __future__ import annotations

import sys
from collections.abc import Iterator, Mapping
from pathlib import Path, PurePath
from typing import Any, NamedTuple

from ways_guard.agents import managed
from ways_guard.agents.common import GUARDED, home_of, quoted, snake_case
from ways_guard.agents.protocol import GROUPS, HookEntry, Setting, SettingsDocument, Version
from ways_guard.agents.work_tree import git_root
from ways_guard.errors import WaysGuardError

NAME = "claude-code"
EXPERIMENTAL = False
AFTERWARDS = ""
MARK = ""
SHAPE = GROUPS


class _Event(NamedTuple):
    """One event: the client's name for it, our time limit in seconds, and as in `HookEntry`."""

    native: str
    timeout: int
    matcher: str | None = None
    since: Version | None = None


# The tools whose input says what is about to be done: commands to run, files to change, tasks for a sub-agent.
_TOOLS = "Bash|PowerShell|Edit|Write|MultiEdit|NotebookEdit|Agent|Task"
# Limits far below the client's own (30 s for a prompt): a hook that takes so long is broken and must not hold
# anybody up. All that run at the end of a session share 1.5 s.
_EVENTS: Mapping[str, _Event] = {
    "session-start": _Event("SessionStart", 10),
    "user-prompt-submit": _Event("UserPromptSubmit", 10),
    "pre-tool-use": _Event("PreToolUse", 5, _TOOLS),
    # Before 2.1.101 one unknown event makes the client drop the whole file.
    "subagent-start": _Event("SubagentStart", 5, since=(2, 0, 43)),
    "pre-compact": _Event("PreCompact", 5),
    "session-end": _Event("SessionEnd", 1),
}
EVENTS: Mapping[str, str] = {name: event.native for name, event in _EVENTS.items()}

_FILES = {
    "project": ".claude/settings.json",  # of everybody who works on the project
    "local": ".claude/settings.local.json",  # of this person in this project; git ignores it
}
SCOPES: tuple[str, ...] = ("user", *_FILES)

_MANAGED = {"darwin": "/Library/Application Support/ClaudeCode", "win32": "C:/Program Files/ClaudeCode"}


def detect(env: Mapping[str, str]) -> bool:
    """Whether Claude Code has a configuration folder here."""
    return config_dir(env).is_dir()


def config_dir(env: Mapping[str, str]) -> Path:
    """`CLAUDE_CONFIG_DIR` where it is set and not empty, else `.claude` in the home folder."""
    chosen = env.get("CLAUDE_CONFIG_DIR")
    return Path(chosen).absolute() if chosen else home_of(env) / ".claude"


def settings_path(scope: str, config_dir: Path, project: Path) -> Path:
    """The settings file of the scope; raises WaysGuardError for a scope that is not in SCOPES."""
    if scope not in SCOPES:
        raise WaysGuardError(f"{NAME} has no scope {scope!r}; choose one of: {', '.join(SCOPES)}")
    return project / _FILES[scope] if scope in _FILES else config_dir / "settings.json"


def hook_entries(launcher: PurePath, scope: str = "user") -> tuple[HookEntry, ...]:
    """One shell-form command an event: shell form, because clients before 2.1.139 drop `args` in silence."""
    start = GUARDED if scope == "project" else quoted(launcher)
    return tuple(
        HookEntry(
            event.native,
            {"type": "command", "command": f"{start} {name}", "timeout": event.timeout},
            event.matcher,
            event.since,
        )
        for name, event in _EVENTS.items()
    )


def client(env: Mapping[str, str]) -> Path | None:
    """The `claude` on this machine, None where there is none."""
    from ways_guard.agents import claude_client

    return claude_client.program(env, home_of(env))


def client_version(env: Mapping[str, str]) -> Version | None:
    """What the `claude` on this machine says of itself; None where there is none."""
    from ways_guard.agents import claude_client

    return claude_client.version(env, home_of(env))


def plugin(config_dir: Path, project: Path) -> Setting | None:
    """Our plugin, if some settings file in force in the project switches it on."""
    from ways_guard.agents import claude_client

    return claude_client.plugin(settings(config_dir, project))


def language(config_dir: Path, project: Path) -> Setting | None:
    """The client's `language` from the first file that has one: managed, project local, project, user.

    A file that is missing, unreadable or not JSON is skipped, as the client skips it.
    """
    for document in settings(config_dir, project):
        value = document.values.get("language")
        if isinstance(value, str) and value.strip():
            return Setting(value, document.source)
    return None


def settings(config_dir: Path, project: Path) -> Iterator[SettingsDocument]:
    """Every document of settings that the client reads in the project, the strongest first."""
    for source, document in managed.documents(managed_dir()):
        yield SettingsDocument(source, document, managed=True)
    for path in _settings_files(config_dir, project):
        yield SettingsDocument(str(path), managed.read(path))


def decode(payload: Mapping[str, Any]) -> Mapping[str, Any]:
    """The payload as it is; hosts that run Claude Code's hooks may spell its fields as `sessionId`."""
    return snake_case(payload)


def encode(event: str, text: str) -> Mapping[str, Any]:
    """The envelope; never a decision about a permission, which would be one."""
    return {"hookSpecificOutput": {"hookEventName": EVENTS[event], "additionalContext": text}}


def managed_dir() -> Path:
    """Where an administrator puts settings that nobody can override."""
    return Path(_MANAGED.get(sys.platform, "/etc/claude-code"))


def _settings_files(config_dir: Path, project: Path) -> Iterator[Path]:
    """Every file below an administrator's that the client takes settings from, the strongest first."""
    # Clients from 2.1.211 on read the local file at the root of the work tree, older ones where they started.
    for folder in dict.fromkeys((git_root(project) or project, project)):
        yield folder / ".claude" / "settings.local.json"
    yield project / ".claude" / "settings.json"
    yield config_dir / "settings.json"
