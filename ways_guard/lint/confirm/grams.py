"""Texts as langdetect's profiles see them: n-grams of one to three characters.

Unlike langdetect, lower case throughout: titles and lists are full of capitals that say nothing.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache


@lru_cache(maxsize=16_384)
def _folded(character: str) -> str:
    from langdetect.utils.ngram import NGram  # only where words are compared at all

    return str(NGram.normalize(character))


def grams(words: Iterable[str]) -> list[str]:
    """The n-grams of words, as often as they occur; the space before and after a word belongs to it."""
    found: list[str] = []
    for word in words:
        text = f" {''.join(map(_folded, word.lower()))} "
        found += text.replace(" ", "")
        found += [text[at : at + 2] for at in range(len(text) - 1)]
        found += [text[at : at + 3] for at in range(len(text) - 2)]
    return found
