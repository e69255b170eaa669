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
from ways_guard.match.head import Head
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

    `scales` are the deviations of similarity and head over background prompts.
    """

    background: Background
    head: Head
    scales: tuple[float, float]

    def totals(self, index: Index, query: FloatArray, lang: str | None, canonical: Collection[str]) -> FloatArray:
        """A prompt's vector to one number a way, shape (ways,); NaN for a way without text."""
        ways = self.background.mean.shape[1]
        found = score.components(index, query, lang, canonical, ways)
        near = score.similarity(found, self.background, canonical=lang is None or lang in canonical)
        return self.blend(near, self.head.margins(query[None, :])[0])

    def blend(self, similarity: FloatArray, margins: FloatArray) -> FloatArray:
        """Similarity and head together, each in units of its deviation."""
        blended: FloatArray = similarity / self.scales[0] + margins / self.scales[1]
        return blended


@dataclass(frozen=True)
class Calibration:
    """The tiers by name, and the line onto the score scale by mode."""

    tiers: Mapping[str, Tier]
    lines: Mapping[str, Line]


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
    head = Head(stored[f"{name}.head-mean"], stored[f"{name}.head-weights"])
    similarity, margin = map(float, stored[f"{name}.scales"])
    return Tier(Background(mean, deviation), head, (similarity, margin))


def _line(stored: Mapping[str, Any], mode: str) -> Line:
    offset, slope = map(float, stored[f"{mode}.line"])
    shifts = zip(map(str, stored[f"{mode}.languages"]), map(float, stored[f"{mode}.shifts"]), strict=True)
    return Line(offset, slope, dict(shifts))


def write(made: Calibration, folder: Path) -> None:
    """Put a calibration on disk in one step."""
    arrays: dict[str, Any] = {}
    for mode, line in made.lines.items():
        arrays[f"{mode}.line"] = np.array([line.offset, line.slope])
        arrays[f"{mode}.languages"] = np.array(list(line.shifts), dtype=str)
        arrays[f"{mode}.shifts"] = np.array(list(line.shifts.values()), dtype=np.float64)
    for name, tier in made.tiers.items():
        arrays[f"{name}.mean"], arrays[f"{name}.deviation"] = tier.background.mean, tier.background.deviation
        arrays[f"{name}.head-mean"], arrays[f"{name}.head-weights"] = tier.head.mean, tier.head.weights
        arrays[f"{name}.scales"] = np.array(tier.scales)
    buffer = io.BytesIO()
    np.savez(buffer, **arrays)
    write_atomic(folder / layout.CALIBRATION, buffer.getvalue())
    os.utime(folder)
