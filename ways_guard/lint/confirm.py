"""Is a stub written in the language that it says? The verdicts, and who gives them.

So far only scripts are compared: that tells Greek from Russian, and neither German from French nor Russian from
Ukrainian, so that a stub in a shared script is at most `weak`.
"""

from __future__ import annotations

import enum
import unicodedata
from dataclasses import dataclass
from typing import Protocol

from ways_guard.lint.words import plural
from ways_guard.way.languages import Language, Languages
from ways_guard.way.scripts import components, count_scripts, script_of

FEWEST = 4  # Letters; fewer are a name or an abbreviation and say nothing of a language.


class Verdict(str, enum.Enum):
    """What can be said of a stub's language."""

    CONFIRMED = "confirmed"  # nothing else can be meant
    WEAK = "weak"  # nothing speaks against it
    WRONG = "wrong"  # another language
    UNTRANSLATED = "untranslated"  # the canonical text under another language's code
    CANNOT_TELL = "cannot tell"  # too little text of its own
    UNSUPPORTED = "unsupported"  # no code of languages.json


@dataclass(frozen=True)
class Judgement:
    """A verdict and what it rests on, in words."""

    verdict: Verdict
    evidence: str


class Confirmer(Protocol):
    """Judges one text: same input, same verdict, in any order."""

    def __call__(self, lang: str, text: str, canonical: str) -> Judgement:
        """A judgement of a stub's `text` in language `lang`; `canonical` is the way's own text. Never raises."""


def by_script(languages: Languages) -> Confirmer:
    """The confirmer that compares scripts, for a catalogue of languages."""
    only = {code: _only(language, languages) for code, language in languages.items()}

    def confirm(lang: str, text: str, canonical: str) -> Judgement:
        language = languages.get(lang)
        if language is None:
            return Judgement(Verdict.UNSUPPORTED, f"{lang} is no code of languages.json")
        return _judge(language, text, canonical, only[lang])

    return confirm


def _judge(language: Language, text: str, canonical: str, only: frozenset[str]) -> Judgement:
    counts = count_scripts(text)
    own = sum(number for script, number in counts.items() if script in _scripts(language))
    decisive = sum(number for script, number in counts.items() if script in only)
    other = other_letters(text, language)
    if other:
        return Judgement(Verdict.WRONG, f"mostly {other} letters")
    if text.casefold() == canonical.casefold():
        return Judgement(Verdict.UNTRANSLATED, "the same text as the way's own")
    if own < FEWEST:
        return Judgement(Verdict.CANNOT_TELL, f"only {plural(own, 'letter')} in its script")
    if decisive >= FEWEST:
        return Judgement(Verdict.CONFIRMED, f"{decisive} letters that only {language.name} is written in")
    return Judgement(Verdict.WEAK, "its script fits, and others share it")


def other_letters(text: str, language: Language) -> str | None:
    """The name of the letters that a text is mostly written in where they are not the language's, else None.

    Latin letters do not count against a language, since names of tools are written in them; a text of Latin
    letters alone does, where the language has others.
    """
    counts = count_scripts(text)
    own = _scripts(language)
    inside = sum(number for script, number in counts.items() if script in own)
    outside = sum(number for script, number in counts.items() if script not in own | {"Latn"})
    if sum(counts.values()) < FEWEST or (inside and outside <= inside):
        return None
    script = max((name for name in counts if name not in own), key=lambda name: counts[name])
    name = unicodedata.name(next(letter for letter in text if script_of(letter) == script)).split()[0]
    return {"CJK": "Chinese", "FULLWIDTH": "full-width"}.get(name, name.capitalize())


def _scripts(language: Language) -> frozenset[str]:
    return frozenset().union(*map(components, language.scripts))


def _only(language: Language, languages: Languages) -> frozenset[str]:
    """The scripts that no other language of the catalogue is written in."""
    others = (_scripts(other) for other in languages.values() if other.code != language.code)
    return _scripts(language).difference(*others)
