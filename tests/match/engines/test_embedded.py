from __future__ import annotations

import numpy as np
import pytest

from ways_guard.match.engines import embedded

pytestmark = pytest.mark.engine
TEXTS = ["Write tests", "変更をコミットする", "كتابة الاختبارات", "a " * 60, "x", "Commit changes to git"] * 3


def test_vectors_are_of_length_one_and_one_a_text() -> None:
    model = embedded.load()
    for vectors in (model.passages(TEXTS), model.queries(TEXTS)):
        assert (len(TEXTS), 384) == vectors.shape
        assert np.float32 == vectors.dtype
        assert np.allclose(1, np.linalg.norm(vectors, axis=1), atol=1e-3)
    assert 0 == len(model.queries([]))


def test_a_text_has_one_vector_whatever_stands_beside_it() -> None:
    model = embedded.load()
    together = model.passages(TEXTS)
    alone = np.concatenate([model.passages([text]) for text in TEXTS[:6]])
    assert np.array_equal(together[:6], alone)


def test_prompts_and_aliases_are_embedded_each_in_its_way() -> None:
    model = embedded.load()
    assert not np.array_equal(model.queries(["Write tests"]), model.passages(["Write tests"]))


@pytest.mark.parametrize("text", ["", " ", "\0", "\ud800", "🎉🎉", "a\0b", "\u202e\u200b", "\U0010ffff"])
def test_odd_texts_have_a_vector(text: str) -> None:
    vector = embedded.load().queries([text])[0]
    assert np.isfinite(vector).all()
    assert np.linalg.norm(vector) == pytest.approx(1, abs=1e-3)


def test_a_nul_does_not_end_a_text() -> None:
    model = embedded.load()
    assert np.array_equal(model.queries(["write a test"]), model.queries(["write\0a test"]))
    assert not np.array_equal(model.queries(["write"]), model.queries(["write\0a test"]))


def test_id_and_revision_are_known_before_the_weights_are_loaded() -> None:
    model = embedded.load()
    assert "multilingual-e5-small-q4" == model.id
    assert model.revision
    assert embedded.available()
    assert "_model" not in vars(model)
