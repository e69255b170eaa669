"""Small pieces of plain English that messages share."""

from __future__ import annotations

from collections.abc import Iterable, Sequence


def listed(values: Iterable[object]) -> str:
    """`a, b, c`."""
    return ", ".join(str(value) for value in values)


def plural(count: int, noun: str) -> str:
    """`1 file`, `2 files`."""
    return f"{count} {noun}" if count == 1 else f"{count} {noun}s"


def did_you_mean(word: str, known: Sequence[str]) -> str:
    """`did you mean "x"?` for the known word that is nearest; "" where none is near."""
    import difflib  # only a mistake needs it

    by_fold = {name.casefold(): name for name in known}
    near = difflib.get_close_matches(word.casefold(), by_fold, n=1, cutoff=0.7)
    return f'did you mean "{by_fold[near[0]]}"?' if near else ""
