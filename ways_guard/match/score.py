"""One number a way: similarities of several kinds, and the head's opinion, brought onto one scale.

A similarity says little by itself: models differ in scale, and some ways resemble every prompt. So each kind of
similarity is standardised a way by its mean and deviation over background prompts, the kinds are averaged, and what
the prompt has in common with all ways is taken off. The head's log-odds are added, each part in units of its
deviation over background prompts. The sum is mapped by a straight line on which two points are fixed at build:
background prompts stay below the default threshold, aliases of a way land where all-MiniLM-L6-v2 puts two wordings
of one thing.
"""

from __future__ import annotations

import math
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

import numpy as np

from ways_guard.constants import (
    ALIAS_SCORE,
    BACKGROUND_FIRES,
    COMPETITION,
    DEFAULT_THRESHOLD,
    FEW_PROMPTS,
    PART_CHANCES,
    TAIL_QUANTILE,
    WEIGHTS,
)
from ways_guard.match import index
from ways_guard.match.rows import COMPONENTS

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    import numpy.typing as npt

    from ways_guard.match.engines.protocol import FloatArray
    from ways_guard.match.index import Run

_WEIGHTS = np.array(WEIGHTS, dtype=np.float32)[:, None]
_LEAST_DEVIATION = 1e-4  # Cosines that vary less are rounding.
_LEAST_SPAN = 0.5  # Between the two points of the line, in deviations; aliases of hollow ways may even lie below.


def components(runs: Sequence[Run], query: FloatArray, ways: int) -> FloatArray:
    """Cosine similarities of a centred vector (shape (dimension,)) to each way, shape (components, ways).

    Of a way's rows in the runs the nearest counts; NaN where it has no row of that component.
    """
    return reduce(index.components(runs), index.ways(runs), index.cosines(runs, query), ways)


def reduce(
    kinds: npt.NDArray[np.int8], places: npt.NDArray[np.int32], similarities: FloatArray, ways: int
) -> FloatArray:
    """Similarities of rows, whose components and ways are given, to the best of each component and way."""
    slots = kinds.astype(np.intp) * ways + places
    order = np.argsort(slots, kind="stable")
    starts = np.flatnonzero(np.diff(slots[order], prepend=-1))
    table = np.full(len(COMPONENTS) * ways, np.nan, dtype=np.float32)
    if len(starts):
        table[slots[order][starts]] = np.maximum.reduceat(similarities[order], starts)
    return table.reshape(-1, ways)


@dataclass(frozen=True)
class Background:
    """Over background prompts the mean of each component and way, and the deviation of each component.

    Shapes (components, ways) and (components,). Of a single way a few hundred prompts tell no deviation of its own.
    """

    mean: FloatArray
    deviation: FloatArray


def background(samples: FloatArray) -> Background:
    """From components of many prompts, shape (prompts, components, ways).

    What only some of them have, such as examples in their language, counts over those; NaN where none has it.
    """
    there = ~np.isnan(samples)
    count = np.where(there.any(axis=0), there.sum(axis=0), np.nan)
    mean = np.where(there, samples, 0).sum(axis=0) / count
    squares = np.where(there, (samples - mean) ** 2, 0).sum(axis=(0, 2))
    deviation = np.sqrt(squares / np.maximum(there.sum(axis=(0, 2)), 1))
    return Background(mean.astype(np.float32), np.maximum(deviation, _LEAST_DEVIATION).astype(np.float32))


def similarity(found: FloatArray, against: Background) -> FloatArray:
    """Components (components, ways) of a prompt to one standardised number a way, shape (ways,).

    NaN for a way without any component.
    """
    standard = (found - against.mean) / against.deviation[:, None]
    weights = np.where(np.isnan(standard), np.float32(0), _WEIGHTS)
    weight = weights.sum(axis=0)
    mean = (np.nan_to_num(standard) * weights).sum(axis=0) / np.where(weight, weight, np.nan)
    known = mean[~np.isnan(mean)]
    common = known.mean() if len(known) else 0.0
    centred: FloatArray = mean - COMPETITION * common
    return centred


@dataclass(frozen=True)
class Line:
    """The map onto the score scale: `score = offset + slope * (total - shift)`, slope above 0, bounded to -1 … 1.

    `shifts` say by language how much higher than elsewhere the best total of a background prompt lies: models find
    any two texts of one language more alike than those of another. `tail` is how far one has to go up for the share
    of background prompts above to fall by the factor e; a prompt that is read in several parts has several chances.
    """

    offset: float
    slope: float
    shifts: Mapping[str, float] = field(default_factory=dict)
    tail: float = 0.0

    def __call__(self, totals: FloatArray, lang: str, parts: int = 1) -> FloatArray:
        """Totals of one of so many parts of a prompt in that language to scores, NaN stays NaN."""
        shift = self.shifts.get(lang, 0.0) + PART_CHANCES * self.tail * math.log(parts)
        return _bounded(self.offset + self.slope * (totals - shift))


def _bounded(scores: FloatArray) -> FloatArray:
    """Scores within -1 … 1: bent above what an alias scores and below 0, so that none become equal."""
    room = 1.0 - ALIAS_SCORE
    above = ALIAS_SCORE + room * (1.0 - np.exp(-np.maximum(scores - ALIAS_SCORE, 0.0) / room))
    below = np.exp(np.minimum(scores, 0.0)) - 1.0
    bent: FloatArray = np.where(scores > ALIAS_SCORE, above, np.where(scores < 0.0, below, scores))
    return bent.astype(np.float32)


def line(background_totals: FloatArray, langs: Sequence[str], alias_totals: FloatArray) -> Line:
    """Fit the map from totals of background prompts, shape (prompts, ways), and of aliases for their own way.

    `langs` are the languages of the prompts. NaN stands for a way that has no text, and for an alias that is the
    only one of its way; they say nothing.
    """
    best = np.max(np.nan_to_num(background_totals, nan=-np.inf), axis=-1)
    there, told = np.isfinite(best), alias_totals[np.isfinite(alias_totals)]
    best, known = best[there], [lang for lang, one in zip(langs, there, strict=True) if one]
    shifts = _shifts(best, known)
    level = best - np.array([shifts[lang] for lang in known], dtype=np.float32)
    start, tail = _tail(level)
    low = start + tail * math.log((1 - TAIL_QUANTILE) / BACKGROUND_FIRES)
    high = float(np.median(told)) if len(told) else low
    slope = (ALIAS_SCORE - DEFAULT_THRESHOLD) / max(high - low, _LEAST_SPAN)
    return Line(DEFAULT_THRESHOLD - slope * low, slope, shifts, tail)


def _tail(level: FloatArray) -> tuple[float, float]:
    """An exponential tail: where it starts, and its mean excess. The last few prompts alone would say little."""
    if not len(level):
        return 0.0, 0.0
    start = float(np.quantile(level, TAIL_QUANTILE))
    return start, float(np.mean(level[level >= start] - start))


def _shifts(best: FloatArray, langs: Sequence[str]) -> dict[str, float]:
    """How far each language's mean is from that of all, drawn to zero where there are few prompts to tell."""
    shifts: dict[str, float] = {}
    for lang in sorted(set(langs)):
        own = best[[one == lang for one in langs]]
        shifts[lang] = float(own.mean() - best.mean()) * len(own) / (len(own) + FEW_PROMPTS)
    return shifts
