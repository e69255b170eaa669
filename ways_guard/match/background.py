"""Bringing the corpus up to date in a process of its own, while the old generation serves."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Mapping
from typing import Any


def refresh(payload: Mapping[str, Any], environ: Mapping[str, str]) -> None:
    """Start `ways-guard corpus --if-stale` for the session's folder, detached, with nothing to say to anybody."""
    cwd = payload.get("cwd")
    folder = cwd if isinstance(cwd, str) and os.path.isdir(cwd) else None  # noqa: PTH112 - a string from outside
    # Without the current folder on the path of modules: it is a stranger's project, and holds what it likes.
    code = "import sys; sys.path[:] = filter(None, sys.path); from ways_guard.cli import main; main()"
    flags = getattr(subprocess, "CREATE_NO_WINDOW", 0)
    subprocess.Popen(
        [sys.executable, "-c", code, "corpus", "--if-stale", "--quiet"],
        cwd=folder,
        env=dict(environ),
        stdin=subprocess.DEVNULL,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        start_new_session=True,
        close_fds=True,
        creationflags=flags,
    )
