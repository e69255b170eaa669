from __future__ import annotations

from pathlib import Path

from ways_guard.match.family import with_parents
from ways_guard.match.sets import Entry
from ways_guard.match.verdict import Answer, Verdict, ordered
from ways_guard.way.discover import Root


def _verdict(node: str, score: float | None, layer: str = "", matched: str | None = None) -> Verdict:
    entry = Entry(node, Root(Path(), "user"), {"path": "", "threshold": 0.35})
    return Verdict(entry, score, matched, layer, "")


def _shown(*verdicts: Verdict) -> list[str]:
    return [verdict.entry.id for verdict in with_parents(Answer(ordered(verdicts), "en", "multilingual"))]


def test_a_parent_that_matches_too_comes_first() -> None:
    child = _verdict("code/testing/mocking", 0.7, "semantic")
    assert ["code/testing", child.entry.id] == _shown(child, _verdict("code/testing", 0.4), _verdict("docs", 0.5))


def test_a_parent_that_does_not_match_stays_away() -> None:
    child = _verdict("code/testing/mocking", 0.7, "semantic")
    assert [child.entry.id] == _shown(child, _verdict("code/testing", 0.34))
    assert [child.entry.id] == _shown(child, _verdict("code/testing", None))


def test_the_nearest_ancestor_that_is_a_way_is_the_parent() -> None:
    child = _verdict("code/testing/mocking", 0.7, "semantic")
    assert ["code", child.entry.id] == _shown(child, _verdict("code", None, matched="code"))
    assert ["code/testing", child.entry.id] == _shown(child, _verdict("code/testing", 0.4), _verdict("code", 0.4))


def test_a_parent_that_fires_by_itself_is_shown_once() -> None:
    child, parent = _verdict("code/testing", 0.7, "semantic"), _verdict("code", 0.65, "semantic")
    assert ["code", "code/testing"] == _shown(child, parent)
