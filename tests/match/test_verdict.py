from __future__ import annotations

import math
from pathlib import Path

from hypothesis import given
from hypothesis import strategies as st

from ways_guard.constants import MARGIN
from ways_guard.match.sets import Entry
from ways_guard.match.verdict import Answer, Lazy, Verdict, judge, ordered, ranking
from ways_guard.way.discover import Root


def _entry(node: str) -> Entry:
    return Entry(node, Root(Path("/ways"), "repo"), {"path": f"{node}.md", "threshold": 0.35})


def test_meaning_fires_before_a_pattern_and_a_pattern_where_meaning_does_not() -> None:
    assert ("semantic", "score 0.50 >= threshold 0.35") == _judged(0.5, "", "commit message")
    assert ("symbolic", "its pattern matches 'commit message'") == _judged(0.1, "too low", "commit message")
    assert ("symbolic", "its pattern matches 'commit message'") == _judged(None, "no text", "commit message")
    assert ("", "too low") == _judged(0.1, "too low", None)
    assert ("", "no model") == _judged(None, "no model", None)


def _judged(score: float | None, failed: str, matched: str | None) -> tuple[str, str]:
    verdict = judge(_entry("a"), score, failed, matched, None)
    assert verdict.fired == bool(verdict.layer)
    return verdict.layer, verdict.reason


def test_what_fires_comes_first_then_the_higher_score_then_the_id() -> None:
    judged = [
        judge(_entry("d"), None, "no text", None, None),
        judge(_entry("c"), 0.9, "masked", None, None),
        judge(_entry("z"), 0.5, "", None, None),
        judge(_entry("b"), 0.5, "", None, None),
        judge(_entry("a"), None, "no text", "word", None),
        judge(_entry("e"), 0.95, "masked", None, None),
    ]
    answer = Answer(ordered(judged), "en", "multilingual")
    assert ["b", "z", "a", "e", "c", "d"] == [verdict.entry.id for verdict in answer.verdicts]
    assert ["b", "z", "a"] == [verdict.entry.id for verdict in answer.fired]
    assert ordered(judged) == ordered(reversed(judged))


SCORES = st.lists(st.one_of(st.floats(-1, 1), st.sampled_from([0.5, 0.45, 1.0, math.nan])), max_size=8)
THRESHOLDS = st.lists(st.floats(0.01, 0.99), min_size=8, max_size=8)


def failures(scores: list[float], thresholds: list[float], max_ways: int) -> list[str]:
    ranked = ranking(scores, max_ways)
    return [ranked.failed(number, threshold) for number, threshold in enumerate(thresholds)]


def _fires(scores: list[float], thresholds: list[float], max_ways: int) -> set[int]:
    reasons = failures(scores, thresholds[: len(scores)], max_ways)
    return {number for number, reason in enumerate(reasons) if not reason}


@given(SCORES, THRESHOLDS, THRESHOLDS, st.integers(1, 4))
def test_raising_thresholds_never_fires_more(
    scores: list[float], low: list[float], more: list[float], max_ways: int
) -> None:
    high = [max(pair) for pair in zip(low, more, strict=True)]
    assert _fires(scores, high, max_ways) <= _fires(scores, low, max_ways)


@given(SCORES, THRESHOLDS, st.integers(1, 4))
def test_what_fires_is_good_enough_near_the_best_and_among_the_first(
    scores: list[float], thresholds: list[float], max_ways: int
) -> None:
    fires = _fires(scores, thresholds, max_ways)
    best = max((score for score in scores if not math.isnan(score)), default=0)
    assert len(fires) <= max_ways
    for number in fires:
        assert scores[number] >= thresholds[number]
        assert scores[number] >= best - MARGIN
    reaching = [number for number, score in enumerate(scores) if score == best and score >= thresholds[number]]
    if reaching and scores.index(best) in reaching:
        assert scores.index(best) in fires


def test_equal_scores_rank_by_their_place() -> None:
    assert ["", "", "at most 2 ways fire, and others score higher"] == failures([0.5] * 3, [0.35] * 3, 2)
    assert "" == failures([1.0, 1.0], [0.35] * 2, 1)[0]


def test_a_reason_says_what_was_missing() -> None:
    assert [
        "score 0.30 < threshold 0.35",
        "has no description to be matched by meaning, or its gate is shut",
        "",
        "score 0.45 is more than 0.1 below the best, 0.60",
    ] == failures([0.3, math.nan, 0.6, 0.45], [0.35] * 4, 3)


def test_verdicts_are_made_when_they_are_looked_at() -> None:
    made: list[int] = []

    def make(number: int) -> Verdict:
        made.append(number)
        return judge(_entry(str(number)), 0.5, "" if number == 7 else "no", None, None)

    answer = Answer(Lazy([7, 3, 5], make, {"3": 3, "5": 5, "7": 7}), "en", "multilingual")
    assert ["7"] == [verdict.entry.id for verdict in answer.fired]
    assert [7, 3] == made
    assert answer.named("5") == answer.verdicts[2]
    assert answer.named("1") is None
    assert ["7", "3", "5"] == [verdict.entry.id for verdict in answer.verdicts]
    assert ["3", "5"] == [verdict.entry.id for verdict in answer.verdicts[1:]]
    assert [7, 3, 5] == sorted(made, key=[7, 3, 5].index)
