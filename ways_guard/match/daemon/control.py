"""What a person asks of the daemon: how it is, and to leave."""

from __future__ import annotations

import json
import os
import time
from typing import Any

from ways_guard import __version__
from ways_guard.constants import DAEMON_ANSWER, DAEMON_HANDOVER, DAEMON_POLL
from ways_guard.match.daemon import client, lock, place, protocol


def status() -> dict[str, Any] | None:
    """See the package."""
    try:
        answered = _ask(protocol.STATUS)
        told = None if answered is None else json.loads(answered)
    except (client.Silent, ValueError):
        return None
    return told if isinstance(told, dict) else None


def stop() -> bool:
    """See the package."""
    try:
        there = _ask(protocol.STOP) is not None
    except client.Silent:
        return False
    if there:
        _wait_until_free(f"{place.address(os.environ)}.lock")
    return there


def _ask(kind: bytes) -> bytes | None:
    line = client.connected(place.address(os.environ))
    if line is None:
        return None
    fields = [kind, __version__.encode(), b"", b"0", b"", b"", b"", b""]
    return client.exchange(line, fields, time.monotonic() + DAEMON_ANSWER)[1]


def _wait_until_free(path: str) -> None:
    """Until nobody holds a lock, for a while."""
    until = time.monotonic() + DAEMON_HANDOVER
    while time.monotonic() < until:
        try:
            held = lock.taken(path)
        except OSError:
            return
        if held is not None:
            os.close(held)
            return
        time.sleep(DAEMON_POLL)
