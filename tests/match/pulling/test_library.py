"""The hub's own library beside ours: it finds what we fetched, and we go on with what it fetched."""

from __future__ import annotations

from pathlib import Path

import pytest

from ways_guard.match.engines import folders
from ways_guard.match.pulling import pull as pulling
from ways_guard.match.pulling.pull import Wish

from .conftest import REPO, SMALL, WEIGHTS
from .server import Hub

pytestmark = pytest.mark.st


def _pull(hub: Hub) -> Path | None:
    return pulling.pull(Wish(REPO, "onnx"), hub.address, lambda *_: None)


def test_the_library_finds_what_was_fetched(hub: Hub, home: Path) -> None:
    from huggingface_hub import try_to_load_from_cache

    folder = _pull(hub)
    assert folder
    for name in (*SMALL, "onnx/model.onnx"):
        found = try_to_load_from_cache(REPO, name, cache_dir=home / "hub")
        assert isinstance(found, str)
        assert folder / name == Path(found)


def test_what_the_library_fetched_is_not_fetched_again(
    hub: Hub, home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    from huggingface_hub import constants, hf_hub_download

    monkeypatch.setattr(constants, "HF_HUB_OFFLINE", False)  # the session's setting; this hub is on loopback
    for name in ("config.json", "onnx/model.onnx"):
        hf_hub_download(REPO, name, cache_dir=home / "hub", endpoint=hub.address, token=False)
    before = folders.snapshot_of(REPO)
    hub.asked.clear()
    folder = _pull(hub)
    assert before == folder
    assert folder
    assert set(hub.fetched()) == set(SMALL) - {"config.json"}
    assert WEIGHTS == (folder / "onnx/model.onnx").read_bytes()
