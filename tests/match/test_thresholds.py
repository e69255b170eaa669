from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import pytest

from ways_guard.constants import DEFAULT_THRESHOLD, FIT_PROMPTS
from ways_guard.match import thresholds
from ways_guard.match.thresholds import Move, Rates, Seen, fit, fitted

from .probed import entry, probe


def _prompts(way: str, scores: Sequence[float], node: str = "a", anyway: Sequence[str] = ()) -> list[Seen]:
    """Prompts for `way` ("" for none) that `node` would fire for at those scores, in two halves."""
    return [Seen(way, {node: score}, frozenset(anyway), number % 2) for number, score in enumerate(scores)]


RIGHT = _prompts("a", [0.5] * 6 + [0.25] * 6)
QUIET = _prompts("", [0.1] * 12)


def test_a_threshold_falls_to_where_its_own_probes_are() -> None:
    found = fit([*RIGHT, *QUIET], [entry("a")])
    (move,) = found.moves
    assert ("a", DEFAULT_THRESHOLD, 6, 0, 0, 0) == (
        move.way,
        move.old,
        move.gained,
        move.lost,
        move.quiet,
        move.others,
    )
    assert 0.18 <= move.new < 0.25
    assert (Rates(0.5, 0.5, 0.0), Rates(1.0, 1.0, 0.0)) == (found.before, found.after)


def test_a_threshold_rises_above_what_must_fire_nothing() -> None:
    loud = _prompts("", [0.40] * 6 + [0.1] * 6)
    found = fit([*_prompts("a", [0.6] * 12), *loud], [entry("a")])
    (move,) = found.moves
    assert (0, 0, -6, 0) == (move.gained, move.lost, move.quiet, move.others)
    assert 0.40 < move.new < 0.6
    assert (0.5, 0.0) == (found.before.none, found.after.none)


def test_what_was_written_is_not_moved_again() -> None:
    prompts = [*RIGHT, *QUIET]
    (move,) = fit(prompts, [entry("a")]).moves
    assert () == fit(prompts, [entry("a", move.new)]).moves


def test_a_threshold_that_nothing_speaks_against_stays() -> None:
    prompts = [*_prompts("a", [0.6] * 12), *QUIET]
    for threshold in (0.3, DEFAULT_THRESHOLD, 0.45):
        assert () == fit(prompts, [entry("a", threshold)]).moves


def test_one_prompt_moves_nothing() -> None:
    assert DEFAULT_THRESHOLD == fitted([*_prompts("a", [0.6] * 12), *_prompts("a", [0.3])], "a", DEFAULT_THRESHOLD)


def test_what_one_half_says_and_the_other_denies_moves_nothing() -> None:
    low = [Seen("a", {"a": 0.25}, frozenset(), 0)] * 7  # all in one half
    loud = [Seen("", {"a": 0.28}, frozenset(), 1)] * 3
    prompts = [*_prompts("a", [0.6] * 12), *low, *loud, *QUIET]
    assert fitted(prompts, "a", DEFAULT_THRESHOLD) < DEFAULT_THRESHOLD
    assert () == fit(prompts, [entry("a")]).moves


@pytest.mark.parametrize("missing", ["probes", "none-prompts"])
def test_too_few_prompts_fit_nothing(missing: str) -> None:
    few = FIT_PROMPTS - 1
    prompts = [*RIGHT[-few:], *QUIET] if missing == "probes" else [*RIGHT, *QUIET[:few]]
    found = fit(prompts, [entry("a")])
    assert (0, ()) == (found.fitted, found.moves)


def test_what_a_pattern_fires_anyway_is_no_evidence() -> None:
    prompts = [*_prompts("a", [0.25] * 12, anyway=["a"]), *QUIET]
    found = fit(prompts, [entry("a")])
    assert ((), 1.0) == (found.moves, found.before.fired_right)


def test_parents_and_children_are_no_bystanders_and_others_are_cheap() -> None:
    right = _prompts("a", [0.6] * 12)
    assert () == fit([*right, *_prompts("a/b", [0.4] * 12), *QUIET], [entry("a"), entry("a/b")]).moves
    (move,) = fit([*right, *_prompts("x", [0.4] * 12), *QUIET], [entry("a"), entry("x")]).moves
    assert ("a", -12) == (move.way, move.others)
    assert not Move("a", 0.35, 0.45, lost=1, others=-4).saves
    assert Move("a", 0.35, 0.45, lost=1, others=-5).saves


def test_each_ways_prompts_fall_into_even_halves_whatever_their_order() -> None:
    probes = [probe(way, prompt=f"prompt {number} {way}") for number in range(10) for way in ("a", "")]
    halves = dict(zip(probes, thresholds._halves(probes), strict=True))
    assert {5} == {sum(half for one, half in halves.items() if one.way == way) for way in ("a", "")}
    assert halves == dict(zip(probes[::-1], thresholds._halves(probes[::-1]), strict=True))


def test_the_threshold_of_a_state_way_may_be_its_share_of_the_window_and_stays() -> None:
    way = entry("a")
    state = replace(way, trigger={**way.trigger, "state": {"kind": "context-threshold", "percent": 80}})
    prompts = [*RIGHT, *QUIET]
    assert fit(prompts, [way]).moves
    found = fit(prompts, [state])
    assert ((), 0, Rates(0.5, 0.5, 0.0)) == (found.moves, found.fitted, found.before)
