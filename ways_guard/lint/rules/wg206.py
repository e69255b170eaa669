"""WG206: two stubs for one language."""

from __future__ import annotations

from collections.abc import Iterator

from ways_guard.lint.model import Edit, Example, Fix, Hit, LocaleFile, Rule, Severity
from ways_guard.lint.rules import samples
from ways_guard.way.jsonl import Line
from ways_guard.way.stubs import lang_of


def check(file: LocaleFile) -> Iterator[Hit]:
    """One hit for each line whose language an earlier line has; with a fix where they say the same."""
    first: dict[str, int] = {}
    seen: set[tuple[str, tuple[tuple[str, str], ...]]] = set()
    for line in file.good:
        lang = lang_of(line)
        if lang is None:
            continue
        content = (lang, _content(line))
        if lang in first:
            same = content in seen
            advice = "remove this line" if same else "keep one, with the best of both"
            message = f'"{lang}" stands on line {first[lang]} already: {advice}'
            fix = Fix((Edit(line.start, line.next, ""),)) if same else None
            yield Hit(line.value_span("lang"), message, fix)
        first.setdefault(lang, line.number)
        seen.add(content)


def _content(line: Line) -> tuple[tuple[str, str], ...]:
    """All that a line says, whatever the order of its keys; `repr` keeps 1, 1.0 and true apart.

    Equal keys stay in order, since the last of them is the one that counts.
    """
    members = [(member.key, repr(member.node.value)) for member in line.members]
    return tuple(sorted(members, key=lambda member: member[0]))


RULE = Rule(
    code="WG206",
    name="duplicate-language",
    severity=Severity.ERROR,
    target=LocaleFile,
    check=check,
    fixable=True,
    what="A locale file has two stubs for the same language.",
    why="Only the first one is matched, so whoever improves the second one changes nothing.",
    how=(
        "Keep one. `--fix` removes the later line when both say exactly the same, and leaves the "
        "choice to you otherwise."
    ),
    bad=Example(samples.LOCALES, samples.GERMAN * 2),
    good=Example(samples.LOCALES, samples.GERMAN + samples.FRENCH),
    beside=samples.WAY,
)
