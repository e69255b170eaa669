from __future__ import annotations

import pytest

from ways_guard.match.evaluation import (
    Group,
    Quiet,
    all_silence,
    confusions,
    group,
    groups,
    kinds,
    languages,
    related,
    silence,
)

from .probed import made

SIX = {"a": 0.9, "b": 0.8, "c": 0.7, "d": 0.6, "e": 0.5, "f": 0.4}


@pytest.mark.parametrize(("way", "rank"), [("a", 1), ("b", 2), ("e", 5), ("f", 6)])
def test_ways_are_ranked_by_their_score(way: str, rank: int) -> None:
    one = made(way, SIX)
    assert (rank, SIX[way], "a", 0.9) == (one.rank, one.score, one.first, one.first_score)
    assert (0.8 if way == "a" else 0.9) == one.wrong


def test_the_rank_does_not_ask_what_fires() -> None:
    one = made("b", {"a": 0.9, "b": 0.8, "c": None}, fired=["b", "c"])
    assert ("a", 2, True) == (one.first, one.rank, one.fired_right)


def test_a_way_without_a_score_ranks_nowhere_and_may_still_fire() -> None:
    one = made("c", {"a": 0.2, "c": None}, fired=["c"])
    assert (None, None, "a", True, True) == (one.rank, one.score, one.first, one.fired_right, one.failed)


@pytest.mark.parametrize(
    ("way", "fired", "right"),
    [
        ("code/security", ["code/security"], True),
        ("code/security", ["code"], True),
        ("code/security", ["code/security/secrets"], True),
        ("code/security", ["code/testing"], False),
        ("code/security/secrets", ["code"], False),
        ("code", ["codes"], False),
        ("code", ["docs"], False),
        ("code/security", [], False),
    ],
)
def test_what_fires_is_right_for_the_way_its_parent_and_its_child(way: str, fired: list[str], right: bool) -> None:
    assert right == made(way, dict.fromkeys({way, *fired}, 0.5), fired).fired_right
    assert right == any(related(node, way) for node in fired)


def test_a_group_has_shares_of_its_prompts() -> None:
    found = [
        made("a", SIX, ["a"]),
        made("b", SIX, ["a", "b"]),
        made("f", SIX, ["a", "b", "c"]),
        made("e", SIX, []),
    ]
    assert Group("en", "direct", 4, 0.25, 0.75, 0.5, 1.5) == group(found, "en", "direct")


def test_groups_are_by_language_and_kind_and_languages_the_worst_first() -> None:
    found = [
        made("a", SIX, ["a"], "nl"),
        made("b", SIX, ["b"], "ja", "situational"),
        made("a", SIX, ["a"], "ja"),
        made("a", SIX, ["b"], "de"),
    ]
    assert [("de", "direct"), ("ja", "direct"), ("ja", "situational"), ("nl", "direct")] == [
        (each.lang, each.kind) for each in groups(found)
    ]
    assert [("ja", 0.5, 1.0), ("de", 1.0, 0.0), ("nl", 1.0, 1.0)] == [
        (each.lang, each.top1, each.fired_right) for each in languages(found)
    ]
    assert [("direct", 3), ("situational", 1), ("", 4)] == [(each.kind, each.prompts) for each in kinds(found)]
    assert [] == kinds([])


def test_silence_is_the_share_of_none_prompts_that_fire_anything() -> None:
    found = [made("", SIX, [], "en"), made("", SIX, ["a", "b"], "ja"), made("", SIX, [], "ja")]
    assert [Quiet("ja", 2, 0.5), Quiet("en", 1, 0.0)] == silence(found)
    assert Quiet("", 3, pytest.approx(1 / 3)) == all_silence(found)  # type: ignore[arg-type]
    assert all_silence([]) is None
    assert [False, True, False] == [one.failed for one in found]


def test_confusions_count_pairs_of_meant_and_first() -> None:
    found = [made("b", SIX), made("a", SIX), made("b", SIX), made("c", {"c": None})]
    assert {("b", "a"): 2, ("a", "a"): 1} == confusions(found)
    assert ("b", "a") == next(iter(confusions(found)))
