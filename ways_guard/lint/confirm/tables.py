"""How well words fit the languages of a script: langdetect's tables, summed.

langdetect draws n-grams at random until it is sure, so that its answer changes from run to run. Here every n-gram
of a stub counts once, whole numbers are added, and the same stub gets the same sums everywhere.
"""

from __future__ import annotations

import struct
from array import array
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from math import log

from ways_guard.constants import GRAM_FLOOR, SAMPLE_WEIGHT
from ways_guard.lint.confirm.grams import grams
from ways_guard.lint.confirm.known import Known
from ways_guard.lint.confirm.profiles import Column, Columns, Profile, columns

UNIT = 1000  # Values are in thousandths of a natural logarithm.


@dataclass(frozen=True)
class Table:
    """One script's n-grams against its languages.

    `places` leads from a code to its column, `rows` from an n-gram to where its row starts in `data`, which holds
    for each column a number of 4 bytes: how unlikely the n-gram is there.
    """

    places: Mapping[str, int]
    rows: Mapping[str, int]
    data: bytes
    width: int

    def sums(self, texts: Iterable[Iterable[str]]) -> Sequence[float]:
        """For each column how likely the texts are in its language: a logarithm, up to a constant."""
        total = [0] * self.width
        for words in texts:
            total = [one + other for one, other in zip(total, self._sum(words), strict=True)]
        return [-value / UNIT for value in total]

    def _sum(self, words: Iterable[str]) -> Sequence[int]:
        """The rows of a text's n-grams, each once, added; as large numbers, which adds all columns in one go."""
        size, data = 4 * self.width, self.data
        starts = [start for start in map(self.rows.get, set(grams(words))) if start is not None]
        total = sum([int.from_bytes(data[start : start + size], "little") for start in starts])
        return struct.unpack(f"<{self.width}I", total.to_bytes(size, "little"))

    def leaning(self, words: Iterable[str], to: str, against: str) -> list[str]:
        """The words that fit one language better than another, those that do so most first."""
        one, other = self.places[to], self.places[against]
        scored = ((self.sums([[word]]), word) for word in words)
        leaning = sorted((sums[other] - sums[one], word) for sums, word in scored)
        return [word for difference, word in leaning if difference < 0]


def table(known: Known, script: str) -> Table:
    """The table of a script; without columns where nothing is known of its languages."""
    found = columns(known, script)
    every = _profiles(found)
    names = dict.fromkeys(gram for profile in every for gram in profile)
    width = len(every)
    rows = {gram: 4 * width * row for row, gram in enumerate(names)}
    values = array("I", [_unlikely(0.0)]) * (width * len(rows))
    for place, profile in enumerate(every):
        for gram, share in profile.items():
            values[rows[gram] // 4 + place] = _unlikely(share)
    return Table(found.places, rows, struct.pack(f"<{len(values)}I", *values), width)


def _unlikely(share: float) -> int:
    return round(-log(share + GRAM_FLOOR) * UNIT)


def _profiles(found: Columns) -> Sequence[Profile]:
    """The profile of each column: that of the detector, mixed with the sample where there is one."""
    means: dict[tuple[int, ...], Profile] = {}
    return [_profile(column, found.profiles, means) for column in found.columns]


def _profile(column: Column, shipped: Sequence[Profile], means: dict[tuple[int, ...], Profile]) -> Profile:
    if column.kin not in means:
        means[column.kin] = _mean([shipped[place] for place in column.kin])
    mean = means[column.kin]
    if not column.sample:
        return mean
    mixed = {gram: (1 - SAMPLE_WEIGHT) * share for gram, share in mean.items()}
    for gram, share in column.sample.items():
        mixed[gram] = mixed.get(gram, 0.0) + SAMPLE_WEIGHT * share
    return mixed


def _mean(profiles: Sequence[Profile]) -> Profile:
    if len(profiles) == 1:
        return profiles[0]
    sums: dict[str, float] = {}
    for profile in profiles:
        for gram, share in profile.items():
            sums[gram] = sums.get(gram, 0.0) + share
    return {gram: share / len(profiles) for gram, share in sums.items()}
