"""What a finding points at, said by content and not by line."""

from __future__ import annotations

import bisect
from dataclasses import dataclass
from functools import lru_cache

from ways_guard.lint.model import Finding
from ways_guard.lint.sources import Sources
from ways_guard.way import jsonl
from ways_guard.way.jsonl import Line
from ways_guard.way.text import START, Span


@dataclass(frozen=True)
class Place:
    """The language and the key that a finding is about, where it has those, and the text it points at."""

    lang: str | None
    key: str | None
    text: str


def place(finding: Finding, sources: Sources) -> Place:
    """Look a finding's place up in its file.

    A finding about a whole line of a JSON Lines file has the line's language and no text: such a line is known
    by its language, whatever it says. One at the very start is about the whole file, and of no language.
    """
    line = sources.line(finding.path, finding.span.line)
    if finding.path.suffix == ".jsonl":
        return Place(None, None, "") if finding.span == START else _record(line, finding.span)
    lang = finding.path.stem.rpartition(".")[2] if "." in finding.path.stem else None
    return Place(lang, None, _cut(line, finding.span))


def _record(text: str, span: Span) -> Place:
    lines, starts = _parsed(text)
    if not lines or lines[0].error:
        return Place(None, None, text.strip())
    value = lines[0].value.get("lang")
    lang = value if isinstance(value, str) else None
    at = bisect.bisect_left(starts, span.column)  # members stand in order, and one span is in one of them at most
    for member in lines[0].members[max(at - 1, 0) : at]:
        if member.key_start < span.column <= member.node.end and span.end_column <= member.node.end + 1:
            return Place(lang, member.key, _cut(text, span))
    return Place(lang, None, "" if lang else text.strip())


@lru_cache(maxsize=64)
def _parsed(text: str) -> tuple[list[Line], list[int]]:
    """A line parsed, and where its members start; a line with one finding often has more."""
    lines = jsonl.read(text)
    return lines, [member.key_start for member in lines[0].members] if lines else []


def _cut(line: str, span: Span) -> str:
    """The text that a span holds on its first line; a long body that grows is still that body."""
    end = span.end_column - 1 if span.end_line == span.line else len(line)
    return " ".join(line[span.column - 1 : end].split())
