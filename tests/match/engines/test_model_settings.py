from __future__ import annotations

import json
from pathlib import Path

import pytest

from ways_guard.errors import WaysGuardError
from ways_guard.match.engines import model_settings

MEAN = {"pooling_mode_mean_tokens": True, "pooling_mode_cls_token": False}


def _write(folder: Path, **files: object) -> Path:
    """JSON files by name, `/` written as `__`."""
    for name, value in files.items():
        path = folder / f"{name.replace('__', '/')}.json"
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(value if isinstance(value, str) else json.dumps(value), encoding="utf-8")
    return folder


def _error(folder: Path) -> str:
    with pytest.raises(WaysGuardError) as caught:
        model_settings.read(folder, "mine")
    assert "\n" not in str(caught.value)
    return str(caught.value)


def test_a_model_says_how_it_wants_its_texts(tmp_path: Path) -> None:
    folder = _write(
        tmp_path,
        sentence_bert_config={"max_seq_length": 128, "do_lower_case": True},
        tokenizer_config={"model_max_length": 512},
        config={"max_position_embeddings": 514},
        **{"1_Pooling__config": MEAN},
        config_sentence_transformers={"prompts": {"query": "Q: ", "document": "D: ", "classification": "C: "}},
    )
    found = model_settings.read(folder, "mine")
    assert (128, "mean", True) == (found.window, found.pooling, found.lower_case)
    assert {"query": "Q: ", "passage": "D: "} == found.prompts


@pytest.mark.parametrize(
    ("pooling", "found"),
    [
        (MEAN, "mean"),
        ({"pooling_mode_cls_token": True}, "cls"),
        ({"pooling_mode": "mean", "embedding_dimension": 384}, "mean"),
        ({"pooling_mode": ["cls"]}, "cls"),
    ],
)
def test_both_forms_of_pooling_are_read(tmp_path: Path, pooling: dict[str, object], found: str) -> None:
    assert found == model_settings.read(_write(tmp_path, **{"1_Pooling__config": pooling}), "mine").pooling


@pytest.mark.parametrize(
    "pooling",
    [
        {"pooling_mode_max_tokens": True},
        {"pooling_mode_mean_tokens": True, "pooling_mode_cls_token": True},
        {"pooling_mode": "lasttoken"},
        {"pooling_mode": ["mean", "max"]},
        {"pooling_mode": {"a": 1}},
        {**MEAN, "include_prompt": False},
        {"word_embedding_dimension": 384},
    ],
)
def test_another_pooling_is_for_the_other_engine(tmp_path: Path, pooling: dict[str, object]) -> None:
    assert "take engine sentence-transformers for it" in _error(_write(tmp_path, **{"1_Pooling__config": pooling}))


def test_a_further_layer_is_for_the_other_engine(tmp_path: Path) -> None:
    known = [{"type": f"sentence_transformers.models.{name}"} for name in ("Transformer", "Pooling", "Normalize")]
    model_settings.read(_write(tmp_path, modules=known), "mine")
    _write(tmp_path, modules=[*known, {"type": "sentence_transformers.models.Dense"}])
    assert "cannot run the layer 'Dense'" in _error(tmp_path)
    assert "cannot run the layer ''" in _error(_write(tmp_path, modules=[5]))


def test_the_catalogue_knows_what_the_files_do_not_say(tmp_path: Path) -> None:
    e5 = model_settings.read(tmp_path, "multilingual-e5-small")
    assert {"query": "query: ", "passage": "passage: "} == e5.prompts
    assert "cls" == model_settings.read(tmp_path, "bge-small-en-v1.5").pooling
    mine = model_settings.read(tmp_path, "mine")
    assert (512, "mean", {"query": "", "passage": ""}) == (mine.window, mine.pooling, mine.prompts)
    _write(tmp_path, config_sentence_transformers={"prompts": {"query": "own: "}})
    assert {"query": "own: ", "passage": ""} == model_settings.read(tmp_path, "multilingual-e5-small").prompts


def test_a_window_that_is_none_is_no_window(tmp_path: Path) -> None:
    _write(tmp_path, tokenizer_config={"model_max_length": 1e30}, config={"max_position_embeddings": 256})
    assert 256 == model_settings.read(tmp_path, "mine").window
    _write(tmp_path, sentence_bert_config={"max_seq_length": None}, config={"max_position_embeddings": "many"})
    assert 512 == model_settings.read(tmp_path, "mine").window


@pytest.mark.parametrize("text", ["{", "[]", "5", "[" * 100_000, "\ud800".encode("utf-8", "surrogatepass").hex()])
@pytest.mark.parametrize("name", ["sentence_bert_config", "1_Pooling__config", "config_sentence_transformers"])
def test_a_broken_file_is_one_line(tmp_path: Path, name: str, text: str) -> None:
    assert f"{name.replace('__', '/')}.json" in _error(_write(tmp_path, **{name: text}))


def test_prompts_that_are_none_are_ignored(tmp_path: Path) -> None:
    for prompts in (5, {"query": 5}, None):
        _write(tmp_path, config_sentence_transformers={"prompts": prompts})
        assert {"query": "", "passage": ""} == model_settings.read(tmp_path, "mine").prompts
