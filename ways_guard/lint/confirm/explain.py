"""A judgement at length: what `ways-guard lint --explain-language` prints."""

from __future__ import annotations

from collections.abc import Iterator

from ways_guard.lint.confirm.fit import Fit
from ways_guard.lint.confirm.known import Known
from ways_guard.lint.confirm.model import Judgement
from ways_guard.lint.confirm.own import Own
from ways_guard.lint.words import listed

_RIVALS = 5


def lines(known: Known, lang: str, words: Own, judged: Judgement, found: Fit | None) -> list[str]:
    """The verdict, the words by kind, letters by script, and the nearest languages with their scores."""
    letters = [(script, str(number)) for script, number in words.letters.items()]
    return [
        f"language: {lang} ({known.name(lang)})",
        f"verdict: {judged.verdict.value}{_seems(known, judged)}",
        f"evidence: {judged.evidence}",
        f"own words: {listed(words.own) or 'none'}",
        f"words of the way's own text, which do not count: {listed(words.shared) or 'none'}",
        f"names and code, which do not count: {listed(words.names) or 'none'}",
        f"letters of own words: {listed(map(' '.join, letters)) or 'none'}",
        *(_scores(known, found) if found else ()),
    ]


def _seems(known: Known, judged: Judgement) -> str:
    return f", seems to be {known.name(judged.language)}" if judged.language else ""


def _scores(known: Known, found: Fit) -> Iterator[str]:
    """Leads of the nearest rivals: positive fits better than the language that is said."""
    rivals = sorted(found.leads, key=lambda code: -found.leads[code])[:_RIVALS]
    yield "beside it, better (+) or worse (-) by, and what would be enough to call it wrong:"
    for code in rivals:
        yield f"  {known.name(code)}: {found.lead(code):+.1f} ({found.needed(code):.0f})"
    if found.alike:
        yield f"  not told apart: {listed(sorted(map(known.name, found.alike)))}"
