"""Engine `sentence-transformers`: any model of that library, from a folder or the Hugging Face cache.

Nothing is downloaded here: a model that is not on the machine is an error that says so.
"""

from __future__ import annotations

import functools
import importlib.util
import os
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from ways_guard.errors import WaysGuardError
from ways_guard.match.engines import catalogue, folders, model_settings
from ways_guard.match.engines.embedded import clean

if TYPE_CHECKING:
    from ways_guard.match.engines.protocol import FloatArray

PACKAGE = "sentence_transformers"
_BATCH = 32
_WEIGHTS = ("*.safetensors", "*/*.safetensors", "pytorch_model*.bin", "*/pytorch_model*.bin")
# What other engines run; fetching it does not change what this one computes.
_FOREIGN = ("onnx", "openvino")


def available() -> bool:
    """Whether the library is installed; does not import it (that takes seconds)."""
    return importlib.util.find_spec(PACKAGE) is not None


def default_models() -> Mapping[str, str]:
    """Tier to the name of the model that this engine takes unless another is named."""
    return catalogue.default_models()


def where(name: str) -> str | None:
    """The folder of the model of that name; None where it or the library is missing."""
    folder = folders.folder_of(name, _holds) if available() else None
    return str(folder) if folder else None


def load(name: str | None = None) -> SentenceTransformerModel:
    """The model of a name or folder. WaysGuardError where the library or the model is not on this machine."""
    if not name:
        raise WaysGuardError("engine 'sentence-transformers' needs a model: name it under models in ways.json")
    if not available():
        raise WaysGuardError(
            "engine 'sentence-transformers' is not installed: run pip install 'ways-guard[sentence-transformers]'"
        )
    folder = folders.folder_of(name, _holds)
    if folder is None:
        fetch = f", or fetch it with `ways-guard models pull {name} --engine sentence-transformers`"
        known = "" if folders.is_path(name) else fetch
        raise WaysGuardError(f"the model '{name}' is not on this machine: name a folder that holds it{known}")
    return SentenceTransformerModel(name, folder)


def _holds(folder: Path) -> bool:
    """Whether a folder holds a model with weights that the library reads, and not those of other engines alone."""
    said = (folder / "modules.json").is_file() or (folder / "config.json").is_file()
    return said and any(next(folder.glob(pattern), None) for pattern in _WEIGHTS)


class SentenceTransformerModel:
    """A model of the library; library and weights are loaded at the first embedding."""

    cold_start = 6.0

    def __init__(self, name: str, folder: Path) -> None:
        self.id = folders.id_of(name)
        self._folder = folder

    @functools.cached_property
    def revision(self) -> str:
        """A hash of the model's files, without those of other engines, and of what goes before the texts."""
        files = [path for path in self._folder.rglob("*") if path.is_file() and not self._foreign(path)]
        return folders.revision_of(self._folder, files, *self._prompts.values())

    def _foreign(self, path: Path) -> bool:
        return path.suffix == ".onnx" or path.relative_to(self._folder).parts[0] in _FOREIGN

    @functools.cached_property
    def _prompts(self) -> Mapping[str, str]:
        return model_settings.prompts(self._folder, self.id)

    @functools.cached_property
    def _model(self) -> Any:
        # Else it draws a bar over the user's terminal each time that weights are read.
        os.environ.setdefault("HF_HUB_DISABLE_PROGRESS_BARS", "1")
        from sentence_transformers import SentenceTransformer

        return SentenceTransformer(os.fspath(self._folder), device="cpu", local_files_only=True)

    def queries(self, texts: Sequence[str]) -> FloatArray:
        """Embed prompts, with what the model wants before them."""
        return self._embed(texts, "query")

    def passages(self, texts: Sequence[str]) -> FloatArray:
        """Embed aliases, with what the model wants before them."""
        return self._embed(texts, "passage")

    def _embed(self, texts: Sequence[str], role: str) -> FloatArray:
        import numpy as np

        encode = self._model.encode_query if role == "query" else self._model.encode_document
        vectors = encode(
            [clean(text) for text in texts],
            prompt=self._prompts[role] or None,
            batch_size=_BATCH,
            normalize_embeddings=True,
            show_progress_bar=False,
        )
        return np.asarray(vectors, dtype=np.float32)
