"""What a match says: for each way its score, its layer and the reason."""

from __future__ import annotations

import heapq
import itertools
import math
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, overload

from ways_guard.constants import MARGIN
from ways_guard.match.forms import Form
from ways_guard.match.sets import Entry


@dataclass(frozen=True)
class Alias:
    """The alias of a way that is nearest to a prompt: kind, language, where it stands below its root, cosine."""

    kind: str
    lang: str
    text: str
    path: str
    line: int
    cosine: float

    @classmethod
    def of(cls, record: Mapping[str, Any], cosine: float) -> Alias:
        """The alias that a text record tells of. Raises KeyError, TypeError or ValueError where it is damaged."""
        texts = (record.get(key) for key in ("prompt", "text", "description", "vocabulary"))
        place = record["path"], int(record["line"])
        return cls(record["kind"], record["lang"], next(filter(None, texts), ""), *place, cosine)


@dataclass(frozen=True)
class Verdict:
    """What became of one way: its score (None: not scored), the text its pattern matched, and the decision.

    `layer` is "semantic", "symbolic" or "" for a way that did not fire; `reason` says why in words.
    """

    entry: Entry
    score: float | None
    matched: str | None
    layer: str
    reason: str
    alias: Alias | None = None

    @property
    def fired(self) -> bool:
        """Whether the way fires."""
        return bool(self.layer)


@dataclass(frozen=True)
class Answer:
    """All verdicts, the ways that fire first, then by score; `lang` is the prompt's language, None where unsure.

    `mode` names the models that scored it, "" where none did, `head_kind` the head that did; `note` says why, where
    that loses something. `forms` are what a rewriter made of the prompt; for explanations, never for logs.
    """

    verdicts: Sequence[Verdict]
    lang: str | None
    mode: str
    note: str = ""
    head_kind: str = ""
    forms: tuple[Form, ...] = ()

    @property
    def fired(self) -> tuple[Verdict, ...]:
        """The ways that fire, most relevant first."""
        return tuple(itertools.takewhile(lambda verdict: verdict.fired, self.verdicts))

    def named(self, node: str) -> Verdict | None:
        """The verdict of a way by its id, None where it is not in force."""
        if isinstance(self.verdicts, Lazy):
            return self.verdicts.named(node)
        return next((verdict for verdict in self.verdicts if verdict.entry.id == node), None)


class Lazy(Sequence[Verdict]):
    """Verdicts that are made when somebody looks at them: of thousands of ways mostly the first few are.

    `order` has the ways by number, `make` gives the verdict of one, `numbers` finds a way's number by its id.
    """

    def __init__(
        self, order: Sequence[int], make: Callable[[int], Verdict], numbers: Mapping[str, int] | None = None
    ) -> None:
        self._order = order
        self._make = make
        self._numbers = numbers or {}
        self._made: dict[int, Verdict] = {}

    def __len__(self) -> int:
        return len(self._order)

    @overload
    def __getitem__(self, place: int) -> Verdict: ...
    @overload
    def __getitem__(self, place: slice) -> Sequence[Verdict]: ...
    def __getitem__(self, place: int | slice) -> Verdict | Sequence[Verdict]:
        if isinstance(place, slice):
            return [self[number] for number in range(*place.indices(len(self)))]
        return self._of(self._order[place])

    def named(self, node: str) -> Verdict | None:
        """The verdict of a way by its id."""
        return self._of(self._numbers[node]) if node in self._numbers else None

    def _of(self, way: int) -> Verdict:
        if way not in self._made:
            self._made[way] = self._make(way)
        return self._made[way]

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Sequence) and list(self) == list(other)

    def __hash__(self) -> int:
        return hash(tuple(self._order))


@dataclass(frozen=True)
class Ranking:
    """The scores of all ways (NaN for one without text), the best of them, and who is among the first.

    Margin and rank are taken over all ways, fired or not, so that raising one way's threshold never lets another
    one fire.
    """

    scores: Sequence[float]
    best: float
    first: frozenset[int]
    max_ways: int

    def failed(self, number: int, threshold: float) -> str:
        """Why a way does not fire by its score; "" where it does."""
        score = self.scores[number]
        if math.isnan(score):
            return "has no description to be matched by meaning, or its gate is shut"
        if score < threshold:
            return f"score {score:.2f} < threshold {threshold:.2f}"
        if score < self.best - MARGIN:
            return f"score {score:.2f} is more than {MARGIN} below the best, {self.best:.2f}"
        return "" if number in self.first else f"at most {self.max_ways} ways fire, and others score higher"


def ranking(scores: Sequence[float], max_ways: int) -> Ranking:
    """Rank ways by score; of equal scores the one that stands first ranks first."""
    there = (number for number, one in enumerate(scores) if not math.isnan(one))
    first = heapq.nsmallest(max_ways, there, key=lambda number: (-scores[number], number))
    return Ranking(scores, scores[first[0]] if first else math.nan, frozenset(first), max_ways)


def judge(entry: Entry, score: float | None, failed: str, matched: str | None, alias: Alias | None) -> Verdict:
    """The verdict of a way from what the semantic layer has against it ("" for nothing) and its pattern's match."""
    if score is not None and not failed:
        layer, reason = "semantic", f"score {score:.2f} >= threshold {entry.threshold:.2f}"
    elif matched:
        layer, reason = "symbolic", f"its pattern matches {matched!r}"
    else:
        layer, reason = "", failed
    return Verdict(entry, score, matched, layer, reason, alias)


def ordered(verdicts: Iterable[Verdict]) -> tuple[Verdict, ...]:
    """Fired ways first, then by score, then by id."""

    def key(verdict: Verdict) -> tuple[bool, float, str]:
        score = verdict.score if verdict.score is not None else -1.0
        return (not verdict.fired, -score, verdict.entry.id)

    return tuple(sorted(verdicts, key=key))
