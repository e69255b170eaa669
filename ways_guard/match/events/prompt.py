"""A prompt: the ways that it needs, by its meaning and by its words."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from ways_guard.constants import REWRITE_TURNS
from ways_guard.match import family, log, session, transcript
from ways_guard.match.events import state
from ways_guard.match.events.request import Reply, Request
from ways_guard.match.events.show import show
from ways_guard.match.typed import typed

if TYPE_CHECKING:
    from ways_guard.match.verdict import Answer


def user_prompt_submit(request: Request) -> Reply:
    """The bodies of the ways that the prompt needs, and of state ways whose trigger holds."""
    prompt = request.payload.get("prompt")
    session.turn(request.told)
    said = typed(prompt) if isinstance(prompt, str) else ""
    answer = answered(request, said, request.who) if said else None
    fired = family.with_parents(answer) if answer else []
    return show(request, "user-prompt-submit", [*fired, *state.due(request, request.who)], answer=answer)


def _before(request: Request, text: str) -> Sequence[str]:
    """The user's turns before, for a rewriter: a follow-up does not say what it is about."""
    if request.matcher.rewriter is None or request.who == "subagent":
        return ()
    said = map(typed, transcript.said(request.payload.get("transcript_path")))
    return [turn for turn in said if turn and turn != text][-REWRITE_TURNS:]


def answered(request: Request, text: str, who: str) -> Answer:
    """What fires for a text; whatever is wrong with models or corpus, patterns need neither."""
    gate = request.open_to(who)
    try:
        return request.matcher.match(text, gate=gate, before=_before(request, text))
    except Exception as error:
        from ways_guard.match.engines import Models

        log.failure(error)
        matcher = replace(request.matcher, models=Models(), calibration=None)
        if matcher.rewriter and request.left() < matcher.rewriter.seconds:  # too late to ask it once more
            matcher = replace(matcher, rewriter=None)
        return matcher.match(text, gate=gate)
