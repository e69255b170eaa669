"""Leaves a rewriter alone for a while once it has failed several times: each failure costs its deadline."""

from __future__ import annotations

import json
import time
from pathlib import Path

from ways_guard.constants import BREAKER_FAILURES, BREAKER_SECONDS
from ways_guard.errors import WaysGuardError
from ways_guard.files import write_atomic

_FILE = "rewriter.json"


def is_open(state: Path) -> bool:
    """Whether the rewriter is left alone now."""
    failures, since = _read(state)
    # A clock that was set back must not keep it open for longer.
    return failures >= BREAKER_FAILURES and 0 <= time.time() - since < BREAKER_SECONDS


def note(state: Path, *, failed: bool) -> None:
    """Count a failure, or forget them; where that cannot be written, nothing is counted."""
    failures, _ = _read(state)
    if not failed and not failures:
        return
    document = {"failures": failures + 1 if failed else 0, "since": time.time()}
    try:
        write_atomic(state / _FILE, json.dumps(document).encode("ascii"))
    except (WaysGuardError, OSError):
        return


def _read(state: Path) -> tuple[int, float]:
    try:
        document = json.loads((state / _FILE).read_bytes())
        return int(document["failures"]), float(document["since"])
    except (OSError, ValueError, KeyError, TypeError):
        return 0, 0.0
