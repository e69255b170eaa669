"""Which hooks stand in an agent's settings: ours, and those of the system that ours came from."""

from __future__ import annotations

import os
import re
import shlex
import shutil
from collections.abc import Iterator, Mapping
from pathlib import Path, PurePath
from typing import Any, NamedTuple

from ways_guard.agents import strict_json
from ways_guard.agents.protocol import COMMANDS, AgentConfig
from ways_guard.errors import WaysGuardError
from ways_guard.files import expanded, read_bytes
from ways_guard.install.replace import is_read_only
from ways_guard.way.positions import JsonSyntaxError, line_column, parse

OURS = "ours"
ORIGINAL = "original"
_PROGRAM = re.compile(r"ways-guard-hook(\.exe)?", re.IGNORECASE)
# The shell scripts of agent-ways, which put the same guidance in: `${HOME}/.claude/hooks/ways/check-prompt.sh`.
_SCRIPT = re.compile(r"\bhooks[/\\]+ways[/\\]+[\w./\\-]+\.sh\b")


class Hook(NamedTuple):
    """One handler in a settings file: whose it is, its event and command, and for ours the program that it runs.

    `program` is the path or name as it is written, `found` the file that this means here, None where there is none.
    """

    kind: str
    event: str
    command: str
    program: str = ""
    found: Path | None = None


class Settings(NamedTuple):
    """A settings file of one scope: `error` says why the agent cannot use it, "" where it can, or there is none."""

    scope: str
    path: Path
    exists: bool = False
    error: str = ""
    writable: bool = True
    target: Path | None = None
    hooks: tuple[Hook, ...] = ()
    document: Mapping[str, Any] = {}


def all_scopes(agent: AgentConfig, config_dir: Path, project: Path) -> list[Settings]:
    """The settings files of every scope, each file once. Never raises."""
    paths = {scope: agent.settings_path(scope, config_dir, project) for scope in agent.SCOPES}
    first: dict[str, str] = {}
    for scope, path in paths.items():
        first.setdefault(os.path.realpath(path), scope)
    return [read(scope, paths[scope]) for scope in first.values()]


def read(scope: str, path: Path) -> Settings:
    """What stands in a settings file. Never raises."""
    if not os.path.lexists(path):
        return Settings(scope, path)
    link = Path(os.path.realpath(path)) if path.is_symlink() else None
    try:
        data = read_bytes(path)
    except WaysGuardError as error:
        return Settings(scope, path, True, str(error).removeprefix(f"{path}: "), target=link)
    target = Path(os.path.realpath(path))
    writable = not is_read_only(target) and os.access(target.parent, os.W_OK)
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        return Settings(scope, path, True, f"not UTF-8 at byte {error.start}", writable, link)
    try:
        document = strict_json.loads(text) if text.strip() else {}
    except RecursionError:
        return Settings(scope, path, True, "not JSON: nested too deeply", writable, link)
    except ValueError as error:
        return Settings(scope, path, True, f"not JSON: {_reason(text) or error}", writable, link)
    if not isinstance(document, dict):
        return Settings(scope, path, True, "not a JSON object", writable, link)
    return Settings(scope, path, True, "", writable, link, tuple(hooks(document)), document)


def _reason(text: str) -> str:
    """Why a text is no JSON, and where, in the installer's words."""
    try:
        parse(text)
    except JsonSyntaxError as error:
        line, column = line_column(text, error.offset)
        return f"{error.message} at line {line}, column {column}"
    return ""


def hooks(document: Mapping[str, Any]) -> Iterator[Hook]:
    """Our handlers and the original system's; what has another shape holds none."""
    events = document.get("hooks")
    for event, groups in events.items() if isinstance(events, dict) else ():
        for handler in _handlers(groups):
            hook = _hook(event, handler)
            if hook:
                yield hook


def _handlers(elements: object) -> Iterator[dict[str, Any]]:
    """The handlers of an event, which lists them in groups, or as they are."""
    for element in elements if isinstance(elements, list) else ():
        handlers = element.get("hooks", [element]) if isinstance(element, dict) else None
        yield from (one for one in (handlers if isinstance(handlers, list) else ()) if isinstance(one, dict))


def _hook(event: str, handler: Mapping[str, Any]) -> Hook | None:
    lines = (handler.get(name) for name in COMMANDS)
    command, arguments = next((line for line in lines if isinstance(line, str)), None), handler.get("args", [])
    if command is None or not isinstance(arguments, list):
        return None
    program = _program(command)
    if program:
        line = shlex.join([command, *map(str, arguments)]) if arguments else command
        return Hook(OURS, event, line, program, _found(program))
    return Hook(ORIGINAL, event, command) if _SCRIPT.search(command) else None


def _program(command: str) -> str:
    """The word of a command that names our program, "" where none does."""
    try:
        words = [command, *shlex.split(command)]
    except ValueError:  # a quote without its other half
        words = [command]
    return next(
        (word for word in reversed(words) if _PROGRAM.fullmatch(PurePath(word.replace("\\", "/")).name)), ""
    )


def _found(program: str) -> Path | None:
    found = shutil.which(expanded(os.path.expandvars(program)))
    return Path(found) if found else None
