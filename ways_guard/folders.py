"""Where ways-guard keeps what it may lose (cache) and what it should keep (state)."""

from __future__ import annotations

from pathlib import Path

from ways_guard.constants import CORPUS_FORMAT

_NAME = "ways-guard"


def cache_dir() -> Path:
    """Corpora and embeddings of this corpus format; safe to delete at any time."""
    import platformdirs

    return Path(platformdirs.user_cache_dir(_NAME, appauthor=False)) / f"v{CORPUS_FORMAT}"


def state_dir() -> Path:
    """Sessions, logs and what the installer needs to undo its edits."""
    import platformdirs

    return Path(platformdirs.user_state_dir(_NAME, appauthor=False))
