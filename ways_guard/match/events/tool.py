"""A tool that the agent is about to use: ways by `commands:` and `files:`, and what a sub-agent will be asked."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from pathlib import PurePosixPath, PureWindowsPath
from typing import TYPE_CHECKING, Any

from ways_guard.match import tasks, triggers
from ways_guard.match.events import state
from ways_guard.match.events.prompt import answered
from ways_guard.match.events.request import Reply, Request
from ways_guard.match.events.show import show
from ways_guard.match.verdict import Verdict

if TYPE_CHECKING:
    from pathlib import Path

    from ways_guard.match.sets import Entry


def pre_tool_use(request: Request) -> Reply:
    """The ways for the command or file; for a sub-agent's task nothing yet, see `subagent_start`."""
    handler = TOOLS.get(str(request.payload.get("tool_name")))
    given = request.payload.get("tool_input")
    return handler(request, given) if handler and isinstance(given, dict) else Reply()


def _command(request: Request, given: Mapping[str, Any]) -> Reply:
    return _shown(request, "commands", [_text(given, "command")])


def _file(request: Request, given: Mapping[str, Any]) -> Reply:
    several = given.get("file_paths")
    paths = [path for path in several if isinstance(path, str)] if isinstance(several, list) else []
    paths = paths or [_text(given, "file_path") or _text(given, "notebook_path")]
    place = request.scene.project or request.scene.folder
    return _shown(request, "files", [text for path in paths for text in spellings(path, place)])


def _task(request: Request, given: Mapping[str, Any]) -> Reply:
    """Match the task now, while its text is there, and keep the ids for the sub-agent that starts next."""
    text = "\n\n".join(filter(None, (_text(given, "description"), _text(given, "prompt"))))
    found = answered(request, text, "subagent").fired if text.strip() else ()
    kind = _text(given, "subagent_type") or tasks.USUAL_KIND
    tasks.announce(request.payload, kind, [tasks.Found.of(verdict) for verdict in found])
    return Reply()


TOOLS: Mapping[str, Callable[[Request, Mapping[str, Any]], Reply]] = {
    "Bash": _command,
    "PowerShell": _command,
    "Edit": _file,
    "Write": _file,
    "MultiEdit": _file,
    "NotebookEdit": _file,
    "Agent": _task,
    "Task": _task,
}
"""The tools that ways may be for, by the client's names."""


def _shown(request: Request, field: str, texts: Iterable[str]) -> Reply:
    fired = by_pattern(request.matcher.ways.entries, field, texts, request.open_to(request.who))
    return show(request, "pre-tool-use", [*fired, *state.due(request, request.who)])


def by_pattern(
    entries: Iterable[Entry], field: str, texts: Iterable[str], gate: Callable[[Entry], bool]
) -> list[Verdict]:
    """The ways whose `commands` or `files` (the field) match one of the texts, and that the gate lets through."""
    wanted = [text for text in texts if text]
    fired = []
    for entry in entries:
        pattern = entry.trigger.get(field)
        found = next((text for text in wanted if triggers.search(pattern, text)), None) if pattern else None
        if found and gate(entry):
            fired.append(Verdict(entry, None, found, "symbolic", f"its {field} match"))
    return fired


def spellings(path: str, place: Path) -> list[str]:
    """How `files:` may mean a path: whole, and from the project, with slashes on every system."""
    if not path:
        return []
    windows = "\\" in path and PureWindowsPath(path).drive
    whole = (PureWindowsPath(path) if windows else PurePosixPath(path)).as_posix()
    base = place.as_posix().rstrip("/") + "/"
    return [whole.removeprefix(base), whole] if whole.startswith(base) else [whole]


def _text(given: Mapping[str, Any], name: str) -> str:
    value = given.get(name)
    return value if isinstance(value, str) else ""
