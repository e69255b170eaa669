"""core.md's directive: the line that tells the agent which language to write in."""

from __future__ import annotations

import re

PLACEHOLDER = "{{output_language}}"
# With a word more, and with marks around: `must always be in English`, `must be written in **English**`.
ENGLISH = re.compile(r"(must (?:\w+ )?be (?:\w+ )?in [*_`]{0,3})English\b", re.IGNORECASE)


def lines_of(text: str) -> list[int]:
    """The numbers (from 0) of a core.md's directive lines; a right one has exactly one."""
    return [number for number, line in enumerate(text.split("\n")) if PLACEHOLDER in line or ENGLISH.search(line)]
