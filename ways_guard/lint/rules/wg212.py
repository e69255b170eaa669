"""WG212: a term that stands in a vocabulary twice."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from ways_guard.lint import offsets
from ways_guard.lint.model import Edit, Example, Fix, Hit, LocaleFile, Rule, Severity, WayFile
from ways_guard.lint.rules import samples
from ways_guard.way.frontmatter import Field
from ways_guard.way.jsonl import Line
from ways_guard.way.languages import Language
from ways_guard.way.scripts import WITHOUT_SPACES, components, script_of

_SEPARATORS = re.compile(r"\s*[,;，、；،]\s*")
_SPACES = re.compile(r"\s+")


@dataclass(frozen=True)
class _Term:
    """A term, where it stands, and where the one before it ends."""

    text: str
    before: int
    start: int
    end: int


@dataclass(frozen=True)
class _Repeat:
    """What stands twice: `start` and `end` enclose the later one, `cut` is where its removal begins."""

    text: str
    cut: int
    start: int
    end: int
    sure: bool = True


def check(file: LocaleFile | WayFile) -> Iterator[Hit]:
    """One hit for each term that an earlier one equals."""
    if isinstance(file, LocaleFile):
        for line in file.good:
            yield from _stub(file, line)
    elif file.file.kind in ("way", "override") and "vocabulary" in (file.document.fields or {}):
        yield from _field(file, (file.document.fields or {})["vocabulary"])


def _stub(file: LocaleFile, line: Line) -> Iterator[Hit]:
    member = line.member("vocabulary")
    if member is None or not isinstance(member.node.value, str):
        return
    start, end = line.start + member.node.start + 1, line.start + member.node.end - 1
    shown = offsets.unescaped(file.text[start:end])
    language = file.context.languages.get(str(line.value.get("lang")))
    for repeat in _repeats(shown.text, language):
        at = shown.source(repeat.start, repeat.end)
        edit = Edit(start + shown.starts[repeat.cut], start + at[1], "")
        span = offsets.span(file.text, start + at[0], start + at[1])
        yield Hit(span, _message(repeat.text), Fix((edit,), safe=repeat.sure))


def _field(file: WayFile, field: Field) -> Iterator[Hit]:
    if isinstance(field.value, list):
        terms = [_Term(str(item), 0, 0, 0) for item in field.value]
        for repeat in _equal(terms, sure=True):
            yield Hit(field.span, _message(repeat.text))
        return
    start = offsets.offset(file.text, field.span.line, field.span.column)
    value = str(field.value)
    written_plainly = file.text.startswith(value, start)
    language = file.context.languages.get(file.file.lang or file.context.root.canonical)
    for repeat in _repeats(value, language):
        if written_plainly:
            span = offsets.span(file.text, start + repeat.start, start + repeat.end)
            fix = Fix((Edit(start + repeat.cut, start + repeat.end, ""),), safe=repeat.sure)
            yield Hit(span, _message(repeat.text), fix)
        else:
            yield Hit(field.span, _message(repeat.text))


def _message(text: str) -> str:
    return f'"{text}" stands in this vocabulary twice: remove one'


def _repeats(text: str, language: Language | None) -> Iterator[_Repeat]:
    """Repeated terms. Where a space may part two words of one term, only what is surely a term counts."""
    if _SEPARATORS.search(text):
        yield from _equal(_split(text, _SEPARATORS), sure=True)
        return
    terms = _split(text, _SPACES)
    if language and WITHOUT_SPACES.intersection(language.scripts):
        # No space stands inside a word of these languages; names in Latin letters may be of several words.
        own = frozenset().union(*map(components, language.scripts))
        whole = [term for term in terms if len(term.text) > 1 and all(script_of(c) in own for c in term.text)]
        yield from _equal(whole, sure=False)
    else:
        yield from _runs(text, terms)


def _split(text: str, separator: re.Pattern[str]) -> list[_Term]:
    found: list[_Term] = []
    start = 0
    for match in [*separator.finditer(text), None]:
        end = match.start() if match else len(text)
        if end > start:
            found.append(_Term(text[start:end], found[-1].end if found else 0, start, end))
        start = match.end() if match else end
    return found


def _equal(terms: Sequence[_Term], *, sure: bool) -> Iterator[_Repeat]:
    seen: set[str] = set()
    for term in terms:
        if term.text.casefold() in seen:
            yield _Repeat(term.text, term.before, term.start, term.end, sure)
        seen.add(term.text.casefold())


def _runs(text: str, terms: Sequence[_Term]) -> Iterator[_Repeat]:
    """Two words or more that follow themselves; one word may be doubled on purpose (`song song`)."""
    folded = [term.text.casefold() for term in terms]
    at = 0
    while at < len(terms):
        length = next((n for n in range(2, (len(terms) - at) // 2 + 1) if _doubled(folded, at, n)), 0)
        if length:
            first, last = terms[at + length], terms[at + 2 * length - 1]
            yield _Repeat(text[first.start : last.end], first.before, first.start, last.end)
        at += 2 * length or 1


def _doubled(words: Sequence[str], at: int, length: int) -> bool:
    return words[at : at + length] == words[at + length : at + 2 * length]


RULE = Rule(
    code="WG212",
    name="repeated-term",
    severity=Severity.WARNING,
    target=(LocaleFile, WayFile),
    check=check,
    fixable=True,
    what=(
        "A vocabulary has the same term twice. Terms are parted by spaces and may be of several words, so "
        "that a word may well come twice (`git push git pull`): reported are equal terms of a list, words "
        "that follow themselves as a group, and equal terms in languages that write no spaces inside a "
        "term."
    ),
    why="The second one adds nothing, and a translator who meets it wonders which word was meant.",
    how="Remove it, or put in the word that was meant. `--fix` removes it where it is surely the same term.",
    bad=Example(samples.PATH, samples.way("Writing tests", "unit test unit test coverage")),
    good=Example(samples.PATH, samples.way("Writing tests", "unit test coverage")),
)
