from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path

import numpy as np
import pytest

from ways_guard.errors import WaysGuardError
from ways_guard.match import scale
from ways_guard.match.engines import catalogue, embedded
from ways_guard.match.engines.catalogue import Scale
from ways_guard.match.engines.protocol import FloatArray

from .words import Words


def test_the_reference_is_measured_and_its_scale_is_the_score_scale() -> None:
    reference = catalogue.reference()
    assert reference.scale is not None
    own = scale.Scorer(reference.scale, reference.scale, fitted=False)
    assert np.allclose([-0.2, 0.0, 0.35, 0.9], own(np.array([-0.2, 0.0, 0.35, 0.9], dtype=np.float32)))


def test_a_models_two_points_land_on_the_references_and_scores_stay_in_bounds() -> None:
    scorer = scale.Scorer(Scale(0.78, 0.84), Scale(0.0, 0.5), fitted=True)
    assert np.allclose([0.0, 0.5, 0.25], scorer(np.array([0.78, 0.84, 0.81])))
    assert [-1.0, 1.0] == scorer(np.array([0.1, 1.0])).tolist()


@pytest.mark.engine
def test_the_catalogue_says_of_the_embedded_model_what_is_measured(tmp_path: Path) -> None:
    model = embedded.load()
    known = catalogue.entries()[model.id].scale
    measured = scale.measure(model, tmp_path)
    assert known is not None
    assert np.allclose([known.unrelated, known.alike], [measured.unrelated, measured.alike], atol=0.005)
    assert scale.scorer(model, tmp_path).fitted is False


def test_a_model_that_nobody_has_measured_is_measured_here(tmp_path: Path) -> None:
    scorer = scale.scorer(Words(), tmp_path)
    assert (True, scale.measure(Words(), tmp_path)) == (scorer.fitted, scorer.scale)


class _Same(Words):
    """Finds all texts alike."""

    def passages(self, texts: Sequence[str]) -> FloatArray:
        return super().passages(["same"] * len(texts))


def test_a_model_that_tells_nothing_apart_is_refused(tmp_path: Path) -> None:
    with pytest.raises(WaysGuardError, match=r"words has no score scale: .*take another model"):
        scale.scorer(_Same(), tmp_path)


def test_paraphrases_say_each_thing_once_and_differ_from_the_fixtures() -> None:
    pairs = [json.loads(line) for line in scale.PARAPHRASES.read_text(encoding="utf-8").splitlines()]
    fixtures = (scale.PARAPHRASES.parent / "fixtures.jsonl").read_text(encoding="utf-8")
    assert 40 == len({pair["description"] for pair in pairs}) == len({pair["prompt"] for pair in pairs})
    assert [] == [pair for pair in pairs if f'"{pair["description"]}"' in fixtures]
