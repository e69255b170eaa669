"""One number a way: similarities of several kinds, and the head's opinion, brought onto one scale.

A similarity says little by itself: models differ in scale, and some ways resemble every prompt. So each kind of
similarity is standardised a way by its mean and deviation over background prompts, the kinds are averaged, and what
the prompt has in common with all ways is taken off. The head's log-odds are added, each part in units of its
deviation over background prompts. The sum is mapped by a straight line on which two points are fixed at build:
background prompts stay below the default threshold, aliases of a way land where all-MiniLM-L6-v2 puts two wordings
of one thing.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

import numpy as np

from ways_guard.constants import (
    ALIAS_SCORE,
    BACKGROUND_QUANTILE,
    COMPETITION,
    DEFAULT_THRESHOLD,
    EXAMPLES_AVERAGED,
    FEW_PROMPTS,
    WEIGHTS,
)
from ways_guard.match.index import CANONICAL_ROW, COMPONENTS, EXAMPLE_ROW, STUB_ROW, Index

if TYPE_CHECKING:
    from collections.abc import Collection, Mapping, Sequence

    import numpy.typing as npt

    from ways_guard.match.engines.protocol import FloatArray

_WEIGHTS = {name: np.array(weights, dtype=np.float32)[:, None] for name, weights in WEIGHTS.items()}
_LEAST_DEVIATION = 1e-4  # Cosines that vary less are rounding.
_LEAST_SPAN = 0.5  # Between the two points of the line, in deviations; aliases of hollow ways may even lie below.


def components(
    index: Index, query: FloatArray, lang: str | None, canonical: Collection[str], ways: int
) -> FloatArray:
    """Cosine similarities of a prompt (shape (dimension,)) to each way, shape (components, ways).

    NaN where a way has no row of that component; a way without a stub in `lang` is compared with its canonical
    text there.
    """
    rows = index.rows(lang, canonical)
    return reduce(index, rows, np.asarray(index.vectors[rows] @ query, dtype=np.float32), ways)


def reduce(index: Index, rows: npt.NDArray[np.intp], similarities: FloatArray, ways: int) -> FloatArray:
    """Similarities of rows to one number a component and way: the best, of examples the mean of the best ones."""
    slots = index.components[rows].astype(np.intp) * ways + index.ways[rows]
    order = np.lexsort((-similarities, slots))
    slots, similarities = slots[order], similarities[order]
    starts = np.flatnonzero(np.diff(slots, prepend=-1))
    rank = np.arange(len(slots)) - np.repeat(starts, np.diff(starts, append=len(slots)))
    taken = rank < np.where(slots // ways == EXAMPLE_ROW, EXAMPLES_AVERAGED, 1)
    size = len(COMPONENTS) * ways
    count = np.bincount(slots[taken], minlength=size)
    total = np.bincount(slots[taken], similarities[taken], minlength=size)
    means = np.where(count, total / np.maximum(count, 1), np.nan)
    table: FloatArray = means.astype(np.float32).reshape(-1, ways)
    table[STUB_ROW] = np.where(np.isnan(table[STUB_ROW]), table[CANONICAL_ROW], table[STUB_ROW])
    return table


@dataclass(frozen=True)
class Background:
    """Mean and deviation of each component and way over background prompts, both of shape (components, ways)."""

    mean: FloatArray
    deviation: FloatArray


def background(samples: FloatArray) -> Background:
    """From components of many prompts, shape (prompts, components, ways).

    What only some of them have, such as examples in their language, counts over those; NaN where none has it.
    """
    there = ~np.isnan(samples)
    count = np.where(there.any(axis=0), there.sum(axis=0), np.nan)
    mean = np.where(there, samples, 0).sum(axis=0) / count
    deviation = np.sqrt(np.where(there, (samples - mean) ** 2, 0).sum(axis=0) / count)
    return Background(mean.astype(np.float32), np.maximum(deviation, _LEAST_DEVIATION).astype(np.float32))


def similarity(found: FloatArray, against: Background, *, canonical: bool) -> FloatArray:
    """Components (components, ways) of a prompt to one standardised number a way, shape (ways,).

    `canonical` says whether the prompt is in a canonical language. NaN for a way without any component.
    """
    standard = (found - against.mean) / against.deviation
    weights = np.where(np.isnan(standard), np.float32(0), _WEIGHTS["canonical" if canonical else "other"])
    weight = weights.sum(axis=0)
    mean = (np.nan_to_num(standard) * weights).sum(axis=0) / np.where(weight, weight, np.nan)
    known = mean[~np.isnan(mean)]
    common = known.mean() if len(known) else 0.0
    centred: FloatArray = mean - COMPETITION * common
    return centred


@dataclass(frozen=True)
class Line:
    """The map onto the score scale: `score = offset + slope * (total - shift)`, slope above 0, cut to -1 … 1.

    `shifts` say by language how much higher than elsewhere the best total of a background prompt lies: models find
    any two texts of one language more alike than those of another.
    """

    offset: float
    slope: float
    shifts: Mapping[str, float] = field(default_factory=dict)

    def __call__(self, totals: FloatArray, lang: str) -> FloatArray:
        """Totals of a prompt in that language to scores, NaN stays NaN."""
        moved = self.offset + self.slope * (totals - self.shifts.get(lang, 0.0))
        scores: FloatArray = np.clip(moved, -1.0, 1.0).astype(np.float32)
        return scores


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
    low = float(np.quantile(level, BACKGROUND_QUANTILE)) if len(level) else 0.0
    high = float(np.median(told)) if len(told) else low
    slope = (ALIAS_SCORE - DEFAULT_THRESHOLD) / max(high - low, _LEAST_SPAN)
    return Line(DEFAULT_THRESHOLD - slope * low, slope, shifts)


def _shifts(best: FloatArray, langs: Sequence[str]) -> dict[str, float]:
    """How far each language's mean is from that of all, drawn to zero where there are few prompts to tell."""
    shifts: dict[str, float] = {}
    for lang in sorted(set(langs)):
        own = best[[one == lang for one in langs]]
        shifts[lang] = float(own.mean() - best.mean()) * len(own) / (len(own) + FEW_PROMPTS)
    return shifts
