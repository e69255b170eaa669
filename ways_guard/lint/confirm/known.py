"""The languages that a confirmer knows: those of the catalogue, and neighbours that are taken for them.

`samples.json` has the neighbours, and prose in languages that the detector's profiles lack or that are near to one
of those: the same sentences in each, so that what they are about speaks for none of them.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import cached_property, lru_cache
from pathlib import Path

from ways_guard.way.languages import Language, Languages, load_bundled, merge
from ways_guard.way.scripts import components


@dataclass(frozen=True)
class Known:
    """Languages by code: `ours` are those of the catalogue, `every` has the neighbours too."""

    ours: Languages
    every: Languages

    def written_in(self, script: str) -> tuple[str, ...]:
        """The codes of languages that are written in a script, in the order of the catalogue."""
        return self._by_script.get(script, ())

    @cached_property
    def _by_script(self) -> Mapping[str, tuple[str, ...]]:
        found: dict[str, tuple[str, ...]] = {}
        for code, language in self.every.items():
            for script in scripts(language):
                found[script] = (*found.get(script, ()), code)
        return found

    def name(self, code: str) -> str:
        """What a language is called."""
        return self.every[code].name if code in self.every else code

    def near(self, one: str, other: str) -> bool:
        """Whether two languages are mixed up easily."""
        return other in self.every[one].confusable


def scripts(language: Language) -> frozenset[str]:
    """The scripts, as letters have them, that a language is written in."""
    return frozenset().union(*map(components, language.scripts))


def known(languages: Languages) -> Known:
    """A catalogue with the neighbours and samples that are shipped; what it says itself comes first."""
    bundled = _bundled()
    neighbours = (bundled[code] for code in bundled if code not in load_bundled() and code not in languages)
    ours = (_sampled(each, bundled.get(each.code)) for each in languages.values())
    return Known(languages, Languages((*ours, *neighbours)))


def _sampled(language: Language, shipped: Language | None) -> Language:
    if shipped is None:
        return language
    confusable = language.confusable | shipped.confusable
    return replace(language, sample=language.sample or shipped.sample, confusable=confusable)


@lru_cache(maxsize=1)
def _bundled() -> Languages:
    data = Path(__file__).with_name("samples.json").read_bytes()
    return merge(load_bundled(), json.loads(data))
