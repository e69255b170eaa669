from __future__ import annotations

import pytest

from ways_guard.match.bars import Bars, missed
from ways_guard.match.evaluation import Evaluation

from .probed import made

SCORES = {"a": 0.9, "b": 0.8}
FOUND = Evaluation(
    (
        made("a", SCORES, ["a"]),
        made("a", SCORES, ["a", "b"]),
        made("a", SCORES, ["a"], "ja"),
        made("b", SCORES, ["a"], "ja"),
    ),
    (made("", SCORES), made("", SCORES, ["a"], "ja")),
)


@pytest.mark.parametrize(
    ("bars", "lines"),
    [
        (Bars(), []),
        (Bars(top1=0.75, top5=1.0, fired_right=0.75, fired_per_prompt=1.25, none=0.5, unmeasured=0), []),
        (Bars(top1=0.76), ["top-1 0.750, less than 0.76"]),
        (Bars(fired_right=0.8), ["right way fired 0.750, less than 0.8"]),
        (Bars(fired_per_prompt=1.2), ["1.25 ways fired a prompt, more than 1.2"]),
        (Bars(none=0.02), ["none-prompts that fire 0.500, more than 0.02"]),
    ],
)
def test_each_bar_that_is_not_reached_is_a_line(bars: Bars, lines: list[str]) -> None:
    assert lines == missed(FOUND, bars)


def test_bars_can_hold_for_each_language() -> None:
    bars = Bars(top1=0.7, top5=1.0, fired_right=0.6, fired_per_prompt=1.3, none=0.6)
    assert [] == missed(FOUND, bars)
    assert [
        "top-1 0.500 (ja), less than 0.7",
        "right way fired 0.500 (ja), less than 0.6",
        "1.50 ways fired a prompt (en), more than 1.3",
        "none-prompts that fire 1.000 (ja), more than 0.6",
    ] == missed(FOUND, bars, each_language=True)


def test_what_was_not_measured_reaches_no_bar() -> None:
    bars = Bars(top1=0.0, top5=0.0, fired_right=0.0, fired_per_prompt=9.0, none=1.0)
    names = ["top-1", "top-5", "right way fired", "ways fired a prompt", "none-prompts that fire"]
    assert [f"{name} could not be measured" for name in names] == missed(Evaluation((), ()), bars)


def test_prompts_without_a_measure_fail_once_there_are_bars() -> None:
    found = Evaluation(FOUND.asked, FOUND.quiet, {"p.jsonl:1:1: not JSON": 1, "no model": 2})
    assert [] == missed(found, Bars())
    assert ["3 could not be measured, more than 0"] == missed(found, Bars(top1=0.1))
    assert ["3 could not be measured, more than 2"] == missed(found, Bars(unmeasured=2))
    assert [] == missed(found, Bars(top1=0.1, unmeasured=3))
