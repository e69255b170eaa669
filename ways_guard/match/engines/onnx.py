"""Engine `onnx`: models exported to ONNX, by onnxruntime and tokenizers, from a folder or the Hugging Face cache.

Light enough for a hook. Nothing is downloaded here, and nothing is reported to anybody.
"""

from __future__ import annotations

import functools
import importlib.util
import os
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from ways_guard.constants import ONNX_LOAD_SECONDS, ONNX_SECONDS_A_BYTE, ONNX_THREADS
from ways_guard.errors import WaysGuardError
from ways_guard.match.engines import catalogue, folders, model_settings
from ways_guard.match.engines.embedded import clean
from ways_guard.match.engines.model_settings import ModelSettings

if TYPE_CHECKING:
    from ways_guard.match.engines.protocol import FloatArray

PACKAGES = ("onnxruntime", "tokenizers")
TOKENIZER = "tokenizer.json"
# In this order, under the names that the hub has: full precision first, because its vectors are the other engines'.
WEIGHTS = ("onnx/model.onnx", "model.onnx", "onnx/model_quantized.onnx", "model_quantized.onnx")


def available() -> bool:
    """Whether the libraries are installed; does not import them."""
    return all(importlib.util.find_spec(package) for package in PACKAGES)


def default_models() -> Mapping[str, str]:
    """Tier to the name of the model that this engine takes unless another is named."""
    return catalogue.default_models()


def where(name: str) -> str | None:
    """The folder of the model of that name; None where it or the libraries are missing."""
    folder = _place(name) if available() else None
    return str(folder) if folder else None


def load(name: str | None = None) -> OnnxModel:
    """The model of a name, a folder, or a whole path to an .onnx file.

    WaysGuardError with one line where the libraries or the model are not on this machine.
    """
    if not name:
        raise WaysGuardError("engine 'onnx' needs a model: name it under models in ways.json")
    if not available():
        raise WaysGuardError("engine 'onnx' is not installed: run pip install 'ways-guard[onnx]'")
    folder = _place(name)
    if folder is None:
        fetch = "" if folders.is_path(name) else f", or fetch it with `ways-guard models pull {name} --engine onnx`"
        raise WaysGuardError(
            f"no ONNX model '{name}' on this machine: name a folder with {TOKENIZER} and {WEIGHTS[0]}{fetch}"
        )
    return OnnxModel(folders.id_of(str(folder)), folder, _weights(folder, name))


def _place(name: str) -> Path | None:
    """The folder of a model; for a path to a file that is the nearest one around it with a tokenizer."""
    path = folders.path_of(name)
    if path and path.suffix == ".onnx" and path.is_file():
        return next((folder for folder in path.parents[:2] if (folder / TOKENIZER).is_file()), None)
    return folders.folder_of(name, _holds)


def _holds(folder: Path) -> bool:
    return (folder / TOKENIZER).is_file() and bool(_found(folder))


def _found(folder: Path) -> list[str]:
    """The weights in a folder: the first of WEIGHTS that is there, else all other .onnx files."""
    preferred = [name for name in WEIGHTS if (folder / name).is_file()]
    others = [*folder.glob("*.onnx"), *folder.glob("onnx/*.onnx")]
    return preferred[:1] or sorted(path.relative_to(folder).as_posix() for path in others)


def _weights(folder: Path, name: str) -> str:
    path = folders.path_of(name)
    if path and path.suffix == ".onnx":
        return path.relative_to(folder).as_posix()
    found = _found(folder)
    if len(found) > 1:
        raise WaysGuardError(
            f"{folder}: holds several models ({', '.join(found)}) and none is called {WEIGHTS[0]}: "
            "name the whole path of one under models in ways.json"
        )
    return found[0]


