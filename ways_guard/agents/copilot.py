"""GitHub Copilot CLI: a file of our own in its folder of hooks, a command a shell, answers that are flat.

Experimental: written after GitHub's "Copilot CLI hooks reference" and the changelog of github/copilot-cli, as of
August 2026.
"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path, PurePath, PureWindowsPath
from typing import Any

from ways_guard.agents import common
from ways_guard.agents.common import client_version as client_version
from ways_guard.agents.common import language as language
from ways_guard.agents.common import plugin as plugin
from ways_guard.agents.common import settings as settings
from ways_guard.agents.protocol import OWN_FILE, HookEntry

NAME = "copilot"
EXPERIMENTAL = True
AFTERWARDS = ""
MARK = ""
SHAPE = OWN_FILE
SCOPES: tuple[str, ...] = ("user", "project")
# Not preToolUse, where an error of a hook denies the tool, nor postToolUse, whose context it drops, nor
# subagentStart, whose payload does not tell one sub-agent from another.
EVENTS: Mapping[str, str] = {
    "session-start": "sessionStart",
    "user-prompt-submit": "userPromptSubmitted",
    "pre-compact": "preCompact",
}

_FILE = "ways-guard.json"
_SECONDS = {"session-start": 10, "user-prompt-submit": 10, "pre-compact": 5}


def detect(env: Mapping[str, str]) -> bool:
    """Whether Copilot CLI has a folder here."""
    return config_dir(env).is_dir()


def config_dir(env: Mapping[str, str]) -> Path:
    """`COPILOT_HOME` where it is set and not empty, else `.copilot` in the home folder."""
    chosen = env.get("COPILOT_HOME")
    return Path(chosen).absolute() if chosen else common.home_of(env) / ".copilot"


def settings_path(scope: str, config_dir: Path, project: Path) -> Path:
    """Our file beside the hooks of others; WaysGuardError for a scope that is not in SCOPES."""
    return common.settings_path(NAME, scope, config_dir / "hooks" / _FILE, project / ".github" / "hooks" / _FILE)


def hook_entries(launcher: PurePath, scope: str = "user") -> tuple[HookEntry, ...]:
    """One command an event, for the shell that there is on this machine; for `bash` in a file that travels."""
    powershell = isinstance(launcher, PureWindowsPath) and scope != "project"
    return tuple(
        HookEntry(
            native,
            {
                "type": "command",
                "powershell" if powershell else "bash": _command(launcher, scope, name, call=powershell),
                "timeoutSec": _SECONDS[name],
            },
        )
        for name, native in EVENTS.items()
    )


def client(env: Mapping[str, str]) -> Path | None:
    """The `copilot` on PATH."""
    return common.program("copilot", env)


def decode(payload: Mapping[str, Any]) -> Mapping[str, Any]:
    """The payload in snake case; which event it is only the command says."""
    return common.snake_case(payload)


def encode(event: str, text: str) -> Mapping[str, Any]:
    """The text as its answers hold it."""
    return {"additionalContext": text}


def _command(launcher: PurePath, scope: str, event: str, *, call: bool) -> str:
    """The command line; PowerShell calls a quoted program by `&` alone."""
    line = common.command(launcher, scope, event, NAME)
    return f"& {line}" if call and line.startswith('"') else line
