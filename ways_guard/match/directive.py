"""What a session starts with: core.md, with its directive in the output language first."""

from __future__ import annotations

import re
from collections.abc import Sequence

from ways_guard.way.directive import ENGLISH, PLACEHOLDER, lines_of
from ways_guard.way.frontmatter import body_of
from ways_guard.way.languages import Language

_DEFAULT = (
    f"Commit messages, code comments, documentation and pull request texts are written in {PLACEHOLDER}; "
    "code identifiers stay English."
)
_IDENTIFIERS = " Code identifiers stay English."


def session_text(core: str, language: Language) -> str:
    """What a session starts with: the directive in that language first, then core.md without it.

    A core.md that has no directive, or is empty, gets the default one: the language is never left unsaid.
    """
    lines = body_of(core).replace("\r\n", "\n").split("\n")
    found = lines_of("\n".join(lines))
    directives = [lines[number] for number in found] or [_DEFAULT]
    first = "\n".join(_in_language(line.strip(), language) for line in directives)
    return f"{first}\n\n{_without(lines, found)}".strip()


def _in_language(line: str, language: Language) -> str:
    named = language.name if language.name == language.native else f"{language.name} ({language.native})"
    if PLACEHOLDER in line:
        return line.replace(PLACEHOLDER, named)
    tail = "" if language.code == "en" or "identifier" in line.lower() else _IDENTIFIERS
    return ENGLISH.sub(lambda match: match[1] + named, line) + tail


def _without(lines: Sequence[str], numbers: Sequence[int]) -> str:
    """The text without those lines, and without a heading that had nothing else below it."""
    left = [line for number, line in enumerate(lines) if number not in numbers]
    text = "\n".join(left)
    for number in numbers:
        above = next((line for line in reversed(lines[:number]) if line.strip()), "")
        below = next((line for line in lines[number + 1 :] if line.strip()), "#")
        if above.startswith("#") and below.startswith("#"):
            text = text.replace(f"{above}\n", "", 1)
    return re.sub(r"\n{3,}", "\n\n", text).strip()
