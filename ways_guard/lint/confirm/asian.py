"""Verdicts on Chinese, Japanese and Korean, which no profile decides: letters and forms do."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from ways_guard.constants import HAN_FORMS_TO_TELL, HAN_WITHOUT_KANA, LETTERS_OF_SCRIPT
from ways_guard.lint.confirm.han import SCRIPTS, Counts, counted
from ways_guard.lint.confirm.known import Known
from ways_guard.lint.confirm.model import Judgement, Verdict
from ways_guard.lint.confirm.own import Own
from ways_guard.lint.words import plural
from ways_guard.way.languages import Language

_SHOWN = 6  # Characters that a judgement names.
_QUOTED = 1  # One kana or Hangul letter is a quotation in Chinese.


def judged(known: Known, language: Language, texts: Sequence[Own]) -> Judgement:
    """A judgement of texts in a language that is written with Han characters."""
    counts = counted(map(_words, texts))
    form = next((form for form in language.scripts if form in ("Hans", "Hant", "Jpan", "Kore")), "Hani")
    if counts.has_hangul and form != "Kore" and counts.hangul > _QUOTED:
        return _wrong(known, "Kore", f"written in Hangul: {plural(counts.hangul, 'letter')}")
    if counts.has_kana and form in ("Hans", "Hant") and counts.kana > _QUOTED:
        return _wrong(known, "Jpan", f"written with kana: {plural(counts.kana, 'letter')}")
    if form == "Kore":
        return _korean(known, counts)
    if form == "Jpan" and counts.has_kana:
        return _phonetic(counts.kana, language.name)
    if form not in counts.lacking:
        return Judgement(Verdict.WEAK, "its script fits, and others share it")
    return _by_form(known, language, counts, form)


def guessed(known: Known, texts: Sequence[Own]) -> str | None:
    """The language that texts with Han characters, kana or Hangul seem to be in."""
    counts = counted(map(_words, texts))
    if counts.has_hangul:
        return _code(known, "Kore")
    return _code(known, "Jpan" if counts.has_kana else counts.form or "Hans")


def _words(text: Own) -> Iterable[str]:
    return (word for script, words in text.by_script.items() if script in SCRIPTS for word in words)


def _korean(known: Known, counts: Counts) -> Judgement:
    if counts.has_hangul:
        return _phonetic(counts.hangul, "Korean")
    return _wrong(known, "Jpan" if counts.has_kana else counts.form, "not one Hangul letter in it")


def _phonetic(letters: int, name: str) -> Judgement:
    evidence = f"{plural(letters, 'letter')} that only {name} is written in"
    return Judgement(Verdict.CONFIRMED if letters >= LETTERS_OF_SCRIPT else Verdict.WEAK, evidence)


def _by_form(known: Known, language: Language, counts: Counts, form: str) -> Judgement:
    lacking = "".join(counts.lacking[form][:_SHOWN])
    if counts.against(form) >= HAN_FORMS_TO_TELL:
        return _wrong(known, counts.form, f"{lacking} are not written so in {language.name}", language.code)
    if form == "Jpan" and counts.form != form:
        return _without_kana(language, counts)
    others = [rival for rival in counts.lacking if rival != form]
    if not counts.against(form) and all(counts.against(rival) >= HAN_FORMS_TO_TELL for rival in others):
        return Judgement(Verdict.CONFIRMED, f"its characters are written so in {language.name} alone")
    return Judgement(Verdict.WEAK, f"its characters fit {language.name}, and nothing tells it from its neighbours")


def _without_kana(language: Language, counts: Counts) -> Judgement:
    evidence = f"no kana in {plural(counts.han, 'character')}"
    if counts.han >= HAN_WITHOUT_KANA:
        return Judgement(Verdict.WRONG, f"{evidence}, and {language.name} of that length has some", form=True)
    return Judgement(Verdict.CANNOT_TELL, evidence)


def _wrong(known: Known, form: str | None, evidence: str, lang: str = "") -> Judgement:
    code = _code(known, form) if form else None
    regional = code is None or (code.split("-")[0] == lang.split("-")[0])
    return Judgement(Verdict.WRONG, evidence, code, form=regional)


def _code(known: Known, form: str) -> str | None:
    return next((code for code, language in known.ours.items() if form in language.scripts), None)
