"""Logs of hook and daemon: what went wrong where, and nothing of what a person typed."""

from __future__ import annotations

import os
import time

from ways_guard.constants import LOG_BYTES

HOOK, DAEMON = "hook.log", "daemon.log"


def failure(error: BaseException) -> None:
    """Add one line with kind and place of an error, without its message; never raises."""
    note(f"{type(error).__name__} at {_place(error)}")


def note(text: str, name: str = HOOK) -> None:
    """Add one line, which must hold nothing that a person typed; never raises.

    A log that has grown long becomes `<name>.1`, in place of the one before.
    """
    try:
        from ways_guard.folders import state_dir

        path = state_dir() / name
        path.parent.mkdir(parents=True, exist_ok=True)
        if path.exists() and path.stat().st_size >= LOG_BYTES:
            os.replace(path, path.with_name(f"{name}.1"))
        with path.open("a", encoding="utf-8", errors="backslashreplace") as log:
            stamp = time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime())
            log.write(f"{stamp} {' '.join(text.split())}\n")
    except Exception:
        return


def _place(error: BaseException) -> str:
    """File and line where it was raised."""
    frame = error.__traceback__
    while frame and frame.tb_next:
        frame = frame.tb_next
    return f"{os.path.basename(frame.tb_frame.f_code.co_filename)}:{frame.tb_lineno}" if frame else "?"  # noqa: PTH119
