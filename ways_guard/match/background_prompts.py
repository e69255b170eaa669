"""Prompts of our own, in all languages, that should fire nothing: what aliases and scores are measured against."""

from __future__ import annotations

import functools
import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from ways_guard.constants import JOINED_PROMPTS
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
    """The prompts that the package brings along, and of each language long ones that are several of them in one."""
    lines = [json.loads(line) for line in PATH.read_text(encoding="utf-8").splitlines()]
    by_lang: dict[str, list[str]] = {}
    for line in lines:
        by_lang.setdefault(line["lang"], []).append(line["prompt"])
    pairs = [(text, lang) for lang, texts in by_lang.items() for text in (*texts, *_joined(texts))]
    return Prompts(tuple(text for text, _ in pairs), tuple(lang for _, lang in pairs))


def _joined(texts: Sequence[str]) -> Iterator[str]:
    """All of a language's prompts in groups, those that stand far apart in the file together."""
    groups = len(texts) // JOINED_PROMPTS
    for start in range(groups):
        yield "\n".join(texts[start::groups])


@functools.cache
def digest() -> str:
    """What tells this version of the prompts from others."""
    return layout.digest([PATH.read_text(encoding="utf-8")])
