"""From a stub's words to a verdict: by script where that decides, else by how well they fit."""

from __future__ import annotations

import unicodedata
from collections import Counter
from collections.abc import Mapping, Sequence
from pathlib import Path

from ways_guard import constants
from ways_guard.lint.confirm import asian, explain
from ways_guard.lint.confirm.fit import Fit, fit
from ways_guard.lint.confirm.han import SCRIPTS as HAN
from ways_guard.lint.confirm.keep import kept_table
from ways_guard.lint.confirm.known import Known, scripts
from ways_guard.lint.confirm.model import Judgement, Source, Verdict
from ways_guard.lint.confirm.own import Own, own
from ways_guard.lint.confirm.tables import Table
from ways_guard.lint.words import listed, plural
from ways_guard.way.languages import Language
from ways_guard.way.scripts import script_of

_SHOWN = 4  # Words that a judgement names.
_FEW_SHARED = 3  # Words of the source; fewer are names of tools.


class ByTables:
    """The confirmer that needs nothing but langdetect's profiles and our data."""

    def __init__(self, known: Known, folder: Path | None = None) -> None:
        """A confirmer for those languages; its tables are made when they are needed first, and kept in a folder."""
        self.known = known
        self._folder = folder
        self._tables: dict[str, Table] = {}

    def __call__(self, lang: str, text: str, source: Source) -> Judgement:
        """A judgement of one stub."""
        return self.judge(lang, [own(text, source.text)], source.lang)

    def together(self, lang: str, texts: Sequence[tuple[str, Source]]) -> Judgement:
        """One judgement of stubs of one language."""
        source = texts[0][1].lang if texts else ""
        return self.judge(lang, [own(text, each.text) for text, each in texts], source)

    def name(self, code: str) -> str:
        """What a language is called."""
        return self.known.name(code)

    def explained(self, lang: str, text: str, source: Source) -> list[str]:
        """The judgement, the words that it looked at, and how well they fit the nearest languages."""
        words = own(text, source.text)
        judged = self.judge(lang, [words], source.lang)
        found = self.fit(lang, [words])
        return explain.lines(self.known, lang, words, judged, found)

    def table(self, script: str) -> Table:
        """The table of a script."""
        if script not in self._tables:
            self._tables[script] = kept_table(self.known, script, self._folder)
        return self._tables[script]

    def fit(self, lang: str, texts: Sequence[Own]) -> Fit | None:
        """How texts fit a language and its rivals in the script that they are in; None where no table says."""
        language = self.known.ours.get(lang)
        if language is None or scripts(language) & HAN:
            return None
        script = self._script(language, texts)
        return fit(self.known, self.table(script), script, lang, texts) if self._shared(script) else None

    def judge(self, lang: str, texts: Sequence[Own], source: str) -> Judgement:
        """A judgement of texts of one language that were translated from language `source`."""
        language = self.known.ours.get(lang)
        if language is None:
            return Judgement(Verdict.UNSUPPORTED, f"{lang} is no code of languages.json")
        counts, own_scripts = _letters(texts), scripts(language)
        inside = sum(counts[script] for script in own_scripts)
        others = {script: number for script, number in counts.items() if script not in own_scripts | {"Latn"}}
        if sum(others.values()) >= constants.LETTERS_OF_SCRIPT and sum(others.values()) > inside:
            return self._in_letters(max(others, key=lambda script: others[script]), texts)
        if "Latn" not in own_scripts and inside < constants.LETTERS_OF_SCRIPT:
            return self._in_latin(language, inside, texts, source)
        if own_scripts & HAN:
            return asian.judged(self.known, language, texts)
        script = self._script(language, texts)
        if not self._shared(script) and counts[script] >= constants.LETTERS_OF_SCRIPT:
            evidence = f"{counts[script]} letters that only {language.name} is written in"
            return Judgement(Verdict.CONFIRMED, evidence)
        return self._by_words(language, script, texts, source)

    def _script(self, language: Language, texts: Sequence[Own]) -> str:
        """The script of the language that texts are in; words that do not count decide where none does."""
        counts, every = _letters(texts), _all_letters(texts)
        return max(sorted(scripts(language)), key=lambda name: (counts[name], every[name]))

    def _shared(self, script: str) -> bool:
        return len(self.known.written_in(script)) > 1

    def _in_letters(self, script: str, texts: Sequence[Own]) -> Judgement:
        """Texts in letters that are not the language's."""
        evidence = f"mostly {letters_name(script, texts)} letters"
        code = asian.guessed(self.known, texts) if script in HAN else self._best(script, texts)
        return Judgement(Verdict.WRONG, evidence, code, form=code is None)

    def _best(self, script: str, texts: Sequence[Own]) -> str | None:
        codes = self.known.written_in(script)
        found = self.table(script)
        if len(codes) < 2 or not found.places:
            return codes[0] if codes else None
        sums = found.sums(text.by_script.get(script, ()) for text in texts)
        return max(found.places, key=lambda code: sums[found.places[code]])

    def _in_latin(self, language: Language, inside: int, texts: Sequence[Own], source: str) -> Judgement:
        """Texts in Latin letters alone where the language has others."""
        if inside or _all_letters(texts)["Latn"] < constants.LETTERS_OF_SCRIPT:
            return Judgement(Verdict.CANNOT_TELL, f"only {plural(inside, 'letter')} in its script")
        evidence = f"Latin letters alone, and {language.name} is not written in them"
        seems = self._other_latin(texts, source)
        if seems:
            return Judgement(Verdict.WRONG, evidence, seems)
        return Judgement(Verdict.UNTRANSLATED, evidence, source)

    def _other_latin(self, texts: Sequence[Own], source: str) -> str | None:
        """The language that Latin words are surely in where it is not their source's."""
        if not _enough("Latn", texts):
            return None
        found = fit(self.known, self.table("Latn"), "Latn", source, texts)
        return found.beaten_by if found else None

    def _by_words(self, language: Language, script: str, texts: Sequence[Own], source: str) -> Judgement:
        borrowed = [text for text in texts if self._is_borrowed(text, language, script, source)]
        if len(borrowed) * 2 > len(texts):
            evidence = f"its words are those of the {self.known.name(source)} text: {_shown(borrowed[0].shared)}"
            return Judgement(Verdict.UNTRANSLATED, evidence, source)
        letters = _letters(texts)[script]
        found = fit(self.known, self.table(script), script, language.code, texts) if letters else None
        if letters < constants.LETTERS_TO_TELL and not (found and found.is_clear):
            evidence = f"only {plural(letters, 'letter')} that are not names or words of the way's own text"
            return Judgement(Verdict.CANNOT_TELL, evidence)
        if found is None:
            return Judgement(Verdict.WEAK, "its script fits, and nothing is known of its words")
        return _verdict(self.known, found, texts, source)

    def _is_borrowed(self, text: Own, language: Language, script: str, source: str) -> bool:
        """Whether a text is its source's: not a word of its own, or next to none and the source's grammar."""
        if language.code == source or source not in self.known.written_in(script):
            return False
        if len(text.shared) < _FEW_SHARED or text.letters.get(script, 0) >= constants.LETTERS_TO_TELL:
            return False
        grammar = {*self.known.every[source].function_words} - {*language.function_words}
        told = sum(word.casefold() in grammar for word in text.shared)
        return told >= 2 or not text.own  # one may be part of a name


