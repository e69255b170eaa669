"""Programs of the user's that are run for an answer: what they print, within a time and a size, and their end."""

from __future__ import annotations

import contextlib
import os
import selectors
import signal
import subprocess
import time
from typing import IO

_STEP = 512  # Bytes that a pipe which can be written to takes without waiting, on every system.


def printed(process: subprocess.Popen[bytes], ends: float, most: int, told: bytes = b"") -> bytes:
    """What a process that is told something on its stdin prints until it closes its stdout, at most `most` bytes.

    What goes beyond is read and dropped, so that nothing grows. Raises subprocess.TimeoutExpired at `ends` (of
    time.monotonic).
    """
    assert process.stdout
    kept = bytearray()
    with selectors.DefaultSelector() as waiting:
        waiting.register(process.stdout, selectors.EVENT_READ)
        if process.stdin:
            waiting.register(process.stdin, selectors.EVENT_WRITE)
        # The clock decides: a pipe that is always full would go on for ever.
        while (left := ends - time.monotonic()) > 0:
            ready = [key.fileobj for key, _ in waiting.select(left)]
            if process.stdin in ready:
                told = _tell(process, told)
                if not told:
                    waiting.unregister(process.stdin)
                    _close(process.stdin)
            if process.stdout in ready:
                chunk = os.read(process.stdout.fileno(), 1 << 16)
                if not chunk:
                    return bytes(kept)
                kept += chunk[: most - len(kept)]
    raise subprocess.TimeoutExpired([], 0)


def _tell(process: subprocess.Popen[bytes], told: bytes) -> bytes:
    """What is left to tell; nothing to a process that does not listen."""
    assert process.stdin
    try:
        return told[os.write(process.stdin.fileno(), told[:_STEP]) :]
    except OSError:
        return b""


def end(process: subprocess.Popen[bytes]) -> None:
    """End it with whatever it started, where it has not ended: one that has been waited for is nobody any more."""
    if process.returncode is None:
        with contextlib.suppress(OSError, AttributeError):  # no process groups on Windows
            os.killpg(process.pid, signal.SIGKILL)
        with contextlib.suppress(OSError):
            process.kill()
        with contextlib.suppress(subprocess.TimeoutExpired):
            process.wait(1)
    _close(process.stdin)
    _close(process.stdout)


def _close(stream: IO[bytes] | None) -> None:
    with contextlib.suppress(OSError):
        if stream:
            stream.close()
