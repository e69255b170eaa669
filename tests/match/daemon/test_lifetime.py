from __future__ import annotations

import os
import socket
import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest

from ways_guard.match.daemon import client, lifetime

pytestmark = pytest.mark.skipif(os.name == "nt", reason="sockets in folders")


@pytest.fixture
def path() -> Iterator[str]:
    with tempfile.TemporaryDirectory(prefix="wg") as folder:
        yield str(Path(folder, "own", "v1.sock"))


def _end(claim: lifetime.Claim) -> None:
    claim.give_up()
    claim.listener.close()


def test_one_listens_and_the_next_one_does_not(path: str) -> None:
    first = lifetime.claim(path)
    assert first
    assert lifetime.claim(path) is None
    line = client.connected(path)
    assert line
    line.close()
    _end(first)
    assert client.connected(path) is None
    second = lifetime.claim(path)
    assert second
    _end(second)


@pytest.mark.parametrize("left", ["socket", "file", "link"])
def test_what_lies_at_the_address_is_replaced(path: str, left: str) -> None:
    Path(path).parent.mkdir(0o700)
    target = Path(path).with_name("target")
    target.write_text("kept")
    if left == "socket":
        with socket.socket(socket.AF_UNIX) as dead:
            dead.bind(path)
    elif left == "file":
        Path(path).write_text("x")
    else:
        Path(path).symlink_to(target)
    claim = lifetime.claim(path)
    assert claim
    assert claim.in_force()
    line = client.connected(path)
    assert line
    line.close()
    assert "kept" == target.read_text()
    _end(claim)


def test_what_another_one_put_at_the_address_is_left_there(path: str) -> None:
    claim = lifetime.claim(path)
    assert claim
    os.unlink(path)
    assert not claim.in_force()
    Path(path).write_text("another's")
    _end(claim)
    assert "another's" == Path(path).read_text()


def test_nobody_listens_where_others_can_come_in(path: str) -> None:
    Path(path).parent.mkdir(0o700)
    Path(path).parent.chmod(0o755)
    with pytest.raises(PermissionError, match="belongs to somebody else, or cannot be written"):
        lifetime.claim(path)
    assert client.connected(path) is None
