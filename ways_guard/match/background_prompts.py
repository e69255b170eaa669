"""Prompts of our own, in all languages, that should fire nothing: what aliases and scores are measured against."""

from __future__ import annotations

import functools
import json
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from ways_guard.match import layout

if TYPE_CHECKING:
    from ways_guard.match.engines.protocol import FloatArray, Model

PATH = Path(__file__).parent / "data" / "background.jsonl"


@dataclass(frozen=True)
class Prompts:
    """Texts and their languages, position by position."""

    texts: tuple[str, ...]
    langs: tuple[str, ...]

    def embedded(self, model: Model, cache: Path) -> FloatArray:
        """Their vectors, shape (prompts, dimension), from the cache where they are there."""
        from ways_guard.match import embedding_cache

        return embedding_cache.embed(model, self.texts, cache, role="query")


@functools.cache
def load() -> Prompts:
    """The prompts that the package brings along."""
    lines = [json.loads(line) for line in PATH.read_text(encoding="utf-8").splitlines()]
    return Prompts(tuple(line["prompt"] for line in lines), tuple(line["lang"] for line in lines))


@functools.cache
def digest() -> str:
    """What tells this version of the prompts from others."""
    return layout.digest([PATH.read_text(encoding="utf-8")])
