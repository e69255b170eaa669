"""What a session has been shown, as empty files that exist or not: hooks run in parallel and must not both claim.

Where the state folder cannot be written, nothing is remembered and every answer is given again.
"""

from __future__ import annotations

import contextlib
import hashlib
import os
import shutil
from pathlib import Path


def folder(state: Path, session: str) -> Path:
    """The folder of a session; the id is hashed, since it comes from outside."""
    return state / "sessions" / _name(session)


def _name(text: str) -> str:
    return hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()[:32]


def claim(session: Path, what: str) -> bool:
    """Take something to show, atomically; False where it was taken before."""
    try:
        session.mkdir(parents=True, exist_ok=True)
        os.close(os.open(session / _name(what), os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600))
    except FileExistsError:
        return False
    except OSError:
        return True
    return True


def release(session: Path, what: str) -> None:
    """Give back what was taken and could not be shown."""
    with contextlib.suppress(OSError):
        (session / _name(what)).unlink()


def forget(session: Path) -> None:
    """Start anew: after clear and compact the agent has none of it any more."""
    shutil.rmtree(session, ignore_errors=True)
