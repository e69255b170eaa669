"""WG202: a line whose keys are not those that lines of its file have, once each and with text."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Any

from ways_guard.lint.model import Example, Hit, LocaleFile, RecordsFile, Rule, Severity
from ways_guard.lint.rules import samples
from ways_guard.lint.words import did_you_mean, listed
from ways_guard.way import schema
from ways_guard.way.jsonl import Line
from ways_guard.way.positions import Member
from ways_guard.way.stubs import FORBIDDEN_KEYS

_SCHEMAS = {"locales": "locale", "examples": "example", "golden": "probe", "none-probes": "none-probe"}
_HALF = re.compile("[\ud800-\udfff]")
_KINDS = {bool: "true or false", int: "a number", float: "a number", list: "a list", dict: "an object"}


def check(file: LocaleFile | RecordsFile) -> Iterator[Hit]:
    """One hit for each key that is missing, empty, of the wrong type, unknown or there twice."""
    wanted = schema.load(_SCHEMAS[file.file.kind])
    elsewhere = FORBIDDEN_KEYS if isinstance(file, LocaleFile) else ()  # WG203 sees to these
    for line in file.lines:
        if line.error:
            continue
        yield from _members(line, wanted["properties"], elsewhere)
        present = {member.key for member in line.members}
        for key in wanted["required"]:
            if key not in present:
                yield Hit(line.whole, f'the key "{key}" is missing: add it')


def _members(line: Line, known: Mapping[str, Mapping[str, Any]], elsewhere: tuple[str, ...]) -> Iterator[Hit]:
    seen: set[str] = set()
    for member in line.members:
        place = line.span(member.key_start, member.key_end)
        if member.key in seen:
            yield Hit(place, f'"{member.key}" stands twice on this line: keep one')
        elif member.key in known:
            problem = _value(member, known[member.key])
            if problem:
                yield Hit(line.span(member.node.start, member.node.end), problem)
        elif member.key not in elsewhere:
            advice = did_you_mean(member.key, list(known)) or f"remove it; known are {listed(known)}"
            yield Hit(place, f'unknown key "{member.key}": {advice}')
        seen.add(member.key)


def _value(member: Member, wanted: Mapping[str, Any]) -> str:
    """What is wrong with the value of a known key, "" where nothing is."""
    key, value = member.key, member.node.value
    if not isinstance(value, str):
        return f'"{key}" must be text in quotes, not {_KINDS.get(type(value), "null")}'
    if not value.strip():
        return f'"{key}" is empty: write it, or remove the line'
    if _HALF.search(value):
        return f'"{key}" holds half a character (a lone \\ud… escape): write the character itself'
    if value not in wanted.get("enum", (value,)):
        return f'"{key}" must be one of {listed(wanted["enum"])}'
    return ""


RULE = Rule(
    code="WG202",
    name="line-keys",
    severity=Severity.ERROR,
    target=(LocaleFile, RecordsFile),
    check=check,
    what=(
        "A key is missing, empty, of the wrong type, unknown or there twice. A stub has `lang`, "
        "`description` and `vocabulary`; an example has `prompt`; a probe also has `kind`, which is "
        "`direct` or `situational`; examples and probes may have `lang`."
    ),
    why=(
        "What is missing cannot be matched, an unknown key is read by nobody, and of two equal keys one "
        "silently wins. The line looks translated while its language finds nothing."
    ),
    how=(
        "Write all keys that the line needs. The vocabulary is one string with its terms separated by "
        "spaces, not a list. `ways-guard schema locale`, `example`, `probe` and `none-probe` show each "
        "format."
    ),
    bad=Example(samples.LOCALES, samples.stub("de", "", "Test Abdeckung").replace("vocabulary", "vocab")),
    good=Example(samples.LOCALES, samples.GERMAN),
    beside=samples.WAY,
)
