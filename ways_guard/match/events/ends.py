"""What ends a conversation, or most of it: nothing is said, but the agent no longer knows what it was shown."""

from __future__ import annotations

from ways_guard.folders import state_dir
from ways_guard.match import session
from ways_guard.match.events.request import Reply, Request


def pre_compact(request: Request) -> Reply:
    """Forget what the conversation was shown: a summary does not hold it."""
    session.forget(request.told)
    return Reply()


def session_end(request: Request) -> Reply:
    """Forget a conversation that was cleared; any other may be resumed. Old sessions go, too."""
    if request.payload.get("reason") == "clear":
        session.forget(request.told)
    session.prune(state_dir())
    return Reply()
