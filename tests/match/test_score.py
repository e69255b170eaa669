from __future__ import annotations

import math

import numpy as np
import numpy.typing as npt
import pytest
from hypothesis import given
from hypothesis import strategies as st

from ways_guard.constants import ALIAS_SCORE, BACKGROUND_FIRES, DEFAULT_THRESHOLD
from ways_guard.match import score
from ways_guard.match.rows import BODY_ROW, COMPONENTS, EXAMPLE_ROW
from ways_guard.match.score import Background

Row = tuple[int, int, float]
WAYS = 4
COSINE = st.floats(-1, 1, width=32)
ROWS = st.lists(st.tuples(st.integers(0, WAYS - 1), st.integers(0, len(COMPONENTS) - 1), COSINE), max_size=40)


@given(ROWS)
def test_each_component_of_a_way_is_its_best_row(rows: list[Row]) -> None:
    ways, kinds, cosines = (np.array(column) for column in zip(*rows, strict=True)) if rows else [np.zeros(0)] * 3
    found = score.reduce(kinds.astype(np.int8), ways.astype(np.int32), cosines.astype(np.float32), WAYS)
    for component in range(len(COMPONENTS)):
        for way in range(WAYS):
            own = [cosine for one, kind, cosine in rows if (one, kind) == (way, component)]
            assert np.isclose(max(own, default=math.nan), found[component, way], equal_nan=True)


def _flat(ways: int = 3) -> Background:
    shape = (len(COMPONENTS), ways)
    return Background(np.zeros(shape, dtype=np.float32), np.ones(len(COMPONENTS), dtype=np.float32))


def _table(*values: float) -> npt.NDArray[np.float32]:
    return np.tile(np.array(values, dtype=np.float32), (len(COMPONENTS), 1))


def test_a_way_without_any_component_has_no_similarity_and_counts_in_nobodys() -> None:
    with_hollow = score.similarity(_table(1, 2, np.nan), _flat())
    assert np.isnan(with_hollow[2])
    assert np.allclose(score.similarity(_table(1, 2), _flat(2)), with_hollow[:2])


def test_what_resembles_everything_means_less() -> None:
    one = score.similarity(_table(2, 0, 0), _flat())[0]
    all_alike = score.similarity(_table(2, 2, 2), _flat())[0]
    assert all_alike < one


def test_examples_count_most() -> None:
    found = np.zeros((len(COMPONENTS), 2), dtype=np.float32)
    found[EXAMPLE_ROW, 0] = found[BODY_ROW, 1] = 1
    example, body = score.similarity(found, _flat(2))
    assert example > body


def test_a_background_that_never_varies_divides_by_nothing() -> None:
    still = score.background(np.ones((5, len(COMPONENTS), 2), dtype=np.float32))
    assert np.isfinite(score.similarity(_table(1, 0.5), still)).all()


TOTALS = st.lists(st.floats(-50, 50, width=32), min_size=1, max_size=30)


@given(TOTALS, TOTALS, TOTALS)
def test_the_line_never_falls(background: list[float], aliases: list[float], totals: list[float]) -> None:
    line = score.line(
        np.array(background, dtype=np.float32)[:, None],
        ["en"] * len(background),
        np.array(aliases, dtype=np.float32),
    )
    scores = line(np.array(sorted(totals), dtype=np.float32), "en")
    assert (np.diff(scores) >= 0).all()
    assert ((scores >= -1) & (scores <= 1)).all()
    assert line.slope > 0


def test_scores_that_are_not_equal_do_not_become_so_at_the_ends() -> None:
    scores = score.Line(0.35, 0.2)(np.linspace(-40, 20, 300, dtype=np.float32), "en")
    assert (np.diff(scores) > 0).all()
    assert -1 < scores.min() < scores.max() < 1


def test_a_prompt_that_is_read_in_many_parts_needs_more_for_each() -> None:
    random = np.random.default_rng(3)
    background = random.exponential(1.0, (4_000, 1)).astype(np.float32)
    line = score.line(background, ["en"] * len(background), np.array([12.0], dtype=np.float32))
    parts = background[:, 0].reshape(-1, 8)
    fires = [(line(parts, "en", number).max(axis=1) >= DEFAULT_THRESHOLD).mean() for number in (1, 8)]
    assert fires[1] < 0.6 * fires[0]
    assert (line(parts, "en", 8) <= line(parts, "en")).all()


def test_background_stays_below_the_default_threshold_and_aliases_land_above() -> None:
    random = np.random.default_rng(0)
    background = random.standard_normal((500, 5)).astype(np.float32)
    aliases = random.normal(6, 1, 200).astype(np.float32)
    line = score.line(background, ["en"] * len(background), aliases)
    fires = (line(background.max(axis=1), "en") >= DEFAULT_THRESHOLD).mean()
    assert fires <= 2 * BACKGROUND_FIRES
    assert pytest.approx(ALIAS_SCORE, abs=0.01) == float(np.median(line(aliases, "en")))


def test_a_line_is_found_where_there_are_no_aliases_hollow_ones_or_ways_without_text() -> None:
    background = np.array([[0.0, np.nan], [1.0, np.nan]], dtype=np.float32)
    none, hollow = np.zeros(0, dtype=np.float32), np.array([2.0, np.nan], dtype=np.float32)
    nothing = np.full((2, 2), np.nan, dtype=np.float32)
    for totals, aliases in ((background, none), (background, hollow), (nothing, none), (nothing, hollow)):
        line = score.line(totals, ["en"] * len(totals), aliases)
        assert math.isfinite(line.offset)
        assert math.isfinite(line.slope)
        assert np.isnan(line(np.array([np.nan], dtype=np.float32), "en"))[0]


def test_a_language_whose_texts_are_more_alike_fires_no_more_than_others() -> None:
    random = np.random.default_rng(7)
    langs = ["de"] * 200 + ["ja"] * 200
    totals = random.normal(0.0, 1.0, (400, 5)).astype(np.float32)
    totals[200:] += 3.0
    line = score.line(totals, langs, np.array([6.0], dtype=np.float32))
    best = {"de": totals[:200].max(axis=1), "ja": totals[200:].max(axis=1)}
    assert max((line(own, lang) >= DEFAULT_THRESHOLD).mean() for lang, own in best.items()) < 0.04
    assert line.shifts["ja"] > 1.0 > -1.0 > line.shifts["de"]


def test_a_few_prompts_of_a_language_move_it_little() -> None:
    totals = np.array([[0.0]] * 50 + [[4.0]], dtype=np.float32)
    line = score.line(totals, ["de"] * 50 + ["ja"], np.array([6.0], dtype=np.float32))
    assert 0.0 < line.shifts["ja"] < 0.5
