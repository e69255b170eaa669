"""Our hooks as a plugin of Claude Code: the files of `plugin/`, and the marketplace here that lists it.

The other way to install them is to write the person's settings; both at once would run each hook twice.
"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import PurePath
from typing import Any

from ways_guard import __version__
from ways_guard.agents import claude_code
from ways_guard.agents.claude_client import PLUGIN
from ways_guard.install.edit import element_of

FOLDER = "plugin"
"""Where the plugin is, from the top of the repository."""

_AUTHOR = {"name": "The ways-guard developers"}
_SUMMARY = "Guidance from ways, there when a prompt needs it, in any language"


def files() -> dict[str, Mapping[str, Any]]:
    """Each file's path from the top of the repository, and the document that it holds."""
    return {
        ".claude-plugin/marketplace.json": _marketplace(),
        f"{FOLDER}/.claude-plugin/plugin.json": _manifest(),
        f"{FOLDER}/hooks/hooks.json": _hooks(),
    }


def _marketplace() -> dict[str, Any]:
    entry = {"name": PLUGIN, "source": f"./{FOLDER}", "description": _SUMMARY, "license": "MIT"}
    return {
        "name": PLUGIN,
        "owner": _AUTHOR,
        "metadata": {"description": "The hooks of ways-guard as a plugin"},
        "plugins": [entry],
    }


def _manifest() -> dict[str, Any]:
    return {
        "name": PLUGIN,
        "version": __version__,
        "description": f"{_SUMMARY}. Needs the program: pipx install 'ways-guard[embedded]'",
        "author": _AUTHOR,
        "license": "MIT",
        "keywords": ["guidance", "multilingual", "ways"],
    }


def _hooks() -> dict[str, Any]:
    """Entries that travel: they find the program on PATH, and do nothing where it is not there."""
    events: dict[str, list[Any]] = {}
    for entry in claude_code.hook_entries(PurePath("ways-guard-hook"), "project"):
        events.setdefault(entry.event, []).append(element_of(entry, claude_code.SHAPE))
    return {"description": _SUMMARY, "hooks": events}
