from __future__ import annotations

import json
from pathlib import Path

import jsonschema
import numpy as np
import pytest

from ways_guard.match.engines import ENGINES, catalogue
from ways_guard.match.engines.catalogue import Scale
from ways_guard.way import languages, schema

FILE = Path(catalogue.__file__).parent.parent / "data/models.json"


def test_the_file_is_what_its_schema_says() -> None:
    jsonschema.validate(json.loads(FILE.read_text(encoding="utf-8")), schema.load("models"))


def test_every_model_has_languages_and_engines_that_exist() -> None:
    known = set(languages.load_bundled())
    for model in catalogue.entries().values():
        assert set(model.languages) <= known, model.id
        assert set(model.sources) <= {*ENGINES, "onnx"}, model.id
        assert model.id in (
            "multilingual-e5-small-q4",
            *(each.repo.partition("/")[2] for each in model.sources.values()),
        )


def test_an_unknown_model_is_none() -> None:
    assert catalogue.entry("someone/some-model") is None


def test_only_models_that_were_run_have_a_scale() -> None:
    # Nobody could run these: a number beside them would be made up.
    for name in ("paraphrase-multilingual-MiniLM-L12-v2", "multilingual-e5-base", "bge-small-en-v1.5"):
        model = catalogue.entry(name)
        assert model
        assert model.scale is None


def test_cosines_of_one_model_land_on_those_of_another() -> None:
    e5, minilm = Scale(0.75, 0.9), Scale(0.05, 0.65)
    assert e5.onto(minilm, 0.75) == pytest.approx(0.05)
    assert e5.onto(minilm, 0.9) == pytest.approx(0.65)
    np.testing.assert_allclose([0.05, 0.35, 0.65, 1.05], e5.onto(minilm, np.array([0.75, 0.825, 0.9, 1.0])))
    assert minilm.onto(minilm, 0.4) == pytest.approx(0.4)


def test_the_english_and_the_multilingual_models_are_told_apart() -> None:
    english = [model.id for model in catalogue.entries().values() if not model.multilingual]
    assert ["all-MiniLM-L6-v2", "bge-small-en-v1.5"] == english
    assert "all-MiniLM-L6-v2" == catalogue.reference().id
