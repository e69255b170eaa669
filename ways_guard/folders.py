"""Where ways-guard keeps what it may lose (cache) and what it should keep (state)."""

from __future__ import annotations

import os
from pathlib import Path

from ways_guard.constants import CORPUS_FORMAT
from ways_guard.errors import WaysGuardError

_NAME = "ways-guard"

NO_HOME = "nobody knows your home folder here: set HOME to an absolute path"
"""What to say where the environment has none, and the system neither, as in containers with a made-up user."""


def cache_dir() -> Path:
    """Corpora and embeddings of this corpus format; safe to delete at any time."""
    return _folder("XDG_CACHE_HOME", "user_cache_dir") / f"v{CORPUS_FORMAT}"


def state_dir() -> Path:
    """Sessions, logs and what the installer needs to undo its edits."""
    return _folder("XDG_STATE_HOME", "user_state_dir")


def _folder(variable: str, usual: str) -> Path:
    """What the variable says where it is set, on every system, else the system's usual place.

    Raises WaysGuardError where that hangs on a home folder that nobody knows.
    """
    chosen = os.environ.get(variable, "")
    if os.path.isabs(chosen):  # noqa: PTH117 - relative ones are to be ignored, as the XDG specification has it
        return Path(chosen) / _NAME
    import platformdirs

    try:
        found = Path(getattr(platformdirs, usual)(_NAME, appauthor=False))
    except RuntimeError as error:
        raise WaysGuardError(NO_HOME) from error
    if not found.is_absolute():  # as older versions of platformdirs say it
        raise WaysGuardError(NO_HOME)
    return found
