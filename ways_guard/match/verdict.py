"""What a match says: for each way its score, its layer and the reason."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from ways_guard.constants import MARGIN
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

    `mode` names the models that scored it, "" where none did; `note` says why, where that loses something.
    """

    verdicts: tuple[Verdict, ...]
    lang: str | None
    mode: str
    note: str = ""

    @property
    def fired(self) -> tuple[Verdict, ...]:
        """The ways that fire, most relevant first."""
        return tuple(verdict for verdict in self.verdicts if verdict.fired)


def failures(scores: Sequence[float], thresholds: Sequence[float], max_ways: int) -> list[str]:
    """Why each way does not fire by its score (NaN for one without text); "" where it does.

    Margin and rank are taken over all ways, fired or not, so that raising one way's threshold never lets another
    one fire. Of equal scores the one that stands first ranks first.
    """
    ranked = sorted((number for number, one in enumerate(scores) if not math.isnan(one)), key=lambda n: -scores[n])
    best = scores[ranked[0]] if ranked else math.nan

    def failed(number: int, score: float, threshold: float) -> str:
        if math.isnan(score):
            return "has no description to be matched by meaning, or its gate is shut"
        if score < threshold:
            return f"score {score:.2f} < threshold {threshold:.2f}"
        if score < best - MARGIN:
            return f"score {score:.2f} is more than {MARGIN} below the best, {best:.2f}"
        return "" if number in ranked[:max_ways] else f"at most {max_ways} ways fire, and others score higher"

    return [failed(number, *pair) for number, pair in enumerate(zip(scores, thresholds, strict=True))]


def judge(entry: Entry, score: float | None, failed: str, matched: str | None, alias: Alias | None) -> Verdict:
    """The verdict of a way from what the semantic layer has against it ("" for nothing) and its pattern's match."""
    if score is not None and not failed:
        return Verdict(
            entry, score, matched, "semantic", f"score {score:.2f} >= threshold {entry.threshold:.2f}", alias
        )
    if matched:
        return Verdict(entry, score, matched, "symbolic", f"its pattern matches {matched!r}", alias)
    return Verdict(entry, score, None, "", failed, alias)


def ordered(verdicts: Iterable[Verdict]) -> tuple[Verdict, ...]:
    """Fired ways first, then by score, then by id."""

    def key(verdict: Verdict) -> tuple[bool, float, str]:
        score = verdict.score if verdict.score is not None else -1.0
        return (not verdict.fired, -score, verdict.entry.id)

    return tuple(sorted(verdicts, key=key))
