"""WG209: a locale file that is not in canonical form."""

from __future__ import annotations

import itertools
from collections.abc import Iterator, Sequence

from ways_guard.lint.model import Edit, Example, Fix, Hit, LocaleFile, Rule, Severity
from ways_guard.lint.rules import samples
from ways_guard.way.jsonl import Line
from ways_guard.way.positions import Member
from ways_guard.way.stubs import KEYS, lang_of
from ways_guard.way.text import Span


def check(file: LocaleFile) -> Iterator[Hit]:
    """One hit for each way in which the file's form is off, at its first place; one fix serves them all.

    Nothing while a line is not JSON: what cannot be read cannot be ordered.
    """
    if any(line.error for line in file.lines):
        return
    places = {
        "order the keys lang, description, vocabulary": _keys(file),
        "sort the lines by lang": _order(file),
        "end lines with LF, not CRLF": _line_ends(file),
        "remove the blank lines": _blank_lines(file),
        "end the last line with a line feed": _final(file),
    }
    hits = [(message, next(spans, None)) for message, spans in places.items()]
    fix = Fix((_difference(file.text, canonical(file.lines)),)) if any(span for _, span in hits) else None
    for message, span in hits:
        if span:
            yield Hit(span, f"not in canonical form: {message}", fix)


def canonical(lines: Sequence[Line]) -> str:
    """The file in canonical form, made of slices of its own text: spacing and escapes stay as they are.

    Lines stay in place while one of them has no `lang` to sort it by.
    """
    return "".join(f"{_ordered(line)}\n" for line in _sorted(lines))


def _sorted(lines: Sequence[Line]) -> Sequence[Line]:
    return sorted(lines, key=lambda line: lang_of(line) or "") if _sortable(lines) else lines


def _sortable(lines: Sequence[Line]) -> bool:
    return all(lang_of(line) for line in lines)


def _rank(member: Member) -> int:
    return KEYS.index(member.key) if member.key in KEYS else len(KEYS)


def _ordered(line: Line) -> str:
    """The line with its members in order; what stands between them stays in place."""
    slots = [(member.key_start, member.node.end) for member in line.members]
    members = sorted(line.members, key=_rank)
    parts: list[str] = []
    at = 0
    for (start, end), member in zip(slots, members, strict=True):
        parts += [line.text[at:start], line.text[member.key_start : member.node.end]]
        at = end
    return ("".join(parts) + line.text[at:]).rstrip("\r")


def _keys(file: LocaleFile) -> Iterator[Span]:
    for line in file.lines:
        for before, after in itertools.pairwise(line.members):
            if _rank(before) > _rank(after):
                yield line.span(after.key_start, after.key_end)


def _order(file: LocaleFile) -> Iterator[Span]:
    if not _sortable(file.lines):
        return
    for before, after in itertools.pairwise(file.lines):
        if (lang_of(before) or "") > (lang_of(after) or ""):
            yield after.value_span("lang")


def _line_ends(file: LocaleFile) -> Iterator[Span]:
    for number, text in enumerate(file.text.split("\n"), 1):
        if text.endswith("\r"):
            yield Span(number, len(text), number, len(text) + 1)


def _blank_lines(file: LocaleFile) -> Iterator[Span]:
    full = {line.number for line in file.lines}
    for number, text in enumerate(file.text.removesuffix("\n").split("\n"), 1):
        if number not in full and file.text:
            yield Span(number, 1, number, len(text) + 1)


def _final(file: LocaleFile) -> Iterator[Span]:
    if file.lines and not file.text.endswith("\n"):
        number = file.text.count("\n") + 1
        column = len(file.text) - (file.text.rfind("\n") + 1) + 1
        yield Span(number, column, number, column)


def _difference(before: str, after: str) -> Edit:
    """The edit that makes `before` to `after`, without the start and the end that both share."""
    shorter = min(len(before), len(after))
    start = next((n for n in range(shorter) if before[n] != after[n]), shorter)
    rest = shorter - start
    end = next((n for n in range(rest) if before[-1 - n] != after[-1 - n]), rest)
    return Edit(start, len(before) - end, after[start : len(after) - end])


RULE = Rule(
    code="WG209",
    name="canonical-form",
    severity=Severity.ERROR,
    target=LocaleFile,
    check=check,
    fixable=True,
    what=(
        "A locale file is not in canonical form. That is one stub a line, keys in the order `lang`, "
        "`description`, `vocabulary`, lines sorted by `lang`, ended by LF, no blank lines, a line end"
        " behind the last line. Spacing inside a line and the way characters are escaped are free."
    ),
    why=(
        "With one form, a change to a translation is a change to its line and to nothing else: diffs "
        "show what was translated, and two people who add two languages seldom get in each other's "
        "way."
    ),
    how="`--fix` moves keys and lines into place. It moves text and never rewrites it.",
    bad=Example(samples.LOCALES, samples.FRENCH + samples.GERMAN),
    good=Example(samples.LOCALES, samples.GERMAN + samples.FRENCH),
    beside=samples.WAY,
)
