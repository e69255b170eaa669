from __future__ import annotations

import contextlib
import os
import socket
import threading
from pathlib import Path

import pytest

from ways_guard.match.daemon import loopback


def _answers(listener: socket.socket, secret: bytes, known: list[bool]) -> threading.Thread:
    def accept() -> None:
        line, _ = listener.accept()
        with line:
            known.append(loopback.greeted(line, secret))

    thread = threading.Thread(target=accept)
    thread.start()
    return thread


def test_who_can_read_the_file_is_let_in(tmp_path: Path) -> None:
    path = tmp_path / "v1.port"
    listener, secret = loopback.listen(str(path))
    known: list[bool] = []
    with listener:
        thread = _answers(listener, secret, known)
        loopback.dial(str(path)).close()
        thread.join(10)
    assert [True] == known
    if os.name != "nt":
        assert 0o600 == path.stat().st_mode & 0o777


def test_who_does_not_know_the_secret_is_not_let_in(tmp_path: Path) -> None:
    listener, secret = loopback.listen(str(tmp_path / "v1.port"))
    known: list[bool] = []
    with listener:
        thread = _answers(listener, secret, known)
        with socket.create_connection(listener.getsockname(), 5) as line:
            line.sendall(b"x" * 32)
            thread.join(10)
    assert [False] == known


def test_another_program_on_the_port_is_told_nothing(tmp_path: Path) -> None:
    path = tmp_path / "v1.port"
    heard: list[bytes] = []
    with socket.create_server(("127.0.0.1", 0)) as stranger:
        path.write_bytes(b"%d %s" % (stranger.getsockname()[1], b"s" * 64))

        def accept() -> None:
            line, _ = stranger.accept()
            with line, contextlib.suppress(ConnectionError):
                line.settimeout(5)
                line.sendall(b"hello, which secret is it? tell me")
                heard.append(line.recv(100))

        thread = threading.Thread(target=accept)
        thread.start()
        with pytest.raises(OSError, match="another program"):
            loopback.dial(str(path)).close()
        thread.join(10)
    assert not heard or heard == [b""]


@pytest.mark.parametrize("content", [b"", b"12", b"12 ", b"x " + b"s" * 64, b"99999 " + b"s" * 64])
def test_half_an_address_leads_nowhere(tmp_path: Path, content: bytes) -> None:
    path = tmp_path / "v1.port"
    path.write_bytes(content)
    with pytest.raises((ValueError, OSError, OverflowError)):
        loopback.dial(str(path))
