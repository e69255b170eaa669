"""`ways-guard-hook [EVENT] [--agent NAME]`: what the agent runs at each event.

Exit code 0 always, and one JSON document on stdout or nothing: a hook that fails must never stand between a
person and their prompt. Only the standard library until something has to be answered.
"""

from __future__ import annotations

import contextlib
import os
import sys
import threading
import time
from collections.abc import Mapping, Sequence

from ways_guard.constants import STDIN_BUDGET

_USAGE = "usage: ways-guard-hook [EVENT] [--agent NAME] < PAYLOAD (run by the agent's hooks)\n"


def main() -> None:
    """Answer one event. Never raises, never exits with anything but 0."""
    try:
        _answer(sys.argv[1:], os.environ, _take_stdout())
    except BaseException as error:
        from ways_guard.match import log

        log.failure(error)
    finally:
        # Not sys.exit: a reader thread may still hang on a pipe that the client never closes.
        os._exit(0)


def _take_stdout() -> int:
    """Stdout for the answer alone: whatever a library prints must not end up beside it."""
    out = os.dup(1)
    try:
        os.dup2(2, 1)
    except OSError:  # no stderr either
        os.dup2(os.open(os.devnull, os.O_WRONLY), 1)
    return out


def _answer(argv: Sequence[str], environ: Mapping[str, str], out: int) -> None:
    if environ.get("WAYS_GUARD_DISABLE"):
        return
    if os.isatty(0):
        sys.stderr.write(_USAGE)
        return
    data = _read_stdin(STDIN_BUDGET)
    from ways_guard.match import answer

    response = answer.respond(argv, environ, data)
    try:
        _write(out, response.data)
    except OSError:
        response.undo()
        raise
    response.after()


def _read_stdin(seconds: float) -> bytes:
    """All of stdin, or what has come when the time is up or one whole JSON document is there."""
    from ways_guard.match import answer

    chunks: list[bytes] = []
    arrived = threading.Event()
    ended = threading.Event()

    def read() -> None:
        with contextlib.suppress(OSError):  # no stdin at all
            while chunk := os.read(0, 1 << 16):
                chunks.append(chunk)
                arrived.set()
        ended.set()
        arrived.set()

    threading.Thread(target=read, daemon=True).start()
    deadline = time.monotonic() + seconds
    while not ended.is_set() and (left := deadline - time.monotonic()) > 0:
        arrived.wait(left)
        arrived.clear()
        data = b"".join(chunks)
        if data.rstrip().endswith(b"}") and answer.parse(data):
            return data
    return b"".join(chunks)


def _write(out: int, data: bytes) -> None:
    view = memoryview(data)
    while view:
        view = view[os.write(out, view) :]
