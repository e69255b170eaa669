"""Which languages a repo expects of every way: those that `lint.require` names, else those that most ways have."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection


def usual(spoken: Collection[Collection[str]]) -> list[str]:
    """The languages that more than half of the ways with any have, from the languages of each way."""
    translated = [set(languages) for languages in spoken if languages]
    counts = Counter(lang for languages in translated for lang in languages)
    return sorted(lang for lang, number in counts.items() if number * 2 > len(translated))
