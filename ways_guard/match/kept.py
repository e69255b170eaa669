"""A model that keeps the vectors of prompts: for probes, which are asked again and again."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from ways_guard.match import embedding_cache

if TYPE_CHECKING:
    from ways_guard.match.engines.protocol import FloatArray, Model


@dataclass(frozen=True)
class Kept:
    """A model as it is, but that texts are embedded once; `folder` is that of the embedding cache."""

    model: Model
    folder: Path

    @property
    def id(self) -> str:
        """The name of the weights."""
        return self.model.id

    @property
    def revision(self) -> str:
        """What distinguishes these weights from others of that name."""
        return self.model.revision

    @property
    def cold_start(self) -> float:
        """Seconds until the first vector in a new process, roughly."""
        return self.model.cold_start

    def queries(self, texts: Sequence[str]) -> FloatArray:
        """Embed prompts: float32, shape (len(texts), dimension), each row of length 1."""
        return embedding_cache.embed(self.model, texts, self.folder, role="query")

    def passages(self, texts: Sequence[str]) -> FloatArray:
        """Embed aliases: float32, shape (len(texts), dimension), each row of length 1."""
        return embedding_cache.embed(self.model, texts, self.folder)
