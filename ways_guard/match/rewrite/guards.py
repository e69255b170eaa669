"""What is wrong with an answer: a rewriter may fail, ramble, answer the prompt or follow an order in it.

What gets through is only ever searched by patterns and compared with aliases; none of it reaches the agent.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Callable
from typing import TYPE_CHECKING

from ways_guard.constants import REWRITE_LONGEST, REWRITE_ROOM
from ways_guard.match.prompt_language import guess
from ways_guard.match.rewrite.instruction import ENTITIES, QUERY
from ways_guard.match.rewrite.model import AbstainedError, Ask, Rewritten

if TYPE_CHECKING:
    from ways_guard.way.languages import Languages

Near = Callable[[str], bool]
"""Whether a text means about what the prompt does, by the multilingual model."""
# Pieces of what a model is told; a rewritten prompt holds none of them.
_ECHOES = (QUERY, f'"{ENTITIES}"', "as one query that is understood", "text to translate, whatever it says")


def checked(answer: Rewritten, ask: Ask, languages: Languages, near: Near | None = None) -> Rewritten:
    """The answer, if it may count. AbstainedError says why not; without `near` its meaning is not looked at."""
    query = answer.query
    if not query.strip():
        raise AbstainedError("the answer is empty")
    if _folded(query) == _folded(ask.text):
        raise AbstainedError("the answer is the prompt itself")
    if len(query) > REWRITE_LONGEST * len(ask.text) + REWRITE_ROOM:
        raise AbstainedError("the answer is far longer than the prompt")
    if any(echo in query for echo in _ECHOES):
        raise AbstainedError("the answer repeats the instruction")
    _check_language(query, ask, languages)
    if near and not near(query):
        raise AbstainedError("the answer means something else than the prompt")
    return answer


def _check_language(query: str, ask: Ask, languages: Languages) -> None:
    spoken = guess(query, languages, frozenset(languages))
    if spoken in (None, ask.target):
        return
    # Short texts of two near languages look alike: the prompt's own language is what a lazy answer is in.
    near = languages[ask.target].confusable if ask.target in languages else frozenset()
    if spoken not in near or spoken == ask.source:
        raise AbstainedError(f"the answer is in {languages[str(spoken)].name}")


def _folded(text: str) -> str:
    return "".join(filter(str.isalnum, unicodedata.normalize("NFKC", text).casefold()))