class OnnxModel:
    """An exported model; libraries and weights are loaded at the first embedding.

    Texts go through one at a time: padding costs more than batches win on a CPU, and in weights of 8 bits the
    rounding depends on what else is in the batch.
    """

    def __init__(self, model: str, folder: Path, weights: str) -> None:
        self.id = model
        self.weights = weights
        self._folder = folder

    @property
    def cold_start(self) -> float:
        """Seconds until the first vector, by the sizes of what is read: measured, and rounded up."""
        read = sum((self._folder / name).stat().st_size * cost for name, cost in self._costs.items())
        return ONNX_LOAD_SECONDS + read

    @property
    def _costs(self) -> Mapping[str, float]:
        return {self.weights: ONNX_SECONDS_A_BYTE["weights"], TOKENIZER: ONNX_SECONDS_A_BYTE["tokenizer"]}

    @functools.cached_property
    def revision(self) -> str:
        """A hash of what decides the vectors: weights, tokenizer and settings, and the engine itself."""
        data = sorted(self._folder.glob(f"{self.weights}_data*"))
        files = [self._folder / self.weights, self._folder / TOKENIZER, *data]
        return folders.revision_of(self._folder, files, "onnx", repr(self._settings))

    @functools.cached_property
    def _settings(self) -> ModelSettings:
        return model_settings.read(self._folder, self.id)

    @functools.cached_property
    def _tokenizer(self) -> Any:
        from tokenizers import Tokenizer

        path = self._folder / TOKENIZER
        try:
            tokenizer = Tokenizer.from_file(os.fspath(path))
        except Exception as error:  # the library raises nothing more exact
            raise WaysGuardError(f"{path}: is no tokenizer ({_line(error)}): fetch the model again") from error
        tokenizer.no_padding()
        tokenizer.enable_truncation(self._settings.window)
        return tokenizer

    @functools.cached_property
    def _session(self) -> Any:
        import onnxruntime

        onnxruntime.disable_telemetry_events()
        options = onnxruntime.SessionOptions()
        options.intra_op_num_threads = min(ONNX_THREADS, os.cpu_count() or 1)
        options.inter_op_num_threads = 1
        options.log_severity_level = 3
        # Threads that spin while they wait take the processor from whatever the user runs.
        options.add_session_config_entry("session.intra_op.allow_spinning", "0")
        path = self._folder / self.weights
        try:
            return onnxruntime.InferenceSession(os.fspath(path), options, providers=["CPUExecutionProvider"])
        except Exception as error:  # the library has a class of its own for each code
            raise WaysGuardError(f"{path}: cannot be run ({_line(error)}): fetch the model again") from error

    @functools.cached_property
    def _output(self) -> tuple[str, int]:
        """The output to take, and its rank: 3 for vectors of tokens, 2 for those of texts."""
        ranks = {output.name: len(output.shape) for output in self._session.get_outputs()}
        for wanted in (3, 2):
            if found := next((name for name, rank in ranks.items() if rank == wanted), None):
                return found, wanted
        raise WaysGuardError(f"{self._folder / self.weights}: gives no vectors: it is no embedding model")

    def queries(self, texts: Sequence[str]) -> FloatArray:
        """Embed prompts, with the prompt that the model wants for them."""
        return self._embed(texts, "query")

    def passages(self, texts: Sequence[str]) -> FloatArray:
        """Embed aliases, with the prompt that the model wants for them."""
        return self._embed(texts, "passage")

    def _embed(self, texts: Sequence[str], role: str) -> FloatArray:
        import numpy as np

        before = self._settings.prompts[role]
        vectors = [self._vector(before + clean(text)) for text in texts]
        return np.stack(vectors) if vectors else np.zeros((0, 0), dtype=np.float32)

    def _vector(self, text: str) -> FloatArray:
        import numpy as np

        encoded = self._tokenizer.encode(text.lower() if self._settings.lower_case else text)
        given = {
            "input_ids": encoded.ids,
            "attention_mask": encoded.attention_mask,
            "token_type_ids": encoded.type_ids,
        }
        output, rank = self._output
        inputs = {name: np.array([given[name]], dtype=kind) for name, kind in self._inputs.items()}
        (found,) = self._session.run([output], inputs)
        values = found[0].astype(np.float32)
        vector = self._pooled(values) if rank == 3 else values
        return np.asarray(vector / max(float(np.linalg.norm(vector)), 1e-12), dtype=np.float32)

    @functools.cached_property
    def _inputs(self) -> Mapping[str, str]:
        """The inputs that the model asks for, each with the type of its numbers."""
        kinds = {each.name: "int32" if "int32" in each.type else "int64" for each in self._session.get_inputs()}
        if unknown := set(kinds) - {"input_ids", "attention_mask", "token_type_ids"}:
            raise WaysGuardError(
                f"{self._folder / self.weights}: asks for {', '.join(sorted(unknown))}: it is no embedding model"
            )
        return kinds

    def _pooled(self, tokens: FloatArray) -> FloatArray:
        """One vector from those of all tokens; there is no padding, so that every token counts."""
        pooled: FloatArray = tokens[0] if self._settings.pooling == "cls" else tokens.mean(axis=0)
        return pooled


def _line(error: Exception) -> str:
    return " ".join(str(error).split())[:200]
