"""Events answered in this process, their text as printed: what is noted after that has been noted."""

from __future__ import annotations

from typing import Any

from tests.home import Home
from ways_guard.match import events
from ways_guard.match.events import Reply, Request

SESSION = "7c0a"


def reply(home: Home, event: str, **values: Any) -> Reply:
    """What an event is answered, with nothing noted yet."""
    payload = {"session_id": SESSION, "cwd": str(home.project), **values}
    return events.EVENTS[event](Request(payload, home.environ))


def told(home: Home, event: str, **values: Any) -> str:
    """The text that an event adds."""
    found = reply(home, event, **values)
    if event != "session-start":  # that one would build the corpus in a process of its own
        found.after()
    return found.text


def prompted(home: Home, prompt: Any = "paint a zebra", **values: Any) -> str:
    """The text that a prompt adds."""
    return told(home, "user-prompt-submit", prompt=prompt, **values)


def used(home: Home, tool: str, given: Any, **values: Any) -> str:
    """The text that the use of a tool adds."""
    return told(home, "pre-tool-use", tool_name=tool, tool_input=given, **values)
