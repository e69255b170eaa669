"""A second opinion by lingua, package lingua-language-detector, which `lint.detector: "lingua"` asks for.

Scripts, forms and untranslated text are judged as ever. Where words decide, both must agree that a text is in
another language, and one that was not sure is confirmed by the other.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

from ways_guard.errors import WaysGuardError
from ways_guard.lint.confirm.judge import ByTables
from ways_guard.lint.confirm.known import Known
from ways_guard.lint.confirm.model import Judgement, Verdict
from ways_guard.lint.confirm.own import Own

_SURE = 0.9


def confirmer(known: Known, folder: Path | None = None) -> ByTables:
    """The confirmer that asks lingua too. Raises WaysGuardError where lingua is not installed."""
    try:
        import lingua
    except ImportError:
        raise WaysGuardError(
            'lint.detector is "lingua", which is not installed: pip install "ways-guard[lingua]"'
        ) from None
    return WithLingua(known, folder, lingua)


class WithLingua(ByTables):
    """Judges by tables, and lets lingua object."""

    def __init__(self, known: Known, folder: Path | None, lingua: Any) -> None:
        """A confirmer on lingua's models of the languages that it has; they are loaded when they are needed."""
        super().__init__(known, folder)
        iso = {language.iso_code_639_1.name.lower(): language for language in lingua.Language.all()}
        self._codes = {code: iso[name] for code in known.ours if (name := _iso(code)) in iso}
        languages = list(dict.fromkeys(self._codes.values()))
        self._detector = lingua.LanguageDetectorBuilder.from_languages(*languages).build()

    def judge(self, lang: str, texts: Sequence[Own], source: str) -> Judgement:
        """The tables' judgement, and what lingua says to it where it rests on words."""
        judged = super().judge(lang, texts, source)
        found = self.fit(lang, texts)
        if found is None or lang not in self._codes or judged.verdict not in (Verdict.WRONG, Verdict.WEAK):
            return judged
        if judged.verdict is Verdict.WRONG and judged.language not in self._codes:
            return judged
        return self._heard(lang, judged, [word for text in texts for word in text.by_script.get(found.script, ())])

    def _heard(self, lang: str, judged: Judgement, words: Sequence[str]) -> Judgement:
        share = self._detector.compute_language_confidence(" ".join(words), self._codes[lang])
        heard = f"{judged.evidence}; lingua gives {self.name(lang)} {share:.0%}"
        if judged.verdict is Verdict.WEAK:
            return Judgement(Verdict.CONFIRMED if share >= _SURE else Verdict.WEAK, heard)
        if share > 1 - _SURE:
            return Judgement(Verdict.WEAK, heard)
        return Judgement(judged.verdict, heard, judged.language, judged.form)


def _iso(code: str) -> str:
    return code.split("-")[0]
