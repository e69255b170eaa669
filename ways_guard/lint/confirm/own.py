"""Which words of a stub say something of its language: those that the way's own text does not have."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property, lru_cache

from ways_guard.constants import ACRONYM_LETTERS
from ways_guard.way.scripts import script_of

_CODE = re.compile(r"```.*?(?:```|\Z)|`[^`\n]*`|\w+://\S+", re.DOTALL)
# Names of files, options, packages: ASCII with a sign of code inside.
_NAME = re.compile(r"[\x21-\x7e]*[A-Za-z0-9][._/@\\:#=<>{}$*+&|~]+[\x21-\x7e]*[A-Za-z0-9][\x21-\x7e]*")
# What stands between words. Not \W: that cuts the words of Indic scripts at their vowel signs.
BREAKS = re.compile(
    r"[\s!-&(-@\[-`{-~\u0080-\u00a9\u00ab-\u00b4\u00b6-\u00b9\u00bb-\u00bf\u2000-\u200b\u200e-\u2018\u201a-\u206f"
    r"\u3000-\u3004\u3008-\u303f।॥،؛؟۔·፣።、。・]+"
)
_LATIN = re.compile(r"[A-Za-z]+")


@dataclass(frozen=True)
class Own:
    """A text's words, each once: its `own`, those that its source `shared`, and `names` that are in no language."""

    own: tuple[str, ...]
    shared: tuple[str, ...]
    names: tuple[str, ...]

    @cached_property
    def by_script(self) -> Mapping[str, tuple[str, ...]]:
        """Its own words by the script of their first letter, in the order of the text."""
        found: dict[str, list[str]] = {}
        for word in self.own:
            found.setdefault(_script(word), []).append(word)
        return {script: tuple(words) for script, words in found.items()}

    @cached_property
    def letters(self) -> Mapping[str, int]:
        """How many letters of each script its own words have."""
        return count(self.own)

    @cached_property
    def all_letters(self) -> Mapping[str, int]:
        """How many letters of each script all its words have."""
        return count((*self.own, *self.shared, *self.names))


def own(text: str, source: str) -> Own:
    """The words of a stub, sorted by whether its source has them."""
    known = _known(source)
    kinds: tuple[dict[str, None], dict[str, None], dict[str, None]] = ({}, {}, {})
    text = unicodedata.normalize("NFC", text)
    for name in _NAME.findall(_CODE.sub(" ", text)):
        kinds[2][name] = None
    for word in _words(text):
        kinds[_kind(word, known)][word] = None
    return Own(*map(tuple, kinds))


def count(words: Iterable[str]) -> Mapping[str, int]:
    """How many letters of each script words have."""
    counts: dict[str, int] = {}
    for character in "".join(words):
        script = script_of(character)
        if script:
            counts[script] = counts.get(script, 0) + 1
    return counts


def _kind(word: str, known: frozenset[str]) -> int:
    if word.casefold() in known:
        return 1
    return 2 if _is_name(word) else 0


def _is_name(word: str) -> bool:
    if word.isupper():
        return 1 < len(word) <= ACRONYM_LETTERS
    return any(word[at - 1].islower() and word[at].isupper() for at in range(1, len(word)))


@lru_cache(maxsize=256)  # the stubs of a way have one source
def _known(source: str) -> frozenset[str]:
    """The words of the source, and their other number, as the parts of file names too."""
    words = {word.casefold() for word in (*_words(unicodedata.normalize("NFC", source)), *_LATIN.findall(source))}
    return frozenset({*words, *(f"{word}s" for word in words), *(word.removesuffix("s") for word in words)})


def _words(text: str) -> Iterator[str]:
    prose = _NAME.sub(" ", _CODE.sub(" ", text))
    for chunk in BREAKS.split(prose):
        yield from _runs(chunk.strip("'’"))


def _runs(chunk: str) -> Iterator[str]:
    """The parts of a chunk that are Latin and those that are not: `npm依赖` is two words."""
    if chunk.isascii():
        if any(map(str.isalpha, chunk)):
            yield chunk
        return
    start, latin = 0, None
    for at, character in enumerate(chunk):
        script = script_of(character)
        if script is None:
            continue
        if latin is not None and latin != (script == "Latn"):
            yield chunk[start:at]
            start = at
        latin = script == "Latn"
    if latin is not None:
        yield chunk[start:]


def _script(word: str) -> str:
    return next(filter(None, map(script_of, word)))
