"""What a session has been shown, as empty files that exist or not: hooks run in parallel and must not both claim.

Where the state folder cannot be written, nothing is remembered and every answer is given again.
"""

from __future__ import annotations

import contextlib
import hashlib
import os
import shutil
import time
from pathlib import Path

from ways_guard.constants import SESSION_DAYS

_TEXT = "text"  # The one file with a content: the last text counts, not every one that there ever was.


def folder(state: Path, session: object) -> Path | None:
    """The folder of a session; the id is hashed, since it comes from outside.

    None without an id: what nobody can name again is not remembered.
    """
    return state / "sessions" / _name(session) if isinstance(session, str) and session else None


def _name(text: str) -> str:
    return hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()[:32]


def claim(session: Path | None, what: str) -> bool:
    """Take something to show, atomically; False where it was taken before."""
    if session is None:
        return True
    try:
        session.mkdir(parents=True, exist_ok=True)
        os.close(os.open(session / _name(what), os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600))
    except FileExistsError:
        return False
    except OSError:
        return True
    return True


def release(session: Path | None, what: str) -> None:
    """Give back what was taken and could not be shown."""
    if session:
        with contextlib.suppress(OSError):
            (session / _name(what)).unlink()


def forget(session: Path | None) -> None:
    """Start anew: after clear and compact the agent has none of it any more."""
    if session:
        shutil.rmtree(session, ignore_errors=True)


def prune(state: Path) -> None:
    """Forget the sessions that nothing was shown to for a long time."""
    oldest = time.time() - SESSION_DAYS * 86_400
    with contextlib.suppress(OSError):
        for told in (state / "sessions").iterdir():
            if told.stat().st_mtime < oldest:
                shutil.rmtree(told, ignore_errors=True)


def heard(session: Path | None) -> str:
    """The mark of the session text that the agent knows, "" where it knows none."""
    try:
        return (session / _TEXT).read_text(encoding="ascii") if session else ""
    except (OSError, UnicodeDecodeError):
        return ""


def hear(session: Path | None, mark: str) -> None:
    """Note which session text the agent knows now."""
    if session:
        with contextlib.suppress(OSError):
            session.mkdir(parents=True, exist_ok=True)
            (session / _TEXT).write_text(mark, encoding="ascii")
