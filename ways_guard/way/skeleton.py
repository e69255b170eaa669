"""What a new way starts as. What is left to write is empty, so that the linter asks for it."""

from __future__ import annotations

import json
from collections.abc import Iterable

from ways_guard.constants import DEFAULT_THRESHOLD

_WAY = """\
---
# Comments in here are never injected; take them out as you go.
# One sentence on what a prompt wants when it needs this way, in the words of whoever types it ({language}).
description:
# Words that such prompts hold, separated by spaces.
vocabulary:
# Further ways to fire, and how easily (0 to 1); take out the "# " of what you need:
# pattern: \\b(word|other word)s?\\b
# files: \\.py$
# commands: ^git push\\b
# threshold: {threshold}
---
# {title}

<!-- Replace this by what the agent must do here that it would not do anyway: short orders, most important first.
All of this is put into its context whenever the way fires. -->
"""


def way(name: str, language: str) -> str:
    """The way file of a way of that name, to be written in that language."""
    title = name.replace("-", " ").replace("_", " ")
    return _WAY.format(title=title[:1].upper() + title[1:], language=language, threshold=DEFAULT_THRESHOLD)


def locales(codes: Iterable[str]) -> str:
    """A locale file in canonical form with an empty stub for each language."""
    return "".join(_line({"lang": code, "description": "", "vocabulary": ""}) for code in sorted(codes))


def examples(codes: Iterable[str]) -> str:
    """An examples file with an empty prompt for each language."""
    return "".join(_line({"lang": code, "prompt": ""}) for code in codes)


def _line(value: dict[str, str]) -> str:
    return json.dumps(value, ensure_ascii=False, separators=(",", ":")) + "\n"
