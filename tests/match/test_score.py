from __future__ import annotations

import math
from collections.abc import Sequence

import numpy as np
import numpy.typing as npt
import pytest
from hypothesis import given
from hypothesis import strategies as st

from ways_guard.constants import ALIAS_SCORE, BACKGROUND_QUANTILE, DEFAULT_THRESHOLD, EXAMPLES_AVERAGED
from ways_guard.match import score
from ways_guard.match.index import CANONICAL_ROW, COMPONENTS, EXAMPLE_ROW, STUB_ROW, Index
from ways_guard.match.score import Background

Row = tuple[int, int, float]
WAYS = 4
COSINE = st.floats(-1, 1, width=32)
ROWS = st.lists(st.tuples(st.integers(0, WAYS - 1), st.integers(0, len(COMPONENTS) - 1), COSINE), max_size=40)


def _index(rows: Sequence[Row]) -> Index:
    return Index(
        np.zeros((len(rows), 2), dtype=np.float32),
        np.array([way for way, _, _ in rows], dtype=np.int32),
        np.array([component for _, component, _ in rows], dtype=np.int8),
        np.zeros(len(rows), dtype=np.int16),
        ("en",),
        [{}] * len(rows),
    )


def _plainly(rows: Sequence[Row], component: int, way: int) -> float:
    found = sorted((cosine for one, kind, cosine in rows if (one, kind) == (way, component)), reverse=True)
    best = found[: EXAMPLES_AVERAGED if component == EXAMPLE_ROW else 1]
    if not best and component == STUB_ROW:
        return _plainly(rows, CANONICAL_ROW, way)
    return sum(best) / len(best) if best else math.nan


@given(ROWS)
def test_each_component_of_a_way_is_its_best_rows(rows: list[Row]) -> None:
    cosines = np.array([cosine for _, _, cosine in rows], dtype=np.float32)
    found = score.reduce(_index(rows), np.arange(len(rows)), cosines, WAYS)
    expected = [[_plainly(rows, component, way) for way in range(WAYS)] for component in range(len(COMPONENTS))]
    assert np.allclose(np.array(expected), found, atol=1e-6, equal_nan=True)


def test_only_the_rows_that_are_asked_for_count() -> None:
    rows = [(0, CANONICAL_ROW, 0.9), (0, CANONICAL_ROW, 0.2), (1, CANONICAL_ROW, 0.5)]
    found = score.reduce(_index(rows), np.array([1, 2]), np.array([0.2, 0.5], dtype=np.float32), 2)
    assert np.allclose([0.2, 0.5], found[CANONICAL_ROW])


def _flat(ways: int = 3) -> Background:
    shape = (len(COMPONENTS), ways)
    return Background(np.zeros(shape, dtype=np.float32), np.ones(shape, dtype=np.float32))


def _table(*values: float) -> npt.NDArray[np.float32]:
    return np.tile(np.array(values, dtype=np.float32), (len(COMPONENTS), 1))


def test_a_way_without_any_component_has_no_similarity_and_counts_in_nobodys() -> None:
    with_hollow = score.similarity(_table(1, 2, np.nan), _flat(), canonical=True)
    assert np.isnan(with_hollow[2])
    assert np.allclose(score.similarity(_table(1, 2), _flat(2), canonical=True), with_hollow[:2])


def test_what_resembles_everything_means_less() -> None:
    one = score.similarity(_table(2, 0, 0), _flat(), canonical=True)[0]
    all_alike = score.similarity(_table(2, 2, 2), _flat(), canonical=True)[0]
    assert all_alike < one


def test_examples_count_most_in_the_canonical_language_and_stubs_in_others() -> None:
    found = np.zeros((len(COMPONENTS), 2), dtype=np.float32)
    found[EXAMPLE_ROW, 0] = found[STUB_ROW, 1] = 1
    example, stub = score.similarity(found, _flat(2), canonical=True)
    assert example > stub
    example, stub = score.similarity(found, _flat(2), canonical=False)
    assert stub >= example


def test_a_background_that_never_varies_divides_by_nothing() -> None:
    still = score.background(np.ones((5, len(COMPONENTS), 2), dtype=np.float32))
    assert np.isfinite(score.similarity(_table(1, 0.5), still, canonical=True)).all()


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


def test_background_stays_below_the_default_threshold_and_aliases_land_above() -> None:
    random = np.random.default_rng(0)
    background = random.standard_normal((500, 5)).astype(np.float32)
    aliases = random.normal(6, 1, 200).astype(np.float32)
    line = score.line(background, ["en"] * len(background), aliases)
    assert BACKGROUND_QUANTILE == pytest.approx(
        (line(background.max(axis=1), "en") < DEFAULT_THRESHOLD).mean(), abs=0.01
    )
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
