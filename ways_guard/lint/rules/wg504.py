"""WG504: a pattern that enumerates other languages."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator

from ways_guard.lint.model import Example, Hit, Rule, Severity, WayFile
from ways_guard.lint.regexes import of_sensible_length, place
from ways_guard.lint.rules import samples
from ways_guard.way.languages import Language, Languages
from ways_guard.way.scripts import components, script_of

_ESCAPE = re.compile(r"\\(?:[pPx]\{[^}]*\}|x[0-9a-fA-F]{2}|.)", re.DOTALL)
_MARKS = "".join(chr(point) for point in range(0x300, 0x2000) if unicodedata.category(chr(point))[0] == "M")
# Vowel signs are no letters to `\w`, and stand in the middle of words of Hindi, Thai and others.
_WORD = re.compile(rf"[^\W\d_](?:[^\W\d_]|[{_MARKS}\u200c\u200d])*")
_CLASS = re.compile(r"\[[^\]]*\]")
# Accents that words keep when another language borrows them: café, naïve, façade, jalapeño.
_BORROWED = frozenset("éèêïçñ")
_MOST_BORROWED = 2  # Words with such accents alone; more of them are a list of translations.
_FEWEST = 4  # Letters; shorter function words are words of English too often.
_SHOWN = 3


def check(file: WayFile) -> Iterator[Hit]:
    """One hit a pattern, at its first word of another language."""
    canonical = file.context.languages.get(file.context.root.canonical)
    for field, pattern in of_sensible_length(file):
        foreign = _foreign(file, pattern, canonical) if field.name == "pattern" and canonical else []
        if foreign and canonical:
            shown = ", ".join(f'"{word[0]}"' for word in foreign[:_SHOWN])
            message = (
                f"words of other languages ({shown}): leave them out; stubs find prompts in other languages, "
                f"and a rewritten prompt by the {canonical.name} pattern"
            )
            yield Hit(place(file, field, *foreign[0].span()), message)


def _foreign(file: WayFile, pattern: str, canonical: Language) -> list[re.Match[str]]:
    """The words of other languages in a pattern, in order."""
    languages = file.context.languages
    own = {word.casefold() for word in _WORD.findall(_told(file))}
    words = [word for word in _words(pattern) if word[0].casefold() not in own]
    marked = [word for word in words if _is_foreign(word, pattern, canonical, languages)]
    borrowed = [word for word in marked if _is_borrowed(word[0])]
    sure = [word for word in marked if word not in borrowed] + _function_words(words, canonical, languages)
    found = sure + borrowed if sure or len(borrowed) > _MOST_BORROWED else []
    return sorted(found, key=lambda word: word.start())


def _is_borrowed(word: str) -> bool:
    """Whether nothing but an accent that loanwords keep tells a word from those of the canonical language."""
    return all(letter.isascii() or letter in _BORROWED for letter in word.lower())


def _told(file: WayFile) -> str:
    """The way's own words: what it says itself (`résumé`) is no other language."""
    fields = file.document.fields or {}
    names = ("description", "vocabulary")
    return " ".join([str(fields[name].value) for name in names if name in fields] + [file.document.body])


def _words(pattern: str) -> list[re.Match[str]]:
    """The words of a pattern, in place; escapes are blanked so that `\\bfoo` is `foo`."""
    return list(_WORD.finditer(_ESCAPE.sub(lambda escape: " " * len(escape[0]), pattern)))


def _is_foreign(word: re.Match[str], pattern: str, canonical: Language, languages: Languages) -> bool:
    scripts = {script_of(letter) for letter in word[0]} - {None}
    own = frozenset().union(*map(components, canonical.scripts))
    if scripts - own - {"Latn"}:
        return scripts != {"Grek"} or len(word[0]) > 1  # one Greek letter is a sign: λ, π
    if scripts <= {"Latn"} and "Latn" in own and not _in_class(word, pattern):
        return any(_is_other(letter, canonical, languages) for letter in word[0].lower())
    return False


def _is_other(letter: str, canonical: Language, languages: Languages) -> bool:
    return letter in languages.codes_by_letter and letter not in canonical.letters


def _in_class(word: re.Match[str], pattern: str) -> bool:
    """Whether it stands in brackets: `na[iï]ve` is one word with and without its accent."""
    return any(found.start() < word.start() < found.end() for found in _CLASS.finditer(pattern))


def _function_words(words: list[re.Match[str]], canonical: Language, languages: Languages) -> list[re.Match[str]]:
    """Two function words or more of one other language; one alone may be a word of this one."""
    known = [word for word in words if len(word[0]) >= _FEWEST and word[0].lower() not in canonical.function_words]
    by_language: dict[str, dict[str, re.Match[str]]] = {}
    for word in known:
        for code in languages.codes_by_word.get(word[0].lower(), frozenset()) - {canonical.code}:
            by_language.setdefault(code, {}).setdefault(word[0].lower(), word)
    most = max(by_language.values(), key=len, default={})
    return list(most.values()) if len(most) > 1 else []


RULE = Rule(
    code="WG504",
    name="regex-languages",
    severity=Severity.WARNING,
    target=WayFile,
    check=check,
    what="A `pattern` has words of other languages than the root's.",
    why=(
        "Patterns match surface forms of the canonical language. Spellings of other languages in them are "
        "never complete, fire on words that mean something else there, and have to be kept up by people who"
        " cannot read them. Stubs find the way in every language by what a prompt means."
    ),
    how=(
        "Take those words out, and put them into the stub of their language. A root that is written in "
        "another language says so with `canonical_language` in ways.json."
    ),
    bad=Example(
        samples.PATH, samples.way("Writing tests", "test coverage", "pattern: unit tests?|Prüfungen|тесты")
    ),
    good=Example(samples.PATH, samples.way("Writing tests", "test coverage", r"pattern: \bunit tests?\b")),
)
