"""Where sockets in folders do not work: a port of the loopback device, and a file with its number and a secret.

Any user of the machine may listen on a port that a daemon has left, or dial one. So both sides show what only the
owner of the file can know, the daemon first: half of the secret each.
"""

from __future__ import annotations

import os
import secrets
import socket
from pathlib import Path

from ways_guard.constants import DAEMON_CONNECT

_HOST = "127.0.0.1"
_HALF = 32


def dial(path: str) -> socket.socket:
    """A line to the daemon of an address file. Raises OSError or ValueError where there is none that knows us."""
    port, first, second = _read(path)
    line = socket.create_connection((_HOST, port), DAEMON_CONNECT)
    try:
        if not secrets.compare_digest(_exactly(line), first):
            raise OSError("another program has the daemon's port")
        line.sendall(second)
    except BaseException:
        line.close()
        raise
    return line


def listen(path: str) -> tuple[socket.socket, bytes]:
    """A listening socket, and the secret that its address file tells."""
    listener = socket.socket(socket.AF_INET, socket.SOCK_STREAM)
    listener.bind((_HOST, 0))
    secret = secrets.token_hex(_HALF).encode("ascii")
    listener.listen(128)
    handle = os.open(path, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600)
    with os.fdopen(handle, "wb") as file:
        file.write(b"%d %s" % (listener.getsockname()[1], secret))
    return listener, secret


def greeted(line: socket.socket, secret: bytes) -> bool:
    """Whether the other side, told our half of the secret, knows the other half."""
    line.sendall(secret[:_HALF])
    return secrets.compare_digest(_exactly(line), secret[_HALF:])


def _read(path: str) -> tuple[int, bytes, bytes]:
    port, _, secret = Path(path).read_bytes().partition(b" ")
    if len(secret) != 2 * _HALF:
        raise ValueError("half an address")
    return int(port), secret[:_HALF], secret[_HALF:]


def _exactly(line: socket.socket) -> bytes:
    found = b""
    while len(found) < _HALF and (some := line.recv(_HALF - len(found))):
        found += some
    return found
