"""WG202: a stub whose keys are not `lang`, `description` and `vocabulary`, once each and with text."""

from __future__ import annotations

import re
from collections.abc import Iterator

from ways_guard.lint.model import Example, Hit, LocaleFile, Rule, Severity
from ways_guard.lint.rules import samples
from ways_guard.lint.words import did_you_mean
from ways_guard.way.jsonl import Line
from ways_guard.way.positions import Member
from ways_guard.way.stubs import FORBIDDEN_KEYS, KEYS

_HALF = re.compile("[\ud800-\udfff]")
_KINDS = {bool: "true or false", int: "a number", float: "a number", list: "a list", dict: "an object"}


def check(file: LocaleFile) -> Iterator[Hit]:
    """One hit for each key that is missing, empty, of the wrong type, unknown or there twice."""
    for line in file.good:
        yield from _members(line)
        present = {member.key for member in line.members}
        for key in KEYS:
            if key not in present:
                yield Hit(line.whole, f'the key "{key}" is missing: add it')


def _members(line: Line) -> Iterator[Hit]:
    seen: set[str] = set()
    for member in line.members:
        place = line.span(member.key_start, member.key_end)
        if member.key in seen:
            yield Hit(place, f'"{member.key}" stands twice in this stub: keep one')
        elif member.key in KEYS:
            problem = _value(member)
            if problem:
                yield Hit(line.span(member.node.start, member.node.end), problem)
        elif member.key not in FORBIDDEN_KEYS:
            advice = did_you_mean(member.key, KEYS) or "remove it"
            yield Hit(place, f'unknown key "{member.key}": {advice}')
        seen.add(member.key)


def _value(member: Member) -> str:
    """What is wrong with the value of a known key, "" where nothing is."""
    key, value = member.key, member.node.value
    if not isinstance(value, str):
        return f'"{key}" must be text in quotes, not {_KINDS.get(type(value), "null")}'
    if not value.strip():
        return f'"{key}" is empty: write it, or remove the line'
    if _HALF.search(value):
        return f'"{key}" holds half a character (a lone \\ud… escape): write the character itself'
    return ""


RULE = Rule(
    code="WG202",
    name="stub-keys",
    severity=Severity.ERROR,
    target=LocaleFile,
    check=check,
    what=(
        "A key of a stub is missing, empty, of the wrong type, unknown or there twice. A stub has "
        "`lang`, `description` and `vocabulary`, each once, each with text."
    ),
    why=(
        "What is missing cannot be matched, an unknown key is read by nobody, and of two equal keys "
        "one silently wins. The line looks translated while its language finds nothing."
    ),
    how=("Write all three keys. The vocabulary is one string with its terms separated by spaces, not a list."),
    bad=Example(samples.LOCALES, samples.stub("de", "", "Test Abdeckung").replace("vocabulary", "vocab")),
    good=Example(samples.LOCALES, samples.GERMAN),
    beside=samples.WAY,
)
