from __future__ import annotations

import numpy as np
import numpy.typing as npt
import pytest

from ways_guard.match import centre


def _prompts() -> tuple[npt.NDArray[np.float32], list[str]]:
    """Vectors that hang on their language and, less, on what they are about."""
    random = np.random.default_rng(0)
    langs = ["de"] * 30 + ["ja"] * 30
    own = {lang: random.standard_normal(32) for lang in ("de", "ja")}
    vectors = np.stack([own[lang] + 0.4 * random.standard_normal(32) for lang in langs])
    return (vectors / np.linalg.norm(vectors, axis=1, keepdims=True)).astype(np.float32), langs


def test_texts_of_one_language_are_alike_before_and_not_after() -> None:
    vectors, langs = _prompts()
    centred = centre.fit(vectors, langs)(vectors, langs)
    alike = (vectors[:30] @ vectors[:30].T).mean(), (centred[:30] @ centred[:30].T).mean()
    assert alike[0] > 0.7
    assert abs(alike[1]) < 0.2
    assert pytest.approx(np.ones(60), abs=1e-5) == np.linalg.norm(centred, axis=1)


def test_a_language_without_prompts_is_centred_on_all_of_them() -> None:
    vectors, langs = _prompts()
    centres = centre.fit(vectors, langs)
    (moved,) = centres(vectors[:1], ["ko"])
    general = (vectors[:30].mean(axis=0) + vectors[30:].mean(axis=0)) / 2
    expected = vectors[0] - general
    assert np.allclose(expected / np.linalg.norm(expected), moved, atol=1e-5)


def test_a_few_prompts_of_a_language_move_its_centre_a_little() -> None:
    vectors, langs = _prompts()
    few = centre.fit(vectors[:31], langs[:31])
    german, japanese, general = few.means
    assert ("de", "ja") == few.codes
    assert np.linalg.norm(german - vectors[:30].mean(axis=0)) < np.linalg.norm(japanese - vectors[30])
    assert np.linalg.norm(japanese - general) < 0.5 * np.linalg.norm(vectors[30] - general)


def test_a_text_that_is_its_language_mean_is_no_fault() -> None:
    vectors = np.ones((4, 8), dtype=np.float32)
    assert np.isfinite(centre.fit(vectors, ["de"] * 4)(vectors, ["de"] * 4)).all()
