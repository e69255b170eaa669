"""Cursor: a list of handlers an event in a file of its own, and answers that are flat.

It also runs the hooks in Claude Code's settings, with payloads of its own, known by their `cursor_version`.

Experimental: written after cursor.com/docs/hooks and /docs/reference/third-party-hooks, as of September 2026.
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
from ways_guard.agents.protocol import FLAT, HookEntry

NAME = "cursor"
EXPERIMENTAL = True
AFTERWARDS = ""
MARK = "cursor_version"
SHAPE = FLAT
SCOPES: tuple[str, ...] = ("user", "project")


class _Event(NamedTuple):
    """Its name for an event, our time limit in seconds, and which tools."""

    native: str
    timeout: int
    matcher: str | None = None


_EVENTS: Mapping[str, _Event] = {
    "session-start": _Event("sessionStart", 10),
    "user-prompt-submit": _Event("beforeSubmitPrompt", 10),
    # preToolUse decides about permissions; its context is documented for what comes after the tool.
    "pre-tool-use": _Event("postToolUse", 5, "Shell|Write"),
    "pre-compact": _Event("preCompact", 5),
}
EVENTS: Mapping[str, str] = {name: event.native for name, event in _EVENTS.items()}

_TOOLS = {"Shell": "Bash"}
_PATHS = ("file_path", "path", "target_file")


def detect(env: Mapping[str, str]) -> bool:
    """Whether Cursor has a folder here."""
    return config_dir(env).is_dir()


def config_dir(env: Mapping[str, str]) -> Path:
    """`.cursor` in the home folder."""
    return common.home_of(env) / ".cursor"


def settings_path(scope: str, config_dir: Path, project: Path) -> Path:
    """`hooks.json` of the person or of the project; WaysGuardError for a scope that is not in SCOPES."""
    return common.settings_path(NAME, scope, config_dir / "hooks.json", project / ".cursor" / "hooks.json")


def hook_entries(launcher: PurePath, scope: str = "user") -> tuple[HookEntry, ...]:
    """One command an event, limits in seconds."""
    return tuple(
        HookEntry(
            event.native,
            {"command": common.command(launcher, scope, name, NAME), "timeout": event.timeout},
            event.matcher,
        )
        for name, event in _EVENTS.items()
    )


def client(env: Mapping[str, str]) -> Path | None:
    """The `cursor-agent` on PATH."""
    return common.program("cursor-agent", env)


def decode(payload: Mapping[str, Any]) -> Mapping[str, Any]:
    """The payload with conversation, folder, tool and file where Claude Code has them."""
    found = common.tool_use(common.snake_case(payload), _TOOLS)
    conversation = found.get("conversation_id")
    if isinstance(conversation, str) and conversation:
        found["session_id"] = conversation
    if not found.get("cwd"):
        found["cwd"] = _root(found.get("workspace_roots"))
    given = found.get("tool_input")
    if isinstance(given, Mapping):
        path = next((given[name] for name in _PATHS if isinstance(given.get(name), str)), "")
        found["tool_input"] = {**given, "file_path": path}
    return found


def encode(event: str, text: str) -> Mapping[str, Any]:
    """The text as its answers hold it, which for a prompt also say whether to go on."""
    goes_on = {"continue": True} if event == "user-prompt-submit" else {}
    return {**goes_on, "additional_context": text}


def _root(roots: object) -> str:
    """The first of the folders of a workspace."""
    return next((root for root in roots if isinstance(root, str)), "") if isinstance(roots, list) else ""
