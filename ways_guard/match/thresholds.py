"""Fitting a way's threshold to a repo's own probes, and what that does to probes that it was not fitted on.

Margin and rank do not depend on thresholds, so each way's is fitted alone: over the prompts that it would fire for
were its threshold low enough, a threshold costs one for each of its own probes that stays below it, one for each
none-prompt and a quarter for each other way's probe that reaches it. Steps are softened, so that a threshold lies
between the scores and not upon one, and a pull towards the default is added. A threshold is moved only where that
saves enough, and where thresholds fitted on one half of the prompts save something on the other.
"""

from __future__ import annotations

import hashlib
import math
from collections import Counter
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from statistics import fmean
from typing import TYPE_CHECKING

from ways_guard.constants import (
    DEFAULT_THRESHOLD,
    FIT_BYSTANDER,
    FIT_MOVE,
    FIT_PROMPTS,
    FIT_PULL,
    FIT_SOFTNESS,
)
from ways_guard.match.evaluation import related

if TYPE_CHECKING:
    from ways_guard.match.matcher import Matcher
    from ways_guard.match.probes import Probe
    from ways_guard.match.sets import Entry

_STEPS = [step / 100 for step in range(5, 96)]
Thresholds = Mapping[str, float]


@dataclass(frozen=True)
class Seen:
    """A prompt for a way ("" for none): the scores of the ways that a low threshold would let fire by meaning,

    the ways that fire by their pattern anyway, and in which half of the prompts it is.
    """

    way: str
    able: Mapping[str, float]
    anyway: frozenset[str]
    half: int

    def fired(self, thresholds: Thresholds) -> frozenset[str]:
        """The ways that fire under some thresholds."""
        return self.anyway.union(way for way, score in self.able.items() if score >= thresholds[way])


@dataclass(frozen=True)
class Move:
    """A way's threshold, old and new, and how many prompts change where it was not fitted on them.

    `gained` and `lost` are its own probes; `quiet` and `others` say by how many more none-prompts and other ways'
    probes fire it, below zero where fewer do.
    """

    way: str
    old: float
    new: float
    gained: int = 0
    lost: int = 0
    quiet: int = 0
    others: int = 0

    @property
    def saves(self) -> bool:
        """Whether it does more good than harm there."""
        return self.gained - self.lost - self.quiet - FIT_BYSTANDER * self.others > 0


@dataclass(frozen=True)
class Rates:
    """Right way fired, ways fired a probe, none-prompts that fire; None where there are no such prompts."""

    fired_right: float | None
    fired_per_prompt: float | None
    none: float | None


@dataclass(frozen=True)
class Fit:
    """What was fitted: the moves, how many ways had prompts enough, and the rates before and, held out, after."""

    moves: tuple[Move, ...]
    fitted: int
    before: Rates
    after: Rates


def lowered(matcher: Matcher) -> Matcher:
    """The matcher as if all thresholds were 0: what it fires by meaning, a threshold can decide on."""
    entries = tuple(replace(entry, trigger={**entry.trigger, "threshold": 0.0}) for entry in matcher.ways.entries)
    return replace(matcher, ways=replace(matcher.ways, entries=entries))


def seen(
    matcher: Matcher, probes: Sequence[Probe], step: Callable[[], object] = lambda: None
) -> tuple[list[Seen], Counter[str]]:
    """Prompts through a matcher, and why how many could not be scored; `step` is called after each."""
    low, halves = lowered(matcher), _halves(probes)
    found: list[Seen] = []
    unmeasured: Counter[str] = Counter()
    for probe, half in zip(probes, halves, strict=True):
        answer = low.match(probe.prompt)
        if answer.mode:
            able = {
                one.entry.id: one.score for one in answer.fired if one.layer == "semantic" and one.score is not None
            }
            anyway = frozenset(one.entry.id for one in answer.fired if one.matched)
            found.append(Seen(probe.way, able, anyway, half))
        else:
            unmeasured[answer.note] += 1
        step()
    return found, unmeasured


