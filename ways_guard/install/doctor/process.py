"""Running a program with a time limit that also ends whatever it started."""

from __future__ import annotations

import contextlib
import os
import signal
import subprocess
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import NamedTuple


class Done(NamedTuple):
    """How a program ended: `code` is None where its time was up, or it could not be started; then `why` says so."""

    code: int | None
    out: bytes = b""
    err: bytes = b""
    why: str = ""


def run(
    command: str | Sequence[str], data: bytes, environ: Mapping[str, str], folder: Path, seconds: float
) -> Done:
    """Run a command, one given as text through the shell, with `data` on its standard input."""
    try:
        process = subprocess.Popen(
            command,
            shell=isinstance(command, str),
            env=dict(environ),
            cwd=folder,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            start_new_session=True,
        )
    except OSError as error:
        return Done(None, why=f"cannot be started: {error.strerror or error}")
    try:
        out, err = process.communicate(data, timeout=seconds)
    except subprocess.TimeoutExpired:
        _end(process)
        return Done(None, why=f"has not ended after {seconds:g} s")
    return Done(process.returncode, out, err)


def _end(process: subprocess.Popen[bytes]) -> None:
    """End a program with its children, which may hold its pipes open."""
    if sys.platform != "win32":
        with contextlib.suppress(ProcessLookupError, PermissionError):
            os.killpg(process.pid, signal.SIGKILL)
    process.kill()
    process.communicate()
