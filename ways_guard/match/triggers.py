"""The symbolic layer: regexes on what a person typed. Always on, with no model too.

Patterns are RE2, which is linear in time by construction, so that no pattern can hang a prompt.
"""

from __future__ import annotations

import functools
import re
from collections.abc import Iterable, Mapping
from typing import Any

from ways_guard.way import regex

_FENCED = re.compile(r"(?ms)^[ \t]*(```|~~~).*?(^[ \t]*\1|\Z)")
_INLINE = re.compile(r"`[^`\n]*`")
_FEW = 200  # Patterns; so many take a millisecond one by one.
_SET = 1_000  # Patterns that are searched in one pass.
_URL = re.compile(r"\b[a-z][a-z0-9+.-]{1,15}://\S+", re.IGNORECASE)


def spoken(prompt: str) -> str:
    """A prompt without its code blocks and URLs: they are quoted, not said, and fire nothing."""
    return _URL.sub(" ", _INLINE.sub(" ", _FENCED.sub("\n", prompt)))


@functools.lru_cache(maxsize=20_000)
def compiled(pattern: str) -> Any | None:
    """A pattern as the matcher searches it; None where RE2 refuses it."""
    try:
        return regex.compiled(pattern)
    except (regex.RegexError, UnicodeEncodeError):  # a lone surrogate is no text
        return None


def search(pattern: str | None, text: str) -> str | None:
    """The first text that a pattern matches; None for no match, no pattern or a broken one."""
    found_by = compiled(pattern) if pattern else None
    # A lone surrogate cannot be encoded for RE2, and no pattern can mean one.
    found = found_by.search(text.encode("utf-8", "replace").decode("utf-8")) if found_by else None
    return str(found.group(0)) if found else None


class Patterns:
    """The patterns of many ways, by number; broken ones match nothing."""

    def __init__(self, patterns: Mapping[int, str]) -> None:
        self._patterns = {number: pattern for number, pattern in patterns.items() if compiled(pattern)}
        numbers = list(self._patterns)
        parts = [numbers[start : start + _SET] for start in range(0, len(numbers), _SET)]
        # A few are found as fast one by one, and a set needs memory of its own.
        self._sets = [(regex.together([self._patterns[number] for number in part]), part) for part in parts]
        if len(numbers) < _FEW:
            self._sets = []

    def search(self, text: str) -> dict[int, str]:
        """What each pattern finds first in a text; those that find nothing, or an empty text, are left out."""
        found = {number: search(self._patterns[number], text) for number in self._candidates(text)}
        return {number: match for number, match in found.items() if match}

    def _candidates(self, text: str) -> Iterable[int]:
        if not self._sets:
            return self._patterns
        whole = text.encode("utf-8", "replace").decode("utf-8")
        return [part[place] for found_by, part in self._sets for place in found_by.Match(whole) or ()]
