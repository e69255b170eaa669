from __future__ import annotations

import numpy as np
import numpy.typing as npt
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ways_guard.constants import HEAD_REGULARISATION
from ways_guard.match import head
from ways_guard.match.head import Moments

Labels = npt.NDArray[np.intp]
Vectors = npt.NDArray[np.float32]


def _fit(vectors: Vectors, labels: Labels, classes: int) -> head.Head:
    return head.fit(vectors, labels, classes, np.ones(len(vectors), dtype=np.float32))


def _sample(seed: int, classes: int = 4, each: int = 12, noise: float = 0.25) -> tuple[Vectors, Labels]:
    """Unit vectors around one centre a class; the last class lies anywhere, as prompts about nothing do."""
    random = np.random.default_rng(seed)
    centres = random.standard_normal((classes, 16))
    centres /= np.linalg.norm(centres, axis=1, keepdims=True)
    labels = np.repeat(np.arange(classes), each)
    spread = np.where(labels == classes - 1, 1.0, noise)[:, None]
    around = np.where(labels == classes - 1, 0.0, 1.0)[:, None] * centres[labels]
    vectors = around + spread * random.standard_normal((len(labels), 16))
    return (vectors / np.linalg.norm(vectors, axis=1, keepdims=True)).astype(np.float32), labels.astype(np.intp)


@settings(max_examples=15, deadline=None)
@given(st.integers(0, 10_000))
def test_what_can_be_told_apart_is(seed: int) -> None:
    vectors, labels = _sample(seed, noise=0.1)
    margins = _fit(vectors, labels, 4).margins(vectors)
    ways = labels < 3
    assert labels[ways].tolist() == margins[ways].argmax(axis=1).tolist()
    assert (margins[ways].max(axis=1) > 0).all()


def test_fitting_twice_gives_the_same_bytes() -> None:
    vectors, labels = _sample(1)
    first, second = _fit(vectors, labels, 4), _fit(vectors.copy(), labels.copy(), 4)
    assert first.weights.tobytes() == second.weights.tobytes()
    assert (17, 4) == first.weights.shape


def test_a_class_without_rows_and_rows_that_are_all_alike_are_no_fault() -> None:
    vectors, labels = _sample(1)
    assert np.isfinite(_fit(vectors, labels, 9).margins(vectors)).all()
    alike = np.full((5, 8), 0.5, dtype=np.float32)
    assert np.isfinite(_fit(alike, np.zeros(5, dtype=np.intp), 2).margins(alike)).all()


@pytest.mark.filterwarnings("ignore")
def test_it_decides_as_a_reference_implementation_does() -> None:
    linear_model = pytest.importorskip("sklearn.linear_model")
    vectors, labels = _sample(5, classes=6, each=40, noise=0.35)
    fresh, _ = _sample(5, classes=6, each=40, noise=0.35)
    reference = linear_model.LogisticRegression(C=1 / HEAD_REGULARISATION, max_iter=2_000)
    logits = reference.fit(vectors - vectors.mean(axis=0), labels).decision_function(fresh - vectors.mean(axis=0))
    expected = logits[:, :-1] - logits[:, -1:]
    found = _fit(vectors, labels, 6).margins(fresh)
    assert np.corrcoef(expected.ravel(), found.ravel())[0, 1] > 0.999
    assert np.abs(expected - found).max() < 0.05 * np.abs(expected).max()
    assert (expected.argmax(axis=1) == found.argmax(axis=1)).mean() > 0.98


def test_a_row_that_counts_twice_is_as_two_rows() -> None:
    vectors, labels = _sample(2)
    weights = np.where(labels == 1, 2, 1).astype(np.float32)
    weighted = head.fit(vectors, labels, 4, weights).margins(vectors)
    twice = np.repeat(np.arange(len(labels)), weights.astype(int))
    assert np.allclose(_fit(vectors[twice], labels[twice], 4).margins(vectors), weighted, atol=1e-2)


def test_the_closed_head_tells_apart_too_and_in_parts_as_at_once() -> None:
    vectors, labels = _sample(3, classes=5, each=30, noise=0.15)
    at_once = Moments.none(5, 16)
    at_once.add(vectors, labels)
    parts = [Moments.none(5, 16) for _ in range(3)]
    for number, part in enumerate(parts):
        part.add(vectors[number::3], labels[number::3])
    whole, summed = head.closed(at_once), head.closed(head.total(parts))
    assert np.allclose(whole.weights, summed.weights, rtol=1e-3, atol=1e-4)
    without = head.closed(head.total(parts).without(parts[2]))
    two = head.closed(head.total(parts[:2]))
    assert np.allclose(without.weights, two.weights, rtol=1e-3, atol=1e-4)
    ways = labels < 4
    assert (whole.margins(vectors[ways]).argmax(axis=1) == labels[ways]).mean() > 0.98
    assert head.CLOSED == whole.kind


def test_the_closed_head_takes_classes_and_sets_without_rows() -> None:
    vectors, labels = _sample(1)
    some = Moments.none(9, 16)
    some.add(vectors, labels)
    assert np.isfinite(head.closed(some).margins(vectors)).all()
    assert np.isfinite(head.closed(Moments.none(3, 16)).margins(vectors)).all()


def test_the_kind_of_head_hangs_on_what_it_would_cost() -> None:
    assert head.LOGISTIC == head.affordable(2_500, 101)
    assert head.CLOSED == head.affordable(520_000, 10_001)
