"""Making a calibration: heads, background statistics and lines, from aliases and background prompts.

What sets a threshold is never what a head was fitted on: background prompts and aliases are scored by heads that
were fitted without them.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np

from ways_guard.constants import ALIAS_SAMPLE, HEAD_WEIGHT, SETS_KEPT
from ways_guard.match import background_prompts, build, calibration, centre, heads, index, layout, score
from ways_guard.match.background_prompts import Prompts
from ways_guard.match.calibration import MODES, Calibration, Tier
from ways_guard.match.index import Index
from ways_guard.match.rows import EXAMPLE_ROW, STUB_ROW
from ways_guard.match.sets import WaySet

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
    return score.line(
        calibration.together(np.stack(chosen)), langs, np.concatenate([part.aliases for part in parts])
    )


def _sample(ways: WaySet, rows: Index, model: Model, cache: Path, *, english_only: bool) -> _Sample:
    prompts = background_prompts.load()
    raw = prompts.embedded(model, cache)
    centres = centre.fit(raw, prompts.langs)
    vectors = centres(raw, prompts.langs)
    if english_only:
        chosen = [number for number, lang in enumerate(prompts.langs) if lang == "en"]
        prompts, vectors = (
            Prompts(tuple(prompts.texts[one] for one in chosen), ("en",) * len(chosen)),
            vectors[chosen],
        )
    near = [_near(ways, rows, vector, lang) for vector, lang in zip(vectors, prompts.langs, strict=True)]
    background = score.background(np.stack(near))
    similarity = np.stack([score.similarity(found, background) for found in near])
    every = heads.rows_of(rows)
    asked = _asked(every)
    fitted = heads.fit(every, vectors, len(ways.entries), asked)
    units = _deviation(similarity), _deviation(fitted.background) / HEAD_WEIGHT
    tier = Tier(centres, background, fitted.head, units)
    aliases = tier.blend(_left_out(ways, rows, every, tier, asked), fitted.aliases)
    return _Sample(tier, tier.blend(similarity, fitted.background), prompts.langs, aliases)


def _near(ways: WaySet, rows: Index, vector: FloatArray, lang: str) -> FloatArray:
    return score.components(rows.runs(lang, ways.canonical), vector, len(ways.entries))


def _deviation(values: FloatArray) -> float:
    """Over what there is: ways without text have NaN, and a set may hold no others."""
    told = values[~np.isnan(values)]
    return max(float(np.std(told)), 1e-6) if len(told) else 1.0


def _asked(every: heads.Rows) -> npt.NDArray[np.intp]:
    """The aliases that stand for prompts, a sample, evenly taken: examples, and stubs where those are few."""
    rows = np.flatnonzero(every.components == EXAMPLE_ROW)
    if len(rows) < len(np.unique(every.ways)):
        rows = np.flatnonzero((every.components == STUB_ROW) | (every.components == EXAMPLE_ROW))
    return rows[:: max(len(rows) // ALIAS_SAMPLE, 1)]


def _left_out(ways: WaySet, rows: Index, every: heads.Rows, tier: Tier, asked: npt.NDArray[np.intp]) -> FloatArray:
    """The similarity of aliases to their own way when that alias is not there, shape (asked,)."""
    found = []
    for number in asked:
        vector, lang, own = every.vector(number), every.langs[number], int(every.ways[number])
        runs = rows.runs(lang, ways.canonical)
        places, kinds, cosines = index.ways(runs), index.components(runs), index.cosines(runs, vector)
        itself = int(np.argmax(np.where((places == own) & (kinds == every.components[number]), cosines, -np.inf)))
        kept = np.arange(len(places)) != itself
        table = score.reduce(kinds[kept], places[kept], cosines[kept], len(ways.entries))
        found.append(score.similarity(table, tier.background)[own])
    return np.array(found, dtype=np.float32)
