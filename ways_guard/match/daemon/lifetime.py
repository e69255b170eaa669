"""One daemon at an address: it holds a lock as long as it lives, and only its holder binds."""

from __future__ import annotations

import contextlib
import os
import socket
import time
from dataclasses import dataclass

from ways_guard.constants import DAEMON_HANDOVER, DAEMON_POLL
from ways_guard.match.daemon import client, lock, loopback, place

_QUEUE = 128  # Hooks that wait in the system's queue until they are taken in.


@dataclass
class Claim:
    """The socket that listens at an address; `secret` is what a loopback client has to know, b"" elsewhere."""

    path: str
    listener: socket.socket
    secret: bytes
    _lock: int
    _file: tuple[int, int]

    def in_force(self) -> bool:
        """Whether the address still leads here."""
        return _identity(self.path) == self._file

    def give_up(self) -> None:
        """Let another daemon take the address; who is in the queue already can still be answered."""
        if self._lock < 0:
            return
        if self.in_force():
            with contextlib.suppress(OSError):
                os.unlink(self.path)
        os.close(self._lock)
        self._lock = -1


def claim(path: str) -> Claim | None:
    """Listen at an address; None where another daemon does. Raises OSError where nobody can."""
    folder = os.path.dirname(path)  # noqa: PTH120
    if not place.make(folder):
        raise PermissionError(f"{folder}: belongs to somebody else, or cannot be written")
    held = _taken(path)
    if held is None:
        return None
    try:
        with contextlib.suppress(FileNotFoundError):
            os.unlink(path)  # of one that was killed: whoever lives has the lock
        listener, secret = _listen(path)
    except BaseException:
        os.close(held)
        raise
    return Claim(path, listener, secret, held, _identity(path))


def _taken(path: str) -> int | None:
    """The lock; None where another daemon keeps it. One that leaves is waited for."""
    until = time.monotonic() + DAEMON_HANDOVER
    while (held := lock.taken(f"{path}.lock")) is None and time.monotonic() < until:
        try:
            line = client.connected(path)
        except client.Silent:
            return None
        if line:
            line.close()
            return None
        time.sleep(DAEMON_POLL)
    return held


def _listen(path: str) -> tuple[socket.socket, bytes]:
    if not path.endswith(".sock"):
        return loopback.listen(path)
    listener = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
    listener.bind(path)
    listener.listen(_QUEUE)
    return listener, b""


def _identity(path: str) -> tuple[int, int]:
    try:
        found = os.lstat(path)
    except OSError:
        return 0, 0
    return found.st_dev, found.st_ino
