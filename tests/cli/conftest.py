from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

_TOP = Path(__file__).resolve().parent.parent.parent

Run = Callable[..., tuple[int, str, str]]


@pytest.fixture
def ways_guard(tmp_path: Path) -> Run:
    """Run `ways-guard` in a folder, away from the user's own files: exit code, standard output, standard error."""

    def run(folder: Path, *arguments: str, **variables: str) -> tuple[int, str, str]:
        own = {name: str(tmp_path / "home" / name) for name in ("HOME", "XDG_CACHE_HOME", "XDG_STATE_HOME")}
        environment = {**os.environ, **own, "PYTHONPATH": str(_TOP), **variables}
        command = [sys.executable, "-m", "ways_guard", *arguments]
        done = subprocess.run(command, cwd=folder, env=environment, capture_output=True, check=False)
        assert b"Traceback" not in done.stderr
        assert b"internal error" not in done.stderr
        out, err = (stream.decode().replace("\r\n", "\n") for stream in (done.stdout, done.stderr))
        return done.returncode, out, err

    return run
