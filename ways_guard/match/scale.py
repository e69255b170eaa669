"""Cosines of any model as scores: where unrelated texts lie, and two wordings of one thing.

Both points are medians over texts that come with the package: English small talk against descriptions of work, and
40 prompts each against the description of the same thing. They are English, because the score scale is
all-MiniLM-L6-v2's own, which reads nothing else: both models are measured on the same texts.
"""

from __future__ import annotations

import json
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np

from ways_guard.constants import LEAST_SCALE
from ways_guard.errors import WaysGuardError
from ways_guard.match import background_prompts, embedding_cache
from ways_guard.match.engines import catalogue
from ways_guard.match.engines.catalogue import Scale

if TYPE_CHECKING:
    from ways_guard.match.engines.protocol import FloatArray, Model

PARAPHRASES = Path(__file__).parent / "data" / "paraphrases.jsonl"


@dataclass(frozen=True)
class Scorer:
    """How a model's cosines become scores; `fitted` says that its scale was measured here and now."""

    scale: Scale
    reference: Scale
    fitted: bool

    def __call__(self, cosines: FloatArray) -> FloatArray:
        """Cosines of any shape to scores, cut to -1 … 1."""
        scores: FloatArray = np.clip(self.scale.onto(self.reference, cosines), -1.0, 1.0)
        return scores


def scorer(model: Model, cache: Path) -> Scorer:
    """A model's scorer, from the catalogue or measured.

    Raises WaysGuardError where the model fails, and where it does not tell unrelated texts from those that mean
    one thing.
    """
    reference = catalogue.reference().scale
    assert reference is not None  # a test sees to that
    known = catalogue.entry(model.id)
    if known and known.scale:
        return Scorer(known.scale, reference, fitted=False)
    return Scorer(measure(model, cache), reference, fitted=True)


def measure(model: Model, cache: Path) -> Scale:
    """The two points of a model, from the shipped texts; to four digits. Raises as `scorer` does."""
    pairs = _lines(PARAPHRASES)
    described = embedding_cache.embed(model, [pair["description"] for pair in pairs], cache)
    asked = embedding_cache.embed(model, [pair["prompt"] for pair in pairs], cache, role="query")
    background = background_prompts.load()
    small_talk = [text for text, lang in zip(background.texts, background.langs, strict=True) if lang == "en"]
    idle = embedding_cache.embed(model, small_talk, cache, role="query")
    unrelated = round(float(np.median(idle @ described.T)), 4)
    alike = round(float(np.median((asked * described).sum(axis=1))), 4)
    if not alike - unrelated >= LEAST_SCALE:
        raise WaysGuardError(
            f"the model {model.id} has no score scale: it finds unrelated texts ({unrelated}) as alike as two"
            f" wordings of one thing ({alike}); take another model"
        )
    return Scale(unrelated, alike)


def _lines(path: Path) -> list[dict[str, str]]:
    return [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]
