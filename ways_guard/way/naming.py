"""Which ids a new way may have. Stricter than what is read: a name must work on every system and in every tool."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable

from ways_guard.errors import WaysGuardError
from ways_guard.way.discover import is_entered

# Windows keeps these names for devices, whatever follows behind a dot.
_DEVICES = frozenset({"con", "prn", "aux", "nul", *(f"{name}{n}" for name in ("com", "lpt") for n in range(10))})
_LONGEST = 100  # Bytes of a name; `.examples.jsonl` behind it must still fit into the 255 of most file systems.


def check(way: str) -> None:
    """Nothing for an id that a new way may have; else WaysGuardError with what to write in its place."""
    parts = way.split("/")
    better = "/".join(filter(None, map(_plain, parts)))
    advice = f'did you mean "{better}"?' if better and better != way else "choose another name"
    for part in parts:
        problem = _problem(part)
        if problem:
            raise WaysGuardError(f'"{way}" cannot be the name of a way: {problem}: {advice}')


def _problem(part: str) -> str:
    if not part:
        return "a part of it is empty"
    if part != unicodedata.normalize("NFC", part):
        return f'"{part}" is not in the composed form (NFC) that others will type'
    if part != part.lower():
        return f'"{part}" has capital letters, which not every file system tells from small ones'
    if not is_entered(part) or part in _DEVICES:
        return f'"{part}" is a reserved name'
    if not all(map(_allowed, part)):
        return f'"{part}" may hold letters, digits, hyphens and underscores'
    if {part[0], part[-1]} & set("-_"):
        return f'"{part}" must start and end with a letter or a digit'
    if len(part.encode()) > _LONGEST:
        return f'"{part[:20]}…" is too long'
    return ""


def _allowed(character: str) -> bool:
    """Marks are letters too: no word of Hindi or Thai does without."""
    return character in "-_" or unicodedata.category(character)[0] in "LMN"


def _plain(part: str) -> str:
    """The nearest name that is allowed, "" where there is none."""
    text = unicodedata.normalize("NFC", part).lower().removesuffix(".md")
    text = "".join(character if _allowed(character) else " " for character in text)
    text = re.sub(r"[ _-]*[ -][ _-]*", "-", text.strip(" -_"))
    return "" if _problem(text) else text


def twin(part: str, names: Iterable[str]) -> str | None:
    """The existing name that differs from a part of an id in nothing but case or form, if there is one."""
    return next((name for name in names if name != part and _fold(name) == _fold(part)), None)


def _fold(text: str) -> str:
    return unicodedata.normalize("NFC", text.casefold())
