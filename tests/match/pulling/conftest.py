"""A hub with one model, and a home whose cache is empty."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from .server import Hub, running

REPO = "sentence-transformers/all-MiniLM-L6-v2"
SMALL = {
    "config.json": b'{"max_position_embeddings": 512}',
    "modules.json": b"[]",
    "tokenizer.json": b'{"version": "1.0"}',
    "1_Pooling/config.json": b'{"pooling_mode_mean_tokens": true}',
}
WEIGHTS = bytes(range(256)) * 12_000  # three pieces of a transfer
FILES = {
    **SMALL,
    "README.md": b"# a model",
    "modeling.py": b"print('code')",
    "pytorch_model.bin": b"pickle" * 1_000,
    "model.safetensors": WEIGHTS[::-1],
    "onnx/model.onnx": WEIGHTS,
    "onnx/model_quint8_avx2.onnx": WEIGHTS[:9_000],
}


@pytest.fixture
def hub() -> Iterator[Hub]:
    with running(Hub({REPO: [dict(FILES)]})) as served:
        yield served


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    for name in ("HF_ENDPOINT", "HF_HUB_OFFLINE", "HF_HOME", "http_proxy", "https_proxy", "all_proxy"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("HF_HUB_CACHE", str(tmp_path / "hub"))
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "state"))
    monkeypatch.setenv("no_proxy", "127.0.0.1")
    return tmp_path
