"""A model for tests in which bookkeeping matters and quality does not: texts that share words are near."""

from __future__ import annotations

import hashlib
import zlib
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from ways_guard.match.engines.protocol import FloatArray

_DIMENSION = 128


class Words:
    """The sum of its words' fixed random vectors stands for a text; `calls` are the texts that were embedded."""

    def __init__(self, name: str = "words", revision: str = "1", breaks_at: int | None = None) -> None:
        self.id = name
        self.revision = revision
        self.cold_start = 0.0
        self.calls: list[str] = []
        self._breaks_at = breaks_at

    def queries(self, texts: Sequence[str]) -> FloatArray:
        return self.passages(texts)

    def passages(self, texts: Sequence[str]) -> FloatArray:
        self.calls.extend(texts)
        if self._breaks_at is not None and len(self.calls) >= self._breaks_at:
            raise RuntimeError("out of memory")
        return np.stack([_vector(text) for text in texts])


class WordsEngine:
    """An engine that has that model, for `ENGINES`."""

    def available(self) -> bool:
        return True

    def default_models(self) -> Mapping[str, str]:
        return {"multilingual": "words"}

    def where(self, name: str) -> str | None:
        return "here" if name == "words" else None

    def load(self, name: str | None = None) -> Words:
        return Words(name or "words")


def _vector(text: str) -> FloatArray:
    words = text.lower().encode("utf-8", "replace").split() or [b""]
    total = np.sum([_word(word) for word in words], axis=0) + _word(b"\0") / 4
    vector: FloatArray = (total / np.linalg.norm(total)).astype(np.float32)
    return vector


def _word(word: bytes) -> FloatArray:
    seed = zlib.crc32(hashlib.sha256(word).digest())
    return np.random.default_rng(seed).standard_normal(_DIMENSION).astype(np.float32)
