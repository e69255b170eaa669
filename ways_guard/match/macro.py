"""Running the `macro.sh` of a way: of trusted roots only, without a shell, for a short time, capped."""

from __future__ import annotations

import os
import subprocess
import time
from collections.abc import Mapping
from pathlib import Path

from ways_guard.constants import MACRO_CHARACTERS
from ways_guard.match import child, log
from ways_guard.way.discover import MACRO, Root, strays

_BYTES = 4 * MACRO_CHARACTERS  # The most that so many characters take in UTF-8.


def output(root: Root, way: Path, folder: Path, environ: Mapping[str, str], seconds: float) -> str:
    """What the macro beside a way file prints, run in `folder`; "" for none, and for one that fails or is late.

    Whether its root is trusted is for the caller to ask.
    """
    path = way.parent / MACRO
    if seconds <= 0 or strays(root, path) or not os.access(path, os.X_OK):
        return ""
    try:
        printed = _run(path, folder, environ, seconds)
    except (OSError, ValueError, subprocess.SubprocessError) as error:
        log.note(f"macro of {path.parent.name}: {type(error).__name__}")
        return ""
    return _clean(printed)


def _run(path: Path, folder: Path, environ: Mapping[str, str], seconds: float) -> bytes:
    """The start of its standard output. Raises SubprocessError where it fails or takes longer."""
    ends = time.monotonic() + seconds
    process = subprocess.Popen(
        [os.fspath(path)],
        cwd=folder,
        env=dict(environ),
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        start_new_session=True,
        close_fds=True,
    )
    try:
        printed = child.printed(process, ends, _BYTES)
        if process.wait(max(ends - time.monotonic(), 0.01)):
            raise subprocess.CalledProcessError(process.returncode, [MACRO])
    finally:
        child.end(process)
    return printed


def _clean(printed: bytes) -> str:
    """As text, without control characters, within what a macro may say."""
    text = printed.decode("utf-8", "replace").replace("\r\n", "\n")
    kept = "".join(character for character in text if character in "\n\t" or character.isprintable())
    return kept[:MACRO_CHARACTERS].strip()
