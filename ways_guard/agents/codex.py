"""Codex CLI: hooks in a file of their own, payloads and answers as Claude Code has them, patches as its one edit.

Experimental: written after developers.openai.com/codex/hooks and the schemas in openai/codex
(codex-rs/hooks/schema/generated), as of November 2026.
"""

from __future__ import annotations

import posixpath
import re
from collections.abc import Mapping
from pathlib import Path, PurePath, PureWindowsPath
from typing import Any

from ways_guard.agents import common
from ways_guard.agents.common import client_version as client_version
from ways_guard.agents.common import language as language
from ways_guard.agents.common import plugin as plugin
from ways_guard.agents.common import settings as settings
from ways_guard.agents.protocol import GROUPS, HookEntry

NAME = "codex"
EXPERIMENTAL = True
AFTERWARDS = "Codex leaves out hooks that you have not trusted, without a word: trust ours in its /hooks"
MARK = "turn_id"
SHAPE = GROUPS
SCOPES: tuple[str, ...] = ("user", "project")
EVENTS: Mapping[str, str] = {
    "session-start": "SessionStart",
    "user-prompt-submit": "UserPromptSubmit",
    "pre-tool-use": "PreToolUse",
    "subagent-start": "SubagentStart",
    "pre-compact": "PreCompact",
}

_SECONDS = {"session-start": 10, "user-prompt-submit": 10}
_OTHERWISE = 5  # Its own limit is 600: a hook that takes so long is broken and must not hold anybody up.
_MATCHERS = {"pre-tool-use": "Bash|apply_patch"}
_PATCHED = re.compile(r"^\*\*\* (?:(?:Add|Update|Delete) File|Move to): (.+?)\s*$", re.MULTILINE)


def detect(env: Mapping[str, str]) -> bool:
    """Whether Codex has a folder here."""
    return config_dir(env).is_dir()


def config_dir(env: Mapping[str, str]) -> Path:
    """`CODEX_HOME` where it is set and not empty, else `.codex` in the home folder."""
    chosen = env.get("CODEX_HOME")
    return Path(chosen).absolute() if chosen else common.home_of(env) / ".codex"


def settings_path(scope: str, config_dir: Path, project: Path) -> Path:
    """`hooks.json` of the person or of the project; WaysGuardError for a scope that is not in SCOPES."""
    return common.settings_path(NAME, scope, config_dir / "hooks.json", project / ".codex" / "hooks.json")


def hook_entries(launcher: PurePath, scope: str = "user") -> tuple[HookEntry, ...]:
    """One command an event, limits in seconds."""
    return tuple(
        HookEntry(
            native,
            {
                "type": "command",
                "command": common.command(launcher, scope, name, NAME),
                "timeout": _SECONDS.get(name, _OTHERWISE),
            },
            _MATCHERS.get(name),
        )
        for name, native in EVENTS.items()
    )


def client(env: Mapping[str, str]) -> Path | None:
    """The `codex` on PATH."""
    return common.program("codex", env)


def decode(payload: Mapping[str, Any]) -> Mapping[str, Any]:
    """The payload as it is, and a patch as the edit of the files that it names."""
    if payload.get("tool_name") != "apply_patch":
        return payload
    given = payload.get("tool_input")
    patch = given.get("command") if isinstance(given, Mapping) else None
    paths = _paths(patch, payload.get("cwd")) if isinstance(patch, str) else []
    return {**payload, "tool_name": "Edit", "tool_input": {"file_paths": paths}}


def encode(event: str, text: str) -> Mapping[str, Any]:
    """The envelope and nothing beside it: Codex refuses an answer with a key that it does not know."""
    return {"hookSpecificOutput": {"hookEventName": EVENTS[event], "additionalContext": text}}


def _paths(patch: str, cwd: object) -> list[str]:
    """The files of a patch; it names them from the folder that the session is in."""
    folder = cwd.replace("\\", "/") if isinstance(cwd, str) else ""
    named = (path.replace("\\", "/") if PureWindowsPath(folder).drive else path for path in _PATCHED.findall(patch))
    return [posixpath.normpath(posixpath.join(folder, path)) for path in dict.fromkeys(named)]
