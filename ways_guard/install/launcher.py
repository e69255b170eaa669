"""The program that the agent's hooks run: `ways-guard-hook` of this very installation."""

from __future__ import annotations

import os
import shutil
import sys
import sysconfig
import tempfile
import unicodedata
from collections.abc import Iterator
from pathlib import Path

from ways_guard.errors import WaysGuardError

_NAME = "ways-guard-hook.exe" if os.name == "nt" else "ways-guard-hook"

# Folders of tools that run a package once and throw its environment away, or rebuild it at will.
_EPHEMERAL = (
    (".cache", "uv"),
    ("uv", "cache"),
    ("archive-v0",),  # uv's, wherever UV_CACHE_DIR puts it
    ("environments-v2",),
    (".cache", "pipx"),
    ("pipx", ".cache"),
    ("Caches", "pipx"),
    ("pipx", "Cache"),
    (".cache", "pre-commit"),
    (".nox",),
    (".tox",),
)


def find_launcher() -> Path:
    """The absolute path of the console script; WaysGuardError where this installation has none.

    The folder of this interpreter's scripts comes before PATH, which may lead to another installation.
    """
    found = next((path for path in _candidates() if path.is_file() and os.access(path, os.X_OK)), None)
    if found is None:
        raise WaysGuardError(f"{_NAME} is not beside {sys.executable}; install ways-guard with pip, pipx or uv")
    path = Path(os.path.abspath(found))  # noqa: PTH100 - a symbolic link on PATH may outlive what it points to
    if not _is_plain(str(path)):
        raise WaysGuardError(f"{str(path)!a}: not a path that settings can hold; install to another folder")
    return path


def ephemeral_reason(launcher: Path, temporary: Path | None = None) -> str | None:
    """Why the launcher may be gone tomorrow, None if it looks permanent; `temporary` is the temp folder."""
    temp = Path(os.path.realpath(temporary or tempfile.gettempdir()))
    if Path(os.path.realpath(launcher.parent)).is_relative_to(temp):
        return f"it is in the temporary folder {temp}"
    parts = launcher.parts
    for marker in _EPHEMERAL:
        if any(parts[at : at + len(marker)] == marker for at in range(len(parts))):
            return f"it is in {'/'.join(marker)}, whose content is thrown away from time to time"
    return None


def _candidates() -> Iterator[Path]:
    yield Path(sysconfig.get_path("scripts")) / _NAME
    yield Path(sys.argv[0]).parent / _NAME
    yield Path(sysconfig.get_path("scripts", sysconfig.get_preferred_scheme("user"))) / _NAME
    on_path = shutil.which(_NAME)
    if on_path:
        yield Path(on_path)


def _is_plain(path: str) -> bool:
    """Whether the path survives UTF-8 and a shell: no control characters, no undecodable bytes."""
    return not any(unicodedata.category(character) in ("Cc", "Cs") for character in path)
