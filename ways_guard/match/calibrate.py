"""Making a calibration: heads, background statistics and lines, from aliases and background prompts.

What sets a threshold is never what a head was fitted on: background prompts and aliases are scored by heads that
were fitted without them.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from ways_guard.constants import ALIAS_SAMPLE, FOLDS, SETS_KEPT
from ways_guard.match import build, calibration, embedding_cache, head, layout, score
from ways_guard.match.calibration import MODES, Calibration, Tier
from ways_guard.match.index import BODY_ROW, EXAMPLE_ROW, STUB_ROW, Index
from ways_guard.match.sets import BACKGROUND, WaySet

if TYPE_CHECKING:
    import numpy.typing as npt

    from ways_guard.match.engines import Models
    from ways_guard.match.engines.protocol import FloatArray, Model


@dataclass(frozen=True)
class _Sample:
    """Totals that nothing was fitted on: background prompts, shape (prompts, ways), and aliases for their way."""

    tier: Tier
    background: FloatArray
    langs: tuple[str, ...]
    aliases: FloatArray


def calibrated(ways: WaySet, models: Models, cache: Path) -> Calibration | None:
    """The calibration of a set, from the cache or made now; None where no model has embedded anything.

    Raises WaysGuardError where the cache cannot be written.
    """
    folder = ways.folder(cache, models.names())
    found = calibration.read(folder)
    if found is None and (found := _make(ways, models, cache)):
        calibration.write(found, folder)
        build.prune(folder.parent, keep=SETS_KEPT, spare=folder.name)
    return found


def _make(ways: WaySet, models: Models, cache: Path) -> Calibration | None:
    samples: dict[str, _Sample] = {}
    for tier in layout.TIERS:
        model, index = models.get(tier), ways.index(tier)
        if model and index:
            samples[tier] = _sample(ways, index, model, cache, english_only=tier == "english")
    if not samples:
        return None
    modes = {mode: [samples[tier] for tier in tiers] for mode, tiers in MODES.items() if set(tiers) <= set(samples)}
    lines = {mode: _line(parts) for mode, parts in modes.items()}
    return Calibration({tier: sample.tier for tier, sample in samples.items()}, lines)


def _line(parts: Sequence[_Sample]) -> score.Line:
    """The line of a mode; where two tiers score a prompt together it is in English, and so are the prompts here."""
    langs = parts[0].langs if len(parts) == 1 else tuple(lang for lang in parts[0].langs if lang == "en")
    chosen = [part.background[np.isin(part.langs, langs)] for part in parts]
    return score.line(np.mean(chosen, axis=0), langs, np.concatenate([part.aliases for part in parts]))


def _sample(ways: WaySet, index: Index, model: Model, cache: Path, *, english_only: bool) -> _Sample:
    prompts = _prompts(english_only)
    vectors = embedding_cache.embed(model, [prompt["prompt"] for prompt in prompts], cache, role="query")
    near = [
        score.components(index, vector, prompt["lang"], ways.canonical, len(ways.entries))
        for vector, prompt in zip(vectors, prompts, strict=True)
    ]
    background = score.background(np.stack(near))
    similarity = np.stack(
        [
            score.similarity(found, background, canonical=prompt["lang"] in ways.canonical)
            for found, prompt in zip(near, prompts, strict=True)
        ]
    )
    fitted, margins, alias_margins = _heads(index, vectors, len(ways.entries))
    tier = Tier(background, fitted, (_deviation(similarity), _deviation(margins)))
    asked = _asked(index)
    alias_near = np.array([_left_out(ways, index, tier, row) for row in asked], dtype=np.float32)
    aliases = tier.blend(alias_near, alias_margins[asked])
    langs = tuple(prompt["lang"] for prompt in prompts)
    return _Sample(tier, tier.blend(similarity, margins), langs, aliases)


def _prompts(english_only: bool) -> list[dict[str, Any]]:
    prompts = [json.loads(line) for line in BACKGROUND.read_text(encoding="utf-8").splitlines()]
    return [prompt for prompt in prompts if prompt["lang"] == "en" or not english_only]


def _deviation(values: FloatArray) -> float:
    """Over what there is: ways without text have NaN, and a set may hold no others."""
    told = values[~np.isnan(values)]
    return max(float(np.std(told)), 1e-6) if len(told) else 1.0


def _heads(index: Index, prompts: FloatArray, ways: int) -> tuple[head.Head, FloatArray, FloatArray]:
    """The head of all; held-out margins of background prompts, and of each row for its own way (NaN: bodies)."""
    rows = np.flatnonzero(index.components != BODY_ROW)
    vectors = np.concatenate([np.asarray(index.vectors[rows]), prompts])
    labels = np.concatenate([index.ways[rows], np.full(len(prompts), ways)]).astype(np.intp)
    held = np.empty((len(vectors), ways), dtype=np.float32)
    parts = folds(labels)
    for fold in range(FOLDS):
        out = parts == fold
        held[out] = head.fit(vectors[~out], labels[~out], ways + 1).margins(vectors[out])
    own = np.full(len(index.ways), np.nan, dtype=np.float32)
    own[rows] = held[np.arange(len(rows)), labels[: len(rows)]]
    return head.fit(vectors, labels, ways + 1), held[len(rows) :], own


def folds(labels: npt.NDArray[np.intp]) -> npt.NDArray[np.intp]:
    """Which fold each row is held out in: every class is spread evenly over the folds, and in no order.

    Rows are sorted by language and kind; taken as they come, all stubs of a way could fall into one fold.
    """
    mixed = np.arange(len(labels), dtype=np.uint64) * np.uint64(2_654_435_761) % np.uint64(1 << 32)
    order = np.lexsort((mixed, labels))
    starts = np.flatnonzero(np.diff(labels[order], prepend=-1))
    ranks = np.arange(len(labels)) - np.repeat(starts, np.diff(starts, append=len(labels)))
    folds = np.empty(len(labels), dtype=np.intp)
    folds[order] = ranks % FOLDS
    return folds


def _asked(index: Index) -> npt.NDArray[np.intp]:
    """The aliases that stand for prompts: a sample of stubs and examples, evenly taken."""
    rows = np.flatnonzero((index.components == STUB_ROW) | (index.components == EXAMPLE_ROW))
    return rows[:: max(len(rows) // ALIAS_SAMPLE, 1)]


def _left_out(ways: WaySet, index: Index, tier: Tier, row: int) -> float:
    """The similarity of an alias to its own way when that alias is not there."""
    lang = index.codes[index.languages[row]]
    rows = index.rows(lang, ways.canonical)
    rows = rows[rows != row]
    cosines = np.asarray(index.vectors[rows] @ index.vectors[row], dtype=np.float32)
    found = score.reduce(index, rows, cosines, len(ways.entries))
    near = score.similarity(found, tier.background, canonical=lang in ways.canonical)
    return float(near[index.ways[row]])
