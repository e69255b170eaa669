"""What each event of an agent answers. A new event is one function and one line here."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from ways_guard.match.events.ends import pre_compact, session_end
from ways_guard.match.events.prompt import user_prompt_submit
from ways_guard.match.events.request import MatcherFor, Payload, Reply, Request, as_it_stands, symbolic
from ways_guard.match.events.start import session_start
from ways_guard.match.events.subagent import subagent_start
from ways_guard.match.events.tool import pre_tool_use

EVENTS: Mapping[str, Callable[[Request], Reply]] = {
    "session-start": session_start,
    "user-prompt-submit": user_prompt_submit,
    "pre-tool-use": pre_tool_use,
    "subagent-start": subagent_start,
    "pre-compact": pre_compact,
    "session-end": session_end,
}
"""By our names; an agent's module says what it calls them."""

__all__ = ["EVENTS", "MatcherFor", "Payload", "Reply", "Request", "as_it_stands", "symbolic"]