def _verdict(known: Known, found: Fit, texts: Sequence[Own], source: str) -> Judgement:
    rival, name = found.beaten_by, known.name(found.lang)
    if rival and _enough(found.script, texts):
        leaning = found.leaning(rival, texts)
        evidence = f"its words fit {known.name(rival)} better than {name} by {found.lead(rival):.0f}"
        evidence += f" ({found.needed(rival):.0f} is enough): {_shown(leaning)}"
        verdict = Verdict.UNTRANSLATED if rival == source else Verdict.WRONG
        return Judgement(verdict, f"{evidence}{_alike(known, found)}", rival)
    near = found.nearest
    if near is None or found.is_clear:
        than = f" better than {known.name(near)}, which is nearest" if near else ""
        return Judgement(Verdict.CONFIRMED, f"its words fit {name}{than}{_alike(known, found)}")
    return Judgement(Verdict.WEAK, f"its words fit {name} and {known.name(near)} alike{_alike(known, found)}")


def _alike(known: Known, found: Fit) -> str:
    """What is never told apart, in words."""
    if not found.alike:
        return ""
    names = listed(sorted(known.name(code) for code in found.alike))
    return f"; {known.name(found.lang)} and {names} are not told apart"


def _enough(script: str, texts: Sequence[Own]) -> bool:
    words = [word for text in texts for word in text.by_script.get(script, ())]
    letters = sum(script_of(letter) == script for word in words for letter in word)
    return letters >= (1 if len(words) >= constants.WORDS_TO_TELL else 2) * constants.LETTERS_TO_TELL


def _letters(texts: Sequence[Own]) -> Mapping[str, int]:
    return _summed([text.letters for text in texts])


def _all_letters(texts: Sequence[Own]) -> Mapping[str, int]:
    return _summed([text.all_letters for text in texts])


def _summed(every: Sequence[Mapping[str, int]]) -> Mapping[str, int]:
    counts: Counter[str] = Counter(every[0] if every else ())
    for each in every[1:]:
        counts.update(each)
    return counts


def _shown(words: Sequence[str]) -> str:
    return listed(f'"{word}"' for word in words[:_SHOWN])


def letters_name(script: str, texts: Sequence[Own]) -> str:
    """What the letters of a script are called, from the first of them."""
    letters = (letter for text in texts for word in text.own for letter in word if script_of(letter) == script)
    name = unicodedata.name(next(letters)).split()[0]
    return {"CJK": "Chinese", "FULLWIDTH": "full-width"}.get(name, name.capitalize())
