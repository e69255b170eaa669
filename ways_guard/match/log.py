"""The hook's own log: what went wrong where, and nothing of what a person typed."""

from __future__ import annotations

import os
import time

_LIMIT = 1 << 20  # Bytes; a log that is longer starts anew.


def failure(error: BaseException) -> None:
    """Add one line with kind and place of an error, without its message; never raises."""
    note(f"{type(error).__name__} at {_place(error)}")


def note(text: str) -> None:
    """Add one line, which must hold nothing that a person typed; never raises."""
    try:
        from ways_guard.folders import state_dir

        path = state_dir() / "hook.log"
        path.parent.mkdir(parents=True, exist_ok=True)
        keep = path.exists() and path.stat().st_size < _LIMIT
        with path.open("a" if keep else "w", encoding="utf-8", errors="backslashreplace") as log:
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
