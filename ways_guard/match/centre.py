"""What all prompts of a language have in common, taken off a vector: the rest is what the text is about.

Multilingual models put texts of one language, and prompts of any subject, near to each other. The mean of a
language's background prompts is that part; where there are few of them it is drawn to the mean of all languages.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from ways_guard.constants import CENTRE_PROMPTS
from ways_guard.match import background_prompts

if TYPE_CHECKING:
    from pathlib import Path

    from ways_guard.match.engines.protocol import FloatArray, Model


@dataclass(frozen=True)
class Centres:
    """`means` has shape (languages + 1, dimension): those of `codes` in order, then that of all languages."""

    codes: tuple[str, ...]
    means: FloatArray

    def __call__(self, vectors: FloatArray, langs: Sequence[str]) -> FloatArray:
        """Vectors of shape (texts, dimension) without their language's mean, of length 1 again."""
        places = {code: place for place, code in enumerate(self.codes)}
        moved = vectors - self.means[[places.get(lang, len(places)) for lang in langs]]
        lengths = np.linalg.norm(moved, axis=1, keepdims=True)
        centred: FloatArray = (moved / np.maximum(lengths, 1e-9)).astype(np.float32)
        return centred


def of_model(model: Model, cache: Path) -> Centres:
    """The centres under a model. Raises WaysGuardError where it fails."""
    prompts = background_prompts.load()
    return fit(prompts.embedded(model, cache), prompts.langs)


def fit(vectors: FloatArray, langs: Sequence[str]) -> Centres:
    """Centres from the vectors of background prompts, shape (prompts, dimension), and their languages."""
    codes = tuple(sorted(set(langs)))
    own = [vectors[[lang == code for lang in langs]] for code in codes]
    # Of the languages, not of the prompts: one that has many is no better measure of what is common to all.
    general = np.mean([rows.mean(axis=0) for rows in own], axis=0)
    means = [(rows.sum(axis=0) + CENTRE_PROMPTS * general) / (len(rows) + CENTRE_PROMPTS) for rows in own]
    return Centres(codes, np.stack([*means, general]).astype(np.float32))
