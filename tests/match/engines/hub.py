"""A Hugging Face cache as `hf download` leaves it, with a model of a few bytes."""

from __future__ import annotations

from pathlib import Path


def fetch(hub: Path, name: str, revision: str = "c0ffee", weights: bytes = b"weights") -> Path:
    """Put a model into the cache as its newest revision; the folder of its files."""
    repo = hub / f"models--{name.replace('/', '--')}"
    snapshot = repo / "snapshots" / revision
    snapshot.mkdir(parents=True)
    (repo / "refs").mkdir(exist_ok=True)
    (repo / "refs" / "main").write_text(revision)
    (snapshot / "config.json").write_text("{}")
    (snapshot / "model.safetensors").write_bytes(weights)
    return snapshot


def export(hub: Path, name: str, weights: bytes = b"graph", revision: str = "c0ffee") -> Path:
    """Put a model for engine onnx into the cache, as `models pull` leaves it."""
    snapshot = fetch(hub, name, revision)
    (snapshot / "model.safetensors").unlink()
    (snapshot / "tokenizer.json").write_text("{}")
    (snapshot / "onnx").mkdir()
    (snapshot / "onnx" / "model.onnx").write_bytes(weights)
    return snapshot
