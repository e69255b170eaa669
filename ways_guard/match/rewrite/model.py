"""What rewriting is about, in values: what is asked, what is answered, and why nothing is."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, Protocol


class AbstainedError(Exception):
    """No usable answer; the message says why, in words that hold nothing of the prompt."""


@dataclass(frozen=True)
class Ask:
    """A prompt to be turned from one language into another, both codes of languages.json.

    `text` is masked and cut already. `before` are the user's turns before it, the oldest first, for providers that
    can use them: a follow-up is no standalone query.
    """

    text: str
    source: str
    target: str
    before: tuple[str, ...] = ()


@dataclass(frozen=True)
class Rewritten:
    """A prompt in the canonical language as a query that stands alone, and the entities that it names."""

    query: str
    entities: tuple[str, ...] = ()


class Provider(Protocol):
    """A service that rewrites, as a module: every name below is a module-level name."""

    NAME: str
    """What `rewrite.provider` in ways.json calls it."""

    def problem(self, settings: Mapping[str, Any]) -> str:
        """What is missing or wrong in the settings, in words; "" where they can be used."""
        ...

    def destination(self, settings: Mapping[str, Any]) -> str:
        """Where a prompt is sent, in words, for people who want to know."""
        ...

    def rewrite(self, ask: Ask, settings: Mapping[str, Any], left: Callable[[], float]) -> Rewritten:
        """The answer; `left` gives the seconds that are left. AbstainedError where there is none in time."""
        ...
