"""Codes of rules as people write them into suppressions."""

from __future__ import annotations

from collections.abc import Collection

from ways_guard.lint.words import did_you_mean


def unknown(code: str, known: Collection[str]) -> str:
    """What to say of a code that no rule has."""
    hint = did_you_mean(code, sorted(known)) or "see ways-guard rule --all"
    return f'no rule has the code "{code}": {hint}'
