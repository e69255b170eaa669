"""`lint.accept` of a ways.json: findings accepted by rule and path, since JSON Lines has no comments."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from pathlib import Path

from ways_guard.lint.suppress.codes import unknown
from ways_guard.lint.suppress.model import Collected, Problem, Suppression
from ways_guard.way.positions import JsonSyntaxError, Node, line_column, parse
from ways_guard.way.text import Span

_REQUIRED = ("rule", "path", "reason")


def read(path: Path, text: str, known: Collection[str], found: Collected) -> None:
    """Add the entries of a ways.json, or what is wrong with their rule, to `found`.

    Entries that the schema of ways.json refuses (no reason, say) count for nothing; WG602 reports them.
    """
    for entry in _entries(text):
        rule, glob, reason = (entry.value.get(key) for key in _REQUIRED)
        language = entry.value.get("language")
        if not all(isinstance(value, str) and value.strip() for value in (rule, glob, reason)):
            continue
        if rule in known:
            where = language if isinstance(language, str) else None
            found.suppressions.append(Suppression(rule, path, _span(text, entry), glob, where))
        else:
            place = entry.find("rule") or entry
            found.problems.append(Problem(path, _span(text, place), unknown(rule, known)))


def _entries(text: str) -> Iterator[Node]:
    try:
        accept = parse(text).find("lint", "accept")
    except JsonSyntaxError:
        return
    for entry in (accept.items or ()) if accept else ():
        if entry.members is not None:
            yield entry


def _span(text: str, node: Node) -> Span:
    return Span(*line_column(text, node.start), *line_column(text, node.end))
