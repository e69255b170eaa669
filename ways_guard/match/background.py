"""Bringing the corpus up to date in a process of its own, while the old generation serves."""

from __future__ import annotations

import contextlib
import os
import subprocess
import sys
import threading
from collections.abc import Mapping
from typing import Any

# Without the current folder on the path of modules: it is a stranger's project, and holds what it likes.
_CODE = """import os, sys
sys.path[:] = filter(None, sys.path)
getattr(os, "nice", int)(10)  # nobody waits for it, and people work beside it
from ways_guard.cli import main
main()"""
# By folder, configuration and agent; a daemon starts many.
_running: dict[tuple[str | None, str | None, str], subprocess.Popen[bytes]] = {}
_guard = threading.Lock()


def refresh(payload: Mapping[str, Any], environ: Mapping[str, str], agent: str) -> bool:
    """Start `ways-guard corpus --if-stale` for an agent's session, detached, with nothing to say to anybody.

    One at a time for a folder, a configuration and an agent: False where one runs already, which may not see
    what is new.
    """
    cwd = payload.get("cwd")
    folder = cwd if isinstance(cwd, str) and os.path.isdir(cwd) else None  # noqa: PTH112 - a string from outside
    with _guard:
        _forget_ended()
        key = folder, environ.get("CLAUDE_CONFIG_DIR"), agent
        if key in _running:
            return False
        _running[key] = _start(folder, environ, agent)
        return True


def _start(folder: str | None, environ: Mapping[str, str], agent: str) -> subprocess.Popen[bytes]:
    return subprocess.Popen(
        [sys.executable, "-c", _CODE, "corpus", "--if-stale", "--quiet", "--agent", agent],
        cwd=folder,
        env=dict(environ),
        stdin=subprocess.DEVNULL,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        start_new_session=True,
        close_fds=True,
        creationflags=getattr(subprocess, "CREATE_NO_WINDOW", 0),
    )


def reap() -> None:
    """Let those that have ended go."""
    with _guard:
        _forget_ended()


def stop() -> None:
    """End what this process has started and nobody waits for any more."""
    with _guard:
        for process in _running.values():
            with contextlib.suppress(OSError):
                process.terminate()
        _running.clear()


def _forget_ended() -> None:
    for key in [key for key, process in _running.items() if process.poll() is not None]:
        del _running[key]
