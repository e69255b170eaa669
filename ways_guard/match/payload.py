"""What the agent sends to a hook on stdin, from a pipe that some agents never close.

The hook's hot path.
"""

from __future__ import annotations

import os
from time import monotonic

from ways_guard.constants import STDIN_BUDGET, STDIN_GRACE

_CHUNK = 1 << 16
_SPACE = b" \t\r\n"


def read(handle: int = 0, budget: float = STDIN_BUDGET) -> bytes:
    """All that comes; what has come after `budget` seconds, or once it is a whole document and nothing follows."""
    if os.name == "nt":  # pipes cannot be waited for there
        return _read_by_thread(handle, budget)
    import select

    try:
        poll = select.poll()
        poll.register(handle, select.POLLIN)
    except (OSError, AttributeError):  # no poll on this system
        return _read_by_thread(handle, budget)
    until = monotonic() + budget
    data = bytearray()
    grace = STDIN_GRACE
    while (left := until - monotonic()) > 0:
        perhaps = _may_be_whole(data)
        if not poll.poll(min(grace if perhaps else left, left) * 1_000):
            if perhaps and _is_whole(bytes(data)):
                break
            grace *= 2  # each look at a long document costs time
            continue
        try:
            chunk = os.read(handle, _CHUNK)
        except OSError:  # no stdin at all
            break
        if not chunk:
            break
        data += chunk
    return bytes(data)


def _may_be_whole(data: bytes | bytearray) -> bool:
    return data[-64:].rstrip(_SPACE).endswith(b"}")


def _is_whole(data: bytes) -> bool:
    from ways_guard.match import answer

    return bool(answer.parse(data))


def _read_by_thread(handle: int, budget: float) -> bytes:
    import threading

    chunks: list[bytes] = []
    arrived, ended = threading.Event(), threading.Event()

    def read_all() -> None:
        try:
            while chunk := os.read(handle, _CHUNK):
                chunks.append(chunk)
                arrived.set()
        except OSError:  # no stdin at all
            pass
        ended.set()
        arrived.set()

    threading.Thread(target=read_all, daemon=True).start()
    until = monotonic() + budget
    grace = STDIN_GRACE
    while not ended.is_set() and (left := until - monotonic()) > 0:
        data = b"".join(chunks)
        perhaps = _may_be_whole(data)
        if arrived.wait(min(grace if perhaps else left, left)):
            arrived.clear()
        elif perhaps and _is_whole(data):
            break
        else:
            grace *= 2
    return b"".join(chunks)
