"""Engine `sentence-transformers`: any model of that library, from a folder or the Hugging Face cache.

Nothing is downloaded here: a model that is not on the machine is an error that says so.
"""

from __future__ import annotations

import functools
import hashlib
import importlib.util
import os
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from ways_guard.errors import WaysGuardError

if TYPE_CHECKING:
    from ways_guard.match.engines.protocol import FloatArray

PACKAGE = "sentence_transformers"
_BATCH = 32
_HEAD = (
    1 << 20
)  # Bytes at either end of a weights file that stand for it: reading 500 MB at each start is too slow.


def available() -> bool:
    """Whether the library is installed; does not import it (that takes seconds)."""
    return importlib.util.find_spec(PACKAGE) is not None


def on_machine(name: str) -> bool:
    """Whether the library and the model of that name or folder are here."""
    return available() and folder_of(name) is not None


def load(name: str | None = None) -> SentenceTransformerModel:
    """The model of a name or folder. WaysGuardError where the library or the model is not on this machine."""
    if not name:
        raise WaysGuardError("engine 'sentence-transformers' needs a model: name it under models in ways.json")
    if not available():
        raise WaysGuardError(
            "engine 'sentence-transformers' is not installed: run pip install 'ways-guard[sentence-transformers]'"
        )
    folder = folder_of(name)
    if folder is None:
        fetch = "" if _is_path(name) else f", or fetch it with `hf download {_hub_name(name)}`"
        raise WaysGuardError(f"the model '{name}' is not on this machine: name a folder that holds it{fetch}")
    return SentenceTransformerModel(name, folder)


def folder_of(name: str) -> Path | None:
    """The folder that holds a model: a whole path itself, else the newest snapshot in the Hugging Face cache.

    A name is never looked up below the working folder: that is the project's, and a model can bring code.
    """
    path = _path(name)
    if path and ((path / "modules.json").is_file() or (path / "config.json").is_file()):
        return path
    repo = _hub_cache() / f"models--{_hub_name(name).replace('/', '--')}"
    try:
        revision = (repo / "refs/main").read_text(encoding="ascii").strip()
    except (OSError, UnicodeDecodeError):
        return None
    snapshot = repo / "snapshots" / revision
    return snapshot if (snapshot / "config.json").is_file() else None


def _is_path(name: str) -> bool:
    """Whether a name can only mean a folder: on the hub it is `name` or `owner/name`."""
    return Path(name).is_absolute() or name.startswith((".", "~")) or "\\" in name or name.count("/") > 1


def _path(name: str) -> Path | None:
    try:
        path = Path(name).expanduser()
    except RuntimeError:  # `~name` of nobody
        return None
    return path if path.is_absolute() else None


def _hub_name(name: str) -> str:
    return name if "/" in name else f"sentence-transformers/{name}"


def _hub_cache() -> Path:
    """Where the hub's own library would look, in its order."""
    if found := os.environ.get("HF_HUB_CACHE"):
        return Path(found)
    home = os.environ.get("HF_HOME") or Path(
        os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache", "huggingface"
    )
    return Path(home) / "hub"


class SentenceTransformerModel:
    """A model of the library; library and weights are loaded at the first embedding."""

    cold_start = 6.0

    def __init__(self, name: str, folder: Path) -> None:
        self.id = folder.resolve().name if folder == _path(name) else _hub_name(name).rpartition("/")[2]
        self._folder = folder

    @functools.cached_property
    def revision(self) -> str:
        """A hash of the model's files: the small ones whole, the weights by size and both ends."""
        hasher = hashlib.sha256()
        for path in sorted(path for path in self._folder.rglob("*") if path.is_file()):
            hasher.update(path.relative_to(self._folder).as_posix().encode())
            hasher.update(_ends(path))
        return hasher.hexdigest()[:16]

    @functools.cached_property
    def _model(self) -> Any:
        from sentence_transformers import SentenceTransformer

        return SentenceTransformer(os.fspath(self._folder), device="cpu", local_files_only=True)

    def queries(self, texts: Sequence[str]) -> FloatArray:
        """Embed prompts, with the model's own query prompt where it has one."""
        return self._embed(texts, "query")

    def passages(self, texts: Sequence[str]) -> FloatArray:
        """Embed aliases, with the model's own document prompt where it has one."""
        return self._embed(texts, "document")

    def _embed(self, texts: Sequence[str], role: str) -> FloatArray:
        import numpy as np

        clean = [text.encode("utf-8", "replace").decode("utf-8") for text in texts]
        encode = self._model.encode_query if role == "query" else self._model.encode_document
        vectors = encode(clean, batch_size=_BATCH, normalize_embeddings=True, show_progress_bar=False)
        return np.asarray(vectors, dtype=np.float32)


def _ends(path: Path) -> bytes:
    size = path.stat().st_size
    with path.open("rb") as stream:
        head = stream.read(_HEAD)
        stream.seek(max(size - _HEAD, 0))
        return hashlib.sha256(b"%d" % size + head + stream.read(_HEAD)).digest()