def _halves(probes: Sequence[Probe]) -> list[int]:
    """0 or 1 for each prompt: each way's prompts in two even halves, in an order that says nothing."""
    mixed = [hashlib.sha256(probe.prompt.encode("utf-8", "replace")).digest() for probe in probes]
    counts: Counter[str] = Counter()
    halves = [0] * len(probes)
    for number in sorted(range(len(probes)), key=mixed.__getitem__):
        halves[number] = counts[probes[number].way] % 2
        counts[probes[number].way] += 1
    return halves


def fit(prompts: Sequence[Seen], entries: Collection[Entry]) -> Fit:
    """The thresholds to move, with what that does to prompts they were not fitted on.

    Those of state ways stay: the field may be their share of the context window.
    """
    now = {entry.id: entry.threshold for entry in entries}
    states = {entry.id for entry in entries if "state" in entry.trigger}
    asked = Counter(one.way for one in prompts)
    enough = [way for way in sorted(now.keys() - states) if asked[way] >= FIT_PROMPTS and asked[""] >= FIT_PROMPTS]
    moves, halves = [], ({**now}, {**now})
    for way in enough:
        new = fitted(prompts, way, now[way])
        parts = [fitted([one for one in prompts if one.half != half], way, now[way], weight=2) for half in (0, 1)]
        move = _move(prompts, way, now[way], new, parts)
        if new != now[way] and move.saves:
            moves.append(move)
            for held, value in zip(halves, parts, strict=True):
                held[way] = value
    return Fit(tuple(moves), len(enough), rates(prompts, (now, now)), rates(prompts, halves))


def fitted(prompts: Iterable[Seen], way: str, now: float, weight: float = 1.0) -> float:
    """The threshold of a way that prompts speak for: the one in force, unless another saves FIT_MOVE prompts.

    Each prompt counts `weight` times.
    """
    scores = [(one.able[way], cost) for one in prompts if way in one.able and (cost := _cost(one, way))]

    def costs(threshold: float) -> float:
        return weight * sum(_soft(cost, score - threshold) for score, cost in scores) + FIT_PULL * abs(
            threshold - DEFAULT_THRESHOLD
        )

    best = min(_STEPS, key=costs)
    return best if costs(now) - costs(best) >= FIT_MOVE else now


def _cost(one: Seen, way: str) -> float:
    """What it costs that a way fires for a prompt; below zero for one of its own probes, where silence costs."""
    if way in one.anyway:
        return 0.0
    if not one.way:
        return 1.0
    if one.way == way:
        return -1.0
    return 0.0 if related(one.way, way) else FIT_BYSTANDER


def _soft(cost: float, above: float) -> float:
    """A cost that sets in softly where a score is `above` the threshold, or below it for costs of silence."""
    side = above if cost > 0 else -above
    return abs(cost) / (1.0 + math.exp(-side / FIT_SOFTNESS))


def _move(prompts: Iterable[Seen], way: str, old: float, new: float, parts: Sequence[float]) -> Move:
    """What becomes of each prompt by the threshold that was fitted on the half that it is not in."""
    gained = lost = quiet = others = 0
    for one in prompts:
        cost = _cost(one, way)
        score = one.able.get(way)
        change = 0 if score is None else (score >= parts[one.half]) - (score >= old)
        if cost < 0:
            gained, lost = gained + (change > 0), lost + (change < 0)
        elif cost > 0 and not one.way:
            quiet += change
        elif cost > 0:
            others += change
    return Move(way, old, new, gained, lost, quiet, others)


def rates(prompts: Sequence[Seen], thresholds: Sequence[Thresholds]) -> Rates:
    """How all prompts fare, each under the thresholds for its half."""
    fired = [(one.way, one.fired(thresholds[one.half])) for one in prompts]
    asked = [(way, ways) for way, ways in fired if way]
    quiet = [bool(ways) for way, ways in fired if not way]
    return Rates(
        fmean(any(related(way, one) for one in ways) for way, ways in asked) if asked else None,
        fmean(len(ways) for _, ways in asked) if asked else None,
        fmean(quiet) if quiet else None,
    )
