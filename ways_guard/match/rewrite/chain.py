"""From a prompt to its form in a canonical language, or to the reason why it stays as it is.

Nothing is guessed: whatever goes wrong, the raw prompt goes on.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from ways_guard.constants import REWRITE_LETTERS, REWRITE_LONGEST_MS, REWRITE_SECONDS, REWRITE_TURNS
from ways_guard.match.rewrite import PROVIDERS, breaker, cache, guards
from ways_guard.match.rewrite.mask import masked
from ways_guard.match.rewrite.model import AbstainedError, Ask, Rewritten

if TYPE_CHECKING:
    from ways_guard.way.languages import Languages


@dataclass(frozen=True)
class Rewriter:
    """Whom to ask, by the user's settings, and where answers and failures are kept."""

    settings: Mapping[str, Any]
    cache: Path
    state: Path
    languages: Languages

    @property
    def seconds(self) -> float:
        """What an answer may take."""
        return seconds(self.settings)

    def start(self, prompt: str, source: str | None, target: str, before: Sequence[str] = ()) -> Question:
        """Ask, and go on at once; the answer is fetched from the question."""
        text = masked(prompt)
        if reason := _unasked(text, source, target):
            return Question.settled(reason)
        ask = Ask(text, str(source), target, tuple(masked(turn) for turn in before)[-REWRITE_TURNS:])
        key = cache.key_of(ask, self.settings)
        if known := cache.load(self.cache, key):
            return Question.settled("", known)
        if breaker.is_open(self.state):
            return Question.settled("the rewriter failed several times and is left alone for a while")
        return Question.started(self, ask, key)


def seconds(settings: Mapping[str, Any]) -> float:
    """The deadline of the user's settings."""
    value = settings.get("deadline_ms")
    usable = isinstance(value, int | float) and not isinstance(value, bool) and 0 < value <= REWRITE_LONGEST_MS
    return float(value) / 1_000 if usable and value is not None else REWRITE_SECONDS


def _unasked(text: str, source: str | None, target: str) -> str:
    """Why a prompt needs no rewriting, "" where it does."""
    if source is None:
        return "its language is not sure"
    if source == target:
        return "it is in the canonical language"
    letters = sum(map(str.isalpha, text))
    return "" if letters >= REWRITE_LETTERS else "it is too short"


class Question:
    """A question that was asked in another thread; one whose answer was known from the start has none."""

    def __init__(self) -> None:
        self._done = threading.Event()
        self._answer: Rewritten | None = None
        self._reason = ""
        self._rewriter: Rewriter | None = None
        self._ask: Ask | None = None
        self._key = b""
        self._until = 0.0

    @classmethod
    def settled(cls, reason: str, answer: Rewritten | None = None) -> Question:
        """One that need not be asked."""
        question = cls()
        question._reason, question._answer = reason, answer
        question._done.set()
        return question

    @classmethod
    def started(cls, rewriter: Rewriter, ask: Ask, key: bytes) -> Question:
        """One that is asked now."""
        question = cls()
        question._rewriter, question._ask, question._key = rewriter, ask, key
        question._until = time.monotonic() + rewriter.seconds
        threading.Thread(target=question._run, daemon=True).start()
        return question

    def _left(self) -> float:
        return self._until - time.monotonic()

    def _run(self) -> None:
        assert self._rewriter
        assert self._ask
        settings = self._rewriter.settings
        try:
            self._answer = PROVIDERS[str(settings["provider"])].rewrite(self._ask, settings, self._left)
        except AbstainedError as error:
            self._reason = str(error)
        except Exception as error:  # a provider's fault is no reason to lose the prompt
            self._reason = f"the rewriter failed: {type(error).__name__}"
        self._done.set()

    def result(self, near: guards.Near | None = None) -> tuple[Rewritten | None, str]:
        """The answer, or None and why; waits for it within the rewriter's deadline.

        `near` says whether a text means about what the prompt does.
        """
        answered = self._done.wait(max(self._left(), 0.0) if self._rewriter else None)
        if not self._rewriter or not self._ask:
            return self._answer, self._reason
        answer, reason = (self._answer, self._reason) if answered else (None, "the rewriter took too long")
        breaker.note(self._rewriter.state, failed=answer is None)
        if answer is None:
            return None, reason
        try:
            answer = guards.checked(answer, self._ask, self._rewriter.languages, near)
        except AbstainedError as error:
            return None, str(error)
        cache.save(self._rewriter.cache, self._key, answer)
        return answer, ""
