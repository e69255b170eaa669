"""Gemini CLI: hooks among its settings, with events of its own and limits in milliseconds.

Experimental: written after docs/hooks/reference.md of google-gemini/gemini-cli, as of August 2026.
"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path, PurePath
from typing import Any, NamedTuple

from ways_guard.agents import common
from ways_guard.agents.common import client_version as client_version
from ways_guard.agents.common import language as language
from ways_guard.agents.common import plugin as plugin
from ways_guard.agents.common import settings as settings
from ways_guard.agents.protocol import GROUPS, HookEntry

NAME = "gemini"
EXPERIMENTAL = True
AFTERWARDS = ""
MARK = ""
SHAPE = GROUPS
SCOPES: tuple[str, ...] = ("user", "project")


class _Event(NamedTuple):
    """Its name for an event, our time limit in milliseconds, and which tools."""

    native: str
    timeout: int
    matcher: str | None = None


_EVENTS: Mapping[str, _Event] = {
    "session-start": _Event("SessionStart", 10_000),
    "user-prompt-submit": _Event("BeforeAgent", 10_000),
    # BeforeTool takes no context. After it comes as early as with Claude Code, where the text follows the result.
    "pre-tool-use": _Event("AfterTool", 5_000, "run_shell_command|write_file|replace"),
    "pre-compact": _Event("PreCompress", 5_000),
}
EVENTS: Mapping[str, str] = {name: event.native for name, event in _EVENTS.items()}

_TOOLS = {"run_shell_command": "Bash", "write_file": "Write", "replace": "Edit"}


def detect(env: Mapping[str, str]) -> bool:
    """Whether Gemini CLI has a folder here."""
    return config_dir(env).is_dir()


def config_dir(env: Mapping[str, str]) -> Path:
    """`.gemini` in the home folder."""
    return common.home_of(env) / ".gemini"


def settings_path(scope: str, config_dir: Path, project: Path) -> Path:
    """`settings.json` of the person or of the project; WaysGuardError for a scope that is not in SCOPES."""
    return common.settings_path(NAME, scope, config_dir / "settings.json", project / ".gemini" / "settings.json")


def hook_entries(launcher: PurePath, scope: str = "user") -> tuple[HookEntry, ...]:
    """One command an event, each with the name that its /hooks panel shows."""
    return tuple(
        HookEntry(
            event.native,
            {
                "name": f"ways-guard-{name}",
                "type": "command",
                "command": common.command(launcher, scope, name, NAME),
                "timeout": event.timeout,
            },
            event.matcher,
        )
        for name, event in _EVENTS.items()
    )


def client(env: Mapping[str, str]) -> Path | None:
    """The `gemini` on PATH."""
    return common.program("gemini", env)


def decode(payload: Mapping[str, Any]) -> Mapping[str, Any]:
    """The payload, whose fields are Claude Code's, with the tools' names translated."""
    return common.tool_use(payload, _TOOLS)


def encode(event: str, text: str) -> Mapping[str, Any]:
    """The envelope."""
    return {"hookSpecificOutput": {"hookEventName": EVENTS[event], "additionalContext": text}}
