"""Texts as langdetect's profiles see them: n-grams of one to three characters.

Unlike langdetect, lower case throughout: titles and lists are full of capitals that say nothing.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache

# What langdetect makes of characters of the scripts that several languages share, written down here because
# importing it takes longer than judging a file. A test compares the two.
_AS_ANOTHER = {"ș": "ş", "ț": "ţ", "\N{ARABIC LETTER FARSI YEH}": "\N{ARABIC LETTER YEH}"}
_VIETNAMESE = "ể"  # It stands for all letters with two marks.


@lru_cache(maxsize=4096)
def folded(character: str) -> str:
    """A character as the profiles have it; a space for what is no letter."""
    if character < "\x80":
        return character if character.isalpha() else " "
    if character < "\u0100" or "\u2000" <= character <= "\u206f":
        return character if character.isalpha() and character not in "ªµº" else " "
    if "\u1ea0" <= character <= "\u1eff":
        return _VIETNAMESE
    return _AS_ANOTHER.get(character, character)


def grams(words: Iterable[str]) -> list[str]:
    """The n-grams of words, as often as they occur; the space before and after a word belongs to it."""
    found: list[str] = []
    for word in words:
        text = f" {''.join(map(folded, word.lower()))} "
        found += text.replace(" ", "")
        found += [text[at : at + 2] for at in range(len(text) - 1)]
        found += [text[at : at + 3] for at in range(len(text) - 2)]
    return found
