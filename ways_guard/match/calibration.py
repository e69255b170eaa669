"""The calibration of a set: background statistics and head of each tier, the line onto the scale of each mode."""

from __future__ import annotations

import io
import os
import zipfile
import zlib
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from ways_guard.files import write_atomic
from ways_guard.match import layout, score
from ways_guard.match.centre import Centres
from ways_guard.match.head import CLOSED, LOGISTIC, Head
from ways_guard.match.score import Background, Line

if TYPE_CHECKING:
    from collections.abc import Collection

    from ways_guard.match.engines.protocol import FloatArray
    from ways_guard.match.index import Index

# Which tiers score a prompt: both for one in English, the multilingual one for others, the English one alone
# where there is no other.
MODES: Mapping[str, tuple[str, ...]] = {
    "multilingual": ("multilingual",),
    "both": ("multilingual", "english"),
    "english": ("english",),
}


@dataclass(frozen=True)
class Tier:
    """What a tier's vectors are judged by.

    `scales` are what similarity and head count as one unit: their deviations over background prompts, the head's
    divided by its weight.
    """

    centres: Centres
    background: Background
    head: Head
    scales: tuple[float, float]

    def totals(self, index: Index, query: FloatArray, lang: str, canonical: Collection[str]) -> FloatArray:
        """A vector as the model gives it to one number a way, shape (ways,); NaN for a way without text."""
        centred = self.centres(query[None, :], [lang])
        found = score.components(index.runs(lang, canonical), centred[0], self.background.mean.shape[1])
        return self.blend(score.similarity(found, self.background), self.head.margins(centred)[0])

    def blend(self, similarity: FloatArray, margins: FloatArray) -> FloatArray:
        """Similarity and head together, each in its unit."""
        blended: FloatArray = similarity / self.scales[0] + margins / self.scales[1]
        return blended


@dataclass(frozen=True)
class Calibration:
    """The tiers by name, and the line onto the score scale by mode."""

    tiers: Mapping[str, Tier]
    lines: Mapping[str, Line]

    @property
    def head_kind(self) -> str:
        """How the heads were fitted; one in closed form counts, as it is what a large corpus makes do with."""
        return CLOSED if any(tier.head.kind == CLOSED for tier in self.tiers.values()) else LOGISTIC


def together(totals: FloatArray) -> FloatArray:
    """Totals of some tiers, shape (tiers, prompts, ways), as one a prompt and way: the mean of those there are.

    The English tier has none for a way of another canonical language; the multilingual one judges that alone.
    """
    there = ~np.isnan(totals)
    counts = there.sum(axis=0)
    means: FloatArray = (np.where(there, totals, 0).sum(axis=0) / np.where(counts, counts, np.nan)).astype(
        np.float32
    )
    return means


def read(folder: Path) -> Calibration | None:
    """A calibration from disk, None where it is missing or damaged."""
    try:
        # Opened here: numpy leaves a damaged file open.
        with (folder / layout.CALIBRATION).open("rb") as stream, np.load(stream) as stored:
            names = [name.removesuffix(".scales") for name in stored.files if name.endswith(".scales")]
            modes = [name.removesuffix(".line") for name in stored.files if name.endswith(".line")]
            tiers = {name: _tier(stored, name) for name in names}
            return Calibration(tiers, {mode: _line(stored, mode) for mode in modes})
    except (OSError, ValueError, KeyError, TypeError, EOFError, zipfile.BadZipFile, zlib.error):
        return None


def _tier(stored: Mapping[str, Any], name: str) -> Tier:
    mean, deviation = stored[f"{name}.mean"], stored[f"{name}.deviation"]
    head = Head(stored[f"{name}.head-weights"], str(stored[f"{name}.head-kind"]))
    similarity, margin = map(float, stored[f"{name}.scales"])
    centres = Centres(tuple(map(str, stored[f"{name}.centre-codes"])), stored[f"{name}.centres"])
    return Tier(centres, Background(mean, deviation), head, (similarity, margin))


def _line(stored: Mapping[str, Any], mode: str) -> Line:
    offset, slope, tail = map(float, stored[f"{mode}.line"])
    shifts = zip(map(str, stored[f"{mode}.languages"]), map(float, stored[f"{mode}.shifts"]), strict=True)
    return Line(offset, slope, dict(shifts), tail)


def write(made: Calibration, folder: Path) -> None:
    """Put a calibration on disk in one step."""
    arrays: dict[str, Any] = {}
    for mode, line in made.lines.items():
        arrays[f"{mode}.line"] = np.array([line.offset, line.slope, line.tail])
        arrays[f"{mode}.languages"] = np.array(list(line.shifts), dtype=str)
        arrays[f"{mode}.shifts"] = np.array(list(line.shifts.values()), dtype=np.float64)
    for name, tier in made.tiers.items():
        arrays[f"{name}.mean"], arrays[f"{name}.deviation"] = tier.background.mean, tier.background.deviation
        arrays[f"{name}.head-weights"], arrays[f"{name}.head-kind"] = tier.head.weights, np.array(tier.head.kind)
        arrays[f"{name}.centre-codes"] = np.array(tier.centres.codes, dtype=str)
        arrays[f"{name}.centres"] = tier.centres.means
        arrays[f"{name}.scales"] = np.array(tier.scales)
    buffer = io.BytesIO()
    np.savez(buffer, **arrays)
    write_atomic(folder / layout.CALIBRATION, buffer.getvalue())
    os.utime(folder)
