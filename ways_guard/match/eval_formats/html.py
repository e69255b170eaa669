"""An evaluation as one HTML page that needs nothing beside it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from ways_guard.constants import DEFAULT_THRESHOLD, MATRIX_WAYS
from ways_guard.match.eval_formats import shared
from ways_guard.match.eval_formats.shared import View, points, rate
from ways_guard.match.evaluation import (
    Evaluation,
    Outcome,
    all_silence,
    confusions,
    group,
    languages,
)
from ways_guard.pages import page, plots
from ways_guard.pages.plots import Series


def render(found: Evaluation, view: View) -> str:
    """Cards, plots, tables, a confusion matrix of ways, and every prompt that failed.

    Raises WaysGuardError where the extra `report` is not installed.
    """
    whole = shared.totals(found)[::-1]
    return page.render(
        "eval.html.j2",
        title=view.title,
        used=found.used,
        cards=list(_cards(found)),
        unmeasured=shared.reasons(found),
        plots=list(_plots(found)),
        heads=shared.HEADS,
        groups=[shared.row(each) for each in (*whole, *shared.by_language(found))],
        totals=len(whole),
        quiet_heads=shared.QUIET_HEADS,
        quiet=[shared.quiet_row(each) for part in shared.quiet_rows(found)[::-1] for each in part],
        matrix=_matrix(found.asked),
        failures=[_failure(one) for one in shared.failed(found)],
    )


def _cards(found: Evaluation) -> Iterator[dict[str, Any]]:
    if found.asked:
        whole = group(found.asked)
        yield _card("probes", str(whole.prompts))
        yield _card("right way first", rate(whole.top1))
        yield _card("among the first five", rate(whole.top5))
        yield _card("right way fired", rate(whole.fired_right))
        yield _card("ways fired a prompt", f"{whole.fired_per_prompt:.2f}")
    if quiet := all_silence(found.quiet):
        yield _card("none-prompts that fire", rate(quiet.fired), f"of {quiet.prompts}")
    yield _card("not measured", str(found.missing), warn=bool(found.missing or not found.asked))


def _card(name: str, value: str, note: str = "", *, warn: bool = False) -> dict[str, Any]:
    return {"name": name, "value": value, "note": note, "warn": warn}


def _plots(found: Evaluation) -> Iterator[tuple[str, str]]:
    scores = [
        Series("the right way", _told(one.score for one in found.asked), "good"),
        Series("the best wrong way", _told(one.wrong for one in found.asked), "bad"),
        Series("the best way for a none-prompt", _told(one.first_score for one in found.quiet), "none"),
    ]
    if any(part.values for part in scores):
        title = "Scores, and the default threshold"
        yield title, plots.distributions("scores", title, scores, ("default threshold", DEFAULT_THRESHOLD))
    if found.asked:
        parts = languages(found.asked)
        title = "Languages, worst first"
        first = Series("right way first", [part.top1 for part in parts], "good")
        marks = [
            Series("in first five", [part.top5 for part in parts], "mark", "|"),
            Series("right way fired", [part.fired_right for part in parts], "none", "d"),
        ]
        yield title, plots.bars("languages", title, [part.lang for part in parts], first, marks)


def _told(values: Iterator[float | None]) -> list[float]:
    return [value for value in values if value is not None]


def _matrix(outcomes: Sequence[Outcome]) -> dict[str, Any]:
    """Rows of the ways that were meant, columns of those that ranked first; of many ways only confused ones."""
    counts = confusions(outcomes)
    wrong = {pair: count for pair, count in counts.items() if pair[0] != pair[1]}
    asked = {way for way, _ in counts}
    cut = len(asked) > MATRIX_WAYS
    rows = sorted({way for way, _ in wrong} if cut else asked) if wrong else []
    columns = sorted({*rows, *(first for _, first in wrong)}) if wrong else []
    totals = {way: sum(count for (row, _), count in counts.items() if row == way) for way in rows}
    cells = [
        {"id": way, "cells": [_cell(way, first, counts.get((way, first), 0), totals[way]) for first in columns]}
        for way in rows
    ]
    return {"rows": cells, "columns": columns, "cut": cut}


def _cell(way: str, first: str, count: int, total: int) -> dict[str, Any]:
    """`share`, 15 to 55, is how strong the colour is: what stands on it must stay readable."""
    return {"count": count, "kind": "right" if way == first else "wrong", "share": 15 + round(40 * count / total)}


def _failure(one: Outcome) -> dict[str, str]:
    return {
        "lang": one.probe.lang,
        "prompt": one.probe.prompt,
        "way": one.probe.way or "nothing",
        "way_score": f" ({points(one.score)})" if one.probe.way else "",
        "first": one.first,
        "first_score": f" ({points(one.first_score)})",
        "fired": ", ".join(one.fired) or "nothing",
    }
