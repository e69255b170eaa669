"""What engine onnx finds and decides before its libraries are loaded; its vectors are in test_agreement.py."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from ways_guard.constants import COLD_START_BUDGET
from ways_guard.errors import WaysGuardError
from ways_guard.match.engines import onnx

from .hub import export, fetch

NAME = "sentence-transformers/all-MiniLM-L6-v2"


@pytest.fixture(autouse=True)
def hub(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("HF_HUB_CACHE", str(tmp_path / "hub"))
    for package in onnx.PACKAGES:
        (tmp_path / "packages" / package).mkdir(parents=True)
        (tmp_path / "packages" / package / "__init__.py").write_text("raise ImportError('nothing may import it')\n")
        monkeypatch.delitem(sys.modules, package, raising=False)
    monkeypatch.syspath_prepend(tmp_path / "packages")
    return tmp_path / "hub"


def _folder(top: Path, *weights: str) -> Path:
    """A folder with a tokenizer and weights."""
    top.mkdir(parents=True)
    (top / "tokenizer.json").write_text("{}")
    for name in weights:
        (top / name).parent.mkdir(exist_ok=True)
        (top / name).write_bytes(name.encode())
    return top


def _error(name: str) -> str:
    with pytest.raises(WaysGuardError) as caught:
        onnx.load(name)
    assert "\n" not in str(caught.value)
    return str(caught.value)


def test_a_model_is_found_in_the_cache_by_short_and_long_name(hub: Path) -> None:
    assert onnx.where(NAME) is None
    snapshot = export(hub, NAME)
    for name in (NAME, "all-MiniLM-L6-v2", str(snapshot)):
        assert str(snapshot) == onnx.where(name)
        assert "all-MiniLM-L6-v2" == onnx.load(name).id


def test_a_name_of_the_catalogue_leads_to_its_owner(hub: Path) -> None:
    assert str(export(hub, "intfloat/multilingual-e5-small")) == onnx.where("multilingual-e5-small")


def test_weights_for_another_engine_are_no_model(hub: Path) -> None:
    fetch(hub, NAME)
    assert onnx.where(NAME) is None
    assert f"fetch it with `ways-guard models pull {NAME} --engine onnx`" in _error(NAME)


@pytest.mark.parametrize(
    ("weights", "chosen"),
    [
        (["onnx/model.onnx", "model.onnx", "onnx/model_quantized.onnx"], "onnx/model.onnx"),
        (["model_quantized.onnx", "model.onnx", "a.onnx"], "model.onnx"),
        (["onnx/model_quantized.onnx", "a.onnx"], "onnx/model_quantized.onnx"),
        (["onnx/model_quint8_avx2.onnx"], "onnx/model_quint8_avx2.onnx"),
    ],
)
def test_full_precision_comes_before_8_bits_and_that_before_another_name(
    tmp_path: Path, weights: list[str], chosen: str
) -> None:
    assert chosen == onnx.load(str(_folder(tmp_path / "mine", *weights))).weights


def test_several_weights_of_other_names_are_for_the_user_to_choose(tmp_path: Path) -> None:
    folder = _folder(tmp_path / "mine", "onnx/a.onnx", "onnx/b.onnx")
    text = "holds several models (onnx/a.onnx, onnx/b.onnx) and none is called onnx/model.onnx: name the whole path"
    assert text in _error(str(folder))
    model = onnx.load(str(folder / "onnx/b.onnx"))
    assert ("mine", "onnx/b.onnx") == (model.id, model.weights)


def test_a_file_without_a_tokenizer_around_it_is_no_model(tmp_path: Path) -> None:
    (tmp_path / "model.onnx").write_bytes(b"graph")
    assert onnx.where(str(tmp_path / "model.onnx")) is None
    assert "no ONNX model" in _error(str(tmp_path / "model.onnx"))


def test_the_folder_that_a_session_runs_in_brings_no_model(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    _folder(tmp_path / "project" / NAME, "onnx/model.onnx")
    monkeypatch.chdir(tmp_path / "project")
    for name in (NAME, "./sentence-transformers/all-MiniLM-L6-v2", f"{NAME}/onnx/model.onnx"):
        assert onnx.where(name) is None


def test_the_revision_is_of_what_decides_the_vectors(hub: Path) -> None:
    snapshot = export(hub, NAME)
    before = onnx.load(NAME).revision
    (snapshot / "README.md").write_text("changed")
    (snapshot / "model.safetensors").write_bytes(b"for another engine")
    assert before == onnx.load(NAME).revision
    changes = {
        "tokenizer.json": '{"changed": 1}',
        "sentence_bert_config.json": '{"max_seq_length": 12}',
        "1_Pooling/config.json": '{"pooling_mode_cls_token": true}',
        "config_sentence_transformers.json": '{"prompts": {"query": "search: "}}',
        "onnx/model.onnx": "other weights",
    }
    revisions = {before}
    for number, (name, text) in enumerate(changes.items(), 2):
        (snapshot / name).parent.mkdir(exist_ok=True)
        (snapshot / name).write_text(text)
        revisions.add(onnx.load(NAME).revision)
        assert number == len(revisions), name


def test_a_large_model_is_known_to_load_too_slowly_for_a_hook(tmp_path: Path) -> None:
    folder = _folder(tmp_path / "mine", "model.onnx")
    for size, fits in ((90_000_000, True), (1_110_000_000, False)):
        with (folder / "model.onnx").open("r+b") as stream:
            stream.truncate(size)  # a hole: nothing is written
        assert fits == (onnx.load(str(folder)).cold_start <= COLD_START_BUDGET)


@pytest.mark.parametrize("name", [None, ""])
def test_it_asks_for_a_model(name: str | None) -> None:
    with pytest.raises(WaysGuardError, match=r"needs a model: name it under models in ways\.json"):
        onnx.load(name)
