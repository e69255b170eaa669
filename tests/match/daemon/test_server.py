"""Why a daemon leaves, with its clocks sped up: the server in this process, at an address of its own."""

from __future__ import annotations

import contextlib
import os
import tempfile
import threading
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.home import Home
from ways_guard.match.daemon import lifetime, server

from .wire import address, answered, dial, eventually, frame

pytestmark = pytest.mark.skipif(os.name == "nt", reason="sockets in folders")


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Home]:
    home = Home(tmp_path)
    home.settings(engine="none", bundled=False)
    with tempfile.TemporaryDirectory(prefix="wg") as short:
        home.environ["XDG_RUNTIME_DIR"] = short
        del home.environ["WAYS_GUARD_DAEMON"]
        for name, value in home.environ.items():
            monkeypatch.setenv(name, value)
        monkeypatch.delenv("WAYS_GUARD_DAEMON", raising=False)
        monkeypatch.setattr(server, "DAEMON_TICK", 0.05)
        yield home


@contextlib.contextmanager
def _served(home: Home, idle: float = 60) -> Iterator[server.Server]:
    claim = lifetime.claim(str(address(home)))
    assert claim
    serving = server.Server(claim, home.environ, idle=idle)
    thread = threading.Thread(target=serving.serve)
    thread.start()
    try:
        yield serving
    finally:
        serving.leave("the test ends")
        thread.join(20)
        serving.close()
        assert not thread.is_alive()


def _log(home: Home) -> str:
    path = home.state / "ways-guard/daemon.log"
    return path.read_text() if path.exists() else ""


def test_it_leaves_when_nobody_needs_it_any_more(home: Home) -> None:
    with _served(home, idle=0.3):
        for _ in range(4):  # as long as somebody comes it stays
            time.sleep(0.15)
            with dial(home) as line:
                line.sendall(frame(home, b"{}"))
                assert [b"answered", b""] == answered(line)
        eventually(lambda: "ended: idle" in _log(home))
    assert not address(home).exists()


def test_it_leaves_when_nobody_can_find_it_any_more(home: Home) -> None:
    with _served(home):
        address(home).unlink()
        eventually(lambda: "ended: the address leads elsewhere" in _log(home))


def test_it_leaves_when_an_embedding_does_not_end(home: Home, monkeypatch: pytest.MonkeyPatch) -> None:
    with _served(home) as serving:
        monkeypatch.setattr(serving._embedding, "busy", lambda: 1e9)
        eventually(lambda: "ended: an embedding does not end" in _log(home))


def test_who_is_in_the_queue_when_it_leaves_is_told_so(home: Home) -> None:
    claim = lifetime.claim(str(address(home)))
    assert claim
    serving = server.Server(claim, home.environ)
    with dial(home) as line:
        serving.leave("asked to")
        serving.serve()
        assert [b"retired", b""] == answered(line)
    serving.close()
