from __future__ import annotations

import sys
from pathlib import Path

import pytest

from ways_guard.errors import WaysGuardError
from ways_guard.match.engines import folders
from ways_guard.match.engines import sentence_transformers as engine

from .hub import export, fetch

NAME = "sentence-transformers/all-MiniLM-L6-v2"


def folder_of(name: str) -> Path | None:
    return folders.folder_of(name, engine._holds)


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    for name in ("HF_HUB_CACHE", "HF_HOME", "XDG_CACHE_HOME"):
        monkeypatch.delenv(name, raising=False)
    for name in ("HOME", "USERPROFILE"):
        monkeypatch.setenv(name, str(tmp_path))
    monkeypatch.chdir(tmp_path)
    package = tmp_path / "packages" / engine.PACKAGE
    package.mkdir(parents=True)
    (package / "__init__.py").write_text("raise ImportError('nothing here may import it')\n")
    monkeypatch.delitem(sys.modules, engine.PACKAGE, raising=False)
    monkeypatch.syspath_prepend(tmp_path / "packages")
    return tmp_path


def test_a_model_is_found_where_the_hubs_own_library_keeps_it(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert folder_of(NAME) is None
    assert not engine.where(NAME)
    assert fetch(home / ".cache/huggingface/hub", NAME) == folder_of(NAME)
    monkeypatch.setenv("XDG_CACHE_HOME", str(home / "xdg"))
    assert folder_of(NAME) is None
    assert fetch(home / "xdg/huggingface/hub", NAME) == folder_of(NAME)
    monkeypatch.setenv("HF_HOME", str(home / "hf"))
    assert fetch(home / "hf/hub", NAME) == folder_of(NAME)
    monkeypatch.setenv("HF_HUB_CACHE", str(home / "hub"))
    assert fetch(home / "hub", NAME) == folder_of(NAME)
    assert engine.where(NAME)


def test_a_short_name_is_one_of_the_librarys_own_models(home: Path) -> None:
    snapshot = fetch(home / ".cache/huggingface/hub", NAME)
    assert snapshot == folder_of("all-MiniLM-L6-v2")
    assert folder_of("someone/all-MiniLM-L6-v2") is None


def test_the_revision_that_was_fetched_last_is_taken(home: Path) -> None:
    hub = home / ".cache/huggingface/hub"
    fetch(hub, NAME, "0ld")
    newest = fetch(hub, NAME, "n3w")
    assert newest == folder_of(NAME)
    (newest / "config.json").unlink()
    assert folder_of(NAME) is None
    (newest.parents[1] / "refs/main").write_bytes(b"\xff")
    assert folder_of(NAME) is None


def test_a_folder_is_named_by_its_whole_path_or_from_home(home: Path) -> None:
    folder = home / "models/mine"
    folder.mkdir(parents=True)
    assert folder_of(str(folder)) is None
    (folder / "modules.json").write_text("[]")
    assert folder_of(str(folder)) is None
    (folder / "model.safetensors").write_bytes(b"")
    assert folder == folder_of(str(folder))
    assert folder == folder_of("~/models/mine")
    assert "mine" == engine.load("~/models/mine").id


@pytest.mark.parametrize("name", [NAME, "all-MiniLM-L6-v2", "./model"])
def test_the_folder_that_a_session_runs_in_brings_no_model(home: Path, name: str) -> None:
    # A model's folder can hold code that the library runs, and a project's folder is a stranger's.
    folder = home / name
    folder.mkdir(parents=True)
    (folder / "config.json").write_text("{}")
    (folder / "modules.json").write_text("[]")
    (folder / "model.safetensors").write_bytes(b"")
    assert folder_of(name) is None
    assert not engine.where(name)


def test_weights_for_another_engine_are_no_model(home: Path) -> None:
    export(home / ".cache/huggingface/hub", NAME)
    assert not engine.where(NAME)


def test_fetching_weights_for_another_engine_leaves_the_revision(home: Path) -> None:
    folder = fetch(home / "a", NAME)
    before = engine.SentenceTransformerModel(NAME, folder).revision
    (folder / "onnx").mkdir()
    (folder / "onnx" / "model.onnx").write_bytes(b"graph")
    assert before == engine.SentenceTransformerModel(NAME, folder).revision


def test_equal_ids_and_revisions_mean_equal_weights(home: Path) -> None:
    one = fetch(home / "a", NAME, weights=b"0" * 3_000_000)
    two = fetch(home / "b", NAME, weights=b"0" * 3_000_000)
    three = fetch(home / "c", NAME, weights=b"0" * 2_999_999 + b"1")
    four = fetch(home / "d", NAME, weights=b"0" * 3_000_001)
    models = [engine.SentenceTransformerModel(NAME, folder) for folder in (one, two, three, four)]
    assert {"all-MiniLM-L6-v2"} == {model.id for model in models}
    revisions = [model.revision for model in models]
    assert revisions[0] == revisions[1]
    assert 3 == len(set(revisions))
    (two / "tokenizer.json").write_text("{}")
    assert revisions[0] != engine.SentenceTransformerModel(NAME, two).revision


@pytest.mark.parametrize("name", [None, ""])
def test_it_asks_for_a_model(name: str | None) -> None:
    with pytest.raises(WaysGuardError, match=r"needs a model: name it under models in ways\.json"):
        engine.load(name)


def test_nothing_is_there_without_the_library(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    fetch(home / ".cache/huggingface/hub", NAME)
    monkeypatch.setitem(sys.modules, engine.PACKAGE, None)
    assert not engine.where(NAME)
    with pytest.raises(WaysGuardError, match="is not installed"):
        engine.load(NAME)
