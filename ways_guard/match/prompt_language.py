"""A cheap guess at the language of a prompt: by script, then by function words and letters."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Collection, Mapping, Sequence
from math import log

from ways_guard.way.languages import Language, Languages
from ways_guard.way.scripts import components, count_scripts, han_forms, script_of

_READ = 1_000  # Characters; a prompt shows its language long before that.
_LATIN_A_LETTER = 4  # So many Latin ones a letter outweighs: tool names fill all prompts.
_FEW = 2  # One Greek letter in an English prompt makes it no Greek prompt.
_LETTER = 0.5  # What a letter counts beside a word: names and loanwords bring letters along.
_ABSENT = 0.1  # Han characters alone may be Japanese, but a language without kana comes first.

# Code and addresses are in no language.
_CODE = re.compile(r"```.*?(?:```|\Z)|`[^`\n]*`|\w+://\S+", re.DOTALL)
# What stands between words. Not \W: that cuts the words of Indic scripts at their vowel signs.
_BREAKS = re.compile(
    r"[\s!-@\[-`{-~\u0080-\u00a9\u00ab-\u00b4\u00b6-\u00b9\u00bb-\u00bf\u2000-\u206f\u3000-\u303f।॥،؛؟۔]+"
)


def guess(text: str, languages: Languages, candidates: Collection[str]) -> str | None:
    """The candidate that is the language a prompt is typed in; None without evidence.

    Deterministic. All that it knows of a language is in the catalogue: scripts, words, letters.
    """
    prose = unicodedata.normalize("NFC", _CODE.sub(" ", text[:_READ])).lower()
    others = count_scripts(prose)
    latin_letters = others.pop("Latn", 0)
    known = [languages[code] for code in candidates if code in languages]
    latin = _scores(prose, languages, [each for each in known if "Latn" in each.scripts])
    letters = sum(others.values())
    if letters >= _FEW and (letters * _LATIN_A_LETTER >= latin_letters or not any(latin.values())):
        return _by_script(prose, others, languages, known)
    best = _best(latin)
    unsure = any(code not in languages[best[0]].confusable for code in best[1:])
    return None if not best or not latin[best[0]] or unsure else _usual(best, languages)


def _by_script(
    prose: str, counts: Mapping[str, int], languages: Languages, known: Sequence[Language]
) -> str | None:
    total = sum(counts.values())
    contenders = [each for each in known if _written(counts, each) * 2 > total]
    scores = _scores(prose, languages, contenders)
    for each in contenders:
        scores[each.code] -= total - _written(counts, each) + _unfit(prose, counts, each)
    return _usual(_best(scores), languages) if scores else None


def _written(counts: Mapping[str, int], language: Language) -> int:
    return sum(counts.get(script, 0) for script in _scripts(language))


def _scripts(language: Language) -> frozenset[str]:
    return frozenset().union(*map(components, language.scripts))


def _unfit(prose: str, counts: Mapping[str, int], language: Language) -> float:
    # Han characters that the language writes in another form, and scripts that it would have used.
    absent = _ABSENT * len(_scripts(language) - counts.keys())
    if "Hani" not in counts:
        return absent
    forms = filter(None, map(han_forms, prose))
    return absent + sum(form.isdisjoint(language.scripts) for form in forms)


def _scores(prose: str, languages: Languages, contenders: Sequence[Language]) -> dict[str, float]:
    # A word or letter speaks for the contenders that have it, the less the more of them share it.
    scores = dict.fromkeys((each.code for each in contenders), 0.0)
    alone = [character for character in prose if script_of(character) in ("Hira", "Hani")]
    for word in dict.fromkeys([*_BREAKS.split(prose), *alone]):
        _credit(scores, languages.codes_by_word.get(word), 1)
    for letter in dict.fromkeys(prose):
        _credit(scores, languages.codes_by_letter.get(letter), _LETTER)
    return scores


def _credit(scores: dict[str, float], codes: Collection[str] | None, weight: float) -> None:
    sharers = [code for code in codes if code in scores] if codes else ()
    for code in sharers:
        scores[code] += weight * log((len(scores) + 1) / len(sharers))


def _best(scores: Mapping[str, float]) -> list[str]:
    # Rounded: equal evidence added in another order is equal.
    top = round(max(scores.values(), default=0), 6)
    return [code for code, score in scores.items() if round(score, 6) == top]


def _usual(codes: Sequence[str], languages: Languages) -> str:
    return min(codes, key=lambda code: (not languages[code].active, code))
