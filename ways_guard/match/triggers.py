"""The symbolic layer: regexes on what a person typed. Always on, with no model too.

Patterns are RE2, which is linear in time by construction, so that no pattern can hang a prompt.
"""

from __future__ import annotations

import functools
import re
from collections.abc import Iterable
from typing import Any

from ways_guard.way import regex

_FENCED = re.compile(r"(?ms)^[ \t]*(```|~~~).*?(^[ \t]*\1|\Z)")
_INLINE = re.compile(r"`[^`\n]*`")
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


def first(pattern: str, texts: Iterable[str]) -> str | None:
    """What a pattern matches in the first of the texts in which it matches anything."""
    return next(filter(None, (search(pattern, text) for text in texts)), None)


def search(pattern: str | None, text: str) -> str | None:
    """The first text that a pattern matches; None for no match, no pattern or a broken one."""
    found_by = compiled(pattern) if pattern else None
    # A lone surrogate cannot be encoded for RE2, and no pattern can mean one.
    found = found_by.search(text.encode("utf-8", "replace").decode("utf-8")) if found_by else None
    return str(found.group(0)) if found else None
