"""Talking to a daemon without a hook: what a client sends, byte by byte."""

from __future__ import annotations

import contextlib
import json
import os
import socket
import time
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

from tests.home import Home
from ways_guard import __version__
from ways_guard.match.daemon import place, protocol


def address(home: Home) -> Path:
    """The socket of a home's daemon."""
    return Path(place.address(home.environ))


def frame(home: Home, payload: bytes, **changed: bytes) -> bytes:
    """A hook's request; fields by name may be changed."""
    fields = {
        "kind": protocol.HOOK,
        "version": __version__.encode(),
        "shared": protocol.shared(home.environ, os.fsencode),
        "left": b"1500",
        "folder": os.fsencode(home.project),
        "argv": b"",
        "environ": protocol.environment(home.environ, os.fsencode),
        "payload": payload,
    }
    return protocol.pack((fields | changed).values())


def dial(home: Home) -> socket.socket:
    """A line to the daemon of a home, which must run."""
    line = socket.socket(socket.AF_UNIX)
    line.settimeout(10)
    line.connect(str(address(home)))
    return line


def answered(line: socket.socket) -> list[bytes]:
    """Status and text that come back; [] where the daemon hangs up."""
    data = b""
    try:
        while some := line.recv(1 << 16):
            data += some
            head = data[: protocol.HEAD_BYTES]
            if len(data) >= protocol.HEAD_BYTES and len(data) - len(head) >= protocol.body_bytes(head):
                return protocol.unpack(data[len(head) :])
    except ConnectionError:
        pass
    return []


def acknowledge(line: socket.socket) -> None:
    """Say that the answer was printed; the daemon does not wait to hear it of one that is empty."""
    with contextlib.suppress(BrokenPipeError):
        line.sendall(protocol.PRINTED)


def ask(home: Home, payload: Mapping[str, Any], *, printed: bool = True) -> str:
    """The text that a payload gets, as a hook would that prints it, or that ends before it could."""
    with dial(home) as line:
        line.sendall(frame(home, json.dumps(payload).encode()))
        status, data = answered(line)
        assert protocol.ANSWERED == status
        if printed:
            acknowledge(line)
    return json.loads(data)["hookSpecificOutput"]["additionalContext"] if data else ""


def eventually(found: Callable[[], Any], seconds: float = 20) -> Any:
    """What a function gives once it gives something; fails where that does not happen."""
    until = time.monotonic() + seconds
    while not (value := found()):
        assert time.monotonic() < until, "it did not happen"
        time.sleep(0.01)
    return value
