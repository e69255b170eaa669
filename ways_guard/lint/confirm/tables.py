"""How well words fit the languages of a script: langdetect's tables, summed.

langdetect draws n-grams at random until it is sure, so that its answer changes from run to run. Here every n-gram
of a stub counts once, whole numbers are added, and the same stub gets the same sums everywhere.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from ways_guard.constants import GRAM_FLOOR, SAMPLE_WEIGHT
from ways_guard.lint.confirm.grams import grams
from ways_guard.lint.confirm.known import Known
from ways_guard.lint.confirm.profiles import Profile, columns

if TYPE_CHECKING:
    import numpy as np

UNIT = 1000  # Sums are in thousandths of a natural logarithm.


@dataclass(frozen=True)
class Table:
    """One script's n-grams against its languages; `places` leads from a code to its column, `rows` from an
    n-gram to its row, counted from 1."""

    places: Mapping[str, int]
    rows: Mapping[str, int]
    values: np.ndarray[Any, np.dtype[np.int16]]

    def sums(self, texts: Iterable[Iterable[str]]) -> Sequence[float]:
        """For each column how likely the texts are in its language: a logarithm, up to a constant."""
        import numpy as np

        total = np.zeros(self.values.shape[1], np.int64)
        for words in texts:
            known = list(filter(None, map(self.rows.get, set(grams(words)))))
            total += np.add.reduce(self.values[known], axis=0, dtype=np.int64)
        return [int(value) / UNIT for value in total]

    def leaning(self, words: Iterable[str], to: str, against: str) -> list[str]:
        """The words that fit one language better than another, those that do so most first."""
        one, other = self.places[to], self.places[against]
        scored = ((self.sums([[word]]), word) for word in words)
        leaning = sorted((sums[other] - sums[one], word) for sums, word in scored)
        return [word for difference, word in leaning if difference < 0]


def table(known: Known, script: str) -> Table:
    """The table of a script; without columns where nothing is known of its languages."""
    import numpy as np

    found = columns(known, script)
    grams_of = (gram for profile in (*found.profiles, *(each.sample for each in found.columns)) for gram in profile)
    rows = {gram: row for row, gram in enumerate(dict.fromkeys(grams_of), 1)}
    profiles = _matrix(found.profiles, rows)
    samples = _matrix([each.sample for each in found.columns], rows)
    shares = np.empty_like(samples)
    for place, column in enumerate(found.columns):
        kin = profiles[:, column.kin].mean(axis=1) if column.kin else 0.0
        weight = SAMPLE_WEIGHT if column.sample else 0.0
        shares[:, place] = weight * samples[:, place] + (1 - weight) * kin
    values = np.rint(np.log(shares + GRAM_FLOOR) * UNIT).astype(np.int16)
    return Table(found.places, rows, values)


def _matrix(profiles: Sequence[Profile], rows: Mapping[str, int]) -> np.ndarray[Any, np.dtype[np.float64]]:
    import numpy as np

    matrix = np.zeros((len(rows) + 1, len(profiles)))
    for place, profile in enumerate(profiles):
        matrix[[rows[gram] for gram in profile], place] = list(profile.values())
    return matrix
