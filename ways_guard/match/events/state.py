"""State ways: shown for what is the case, not for what was said."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from ways_guard.match.verdict import Verdict
from ways_guard.way.timing import CONTEXT_THRESHOLD, FILE_EXISTS, SESSION_START

if TYPE_CHECKING:
    from ways_guard.match.events.request import Request
    from ways_guard.match.sets import Entry

LAYER = "state"


def due(request: Request, who: str, *, starting: bool = False) -> list[Verdict]:
    """The state ways for `who` whose trigger holds now; at the start of a session those for it, too."""
    reasons = [(entry, _reason(entry, request, starting)) for entry in _open(request, who)]
    return [Verdict(entry, None, None, LAYER, reason) for entry, reason in reasons if reason]


def _open(request: Request, who: str) -> Sequence[Entry]:
    gate = request.open_to(who)
    return [entry for entry in request.matcher.ways.entries if entry.trigger.get("state") and gate(entry)]


def _reason(entry: Entry, request: Request, starting: bool) -> str:
    """Why it shows, "" where it does not."""
    state = entry.trigger["state"]
    trigger = state.get("trigger")
    if trigger == SESSION_START:
        return "a session starts" if starting else ""
    if trigger == FILE_EXISTS:
        return f"{state['path']} exists" if request.scene.files.exist(str(state.get("path"))) else ""
    if trigger == CONTEXT_THRESHOLD:
        tokens, window = request.position.tokens, request.scene.config.context_window
        full = tokens is not None and tokens >= float(state.get("percent", 100)) / 100 * window
        return "so much of the context window is full" if full else ""
    return ""
