"""What a session has been shown: files that exist or not, because hooks run in parallel and must not both claim.

The n-th showing of something is a file of its own, so that taking it, the first time and again, is one atomic step.
It says "taken" until what was taken has been printed, then where in the conversation that was. Each sub-agent has a
folder of its own: what it was shown, the main conversation was not. Where the state folder cannot be written,
nothing is remembered and every answer is given again.
"""

from __future__ import annotations

import contextlib
import hashlib
import os
import shutil
import time
from dataclasses import dataclass
from pathlib import Path
from typing import NamedTuple

from ways_guard.constants import CLAIM_SECONDS, SESSION_DAYS, TOKENS_A_TURN

_TEXT = "text"  # The one file with a content: the last text counts, not every one that there ever was.
_TURNS = "turns"
_TAKEN = "taken"


class Position(NamedTuple):
    """How far a conversation is: tokens in the context window (None: not known) and prompts so far."""

    tokens: int | None = None
    turns: int = 0

    def since(self, before: Position) -> int:
        """Tokens that have gone by; from turns where they are not known, as before a session's first answer."""
        then = 0 if before.tokens is None and before.turns == 1 else before.tokens
        if self.tokens is not None and then is not None:
            return self.tokens - then
        return (self.turns - before.turns) * TOKENS_A_TURN


@dataclass(frozen=True)
class Claim:
    """Something that was taken to be shown; `path` is None where nothing is remembered.

    `mark` is what the file says as long as it is this one's: a session may have started anew in between, and
    another hook have shown the same.
    """

    path: Path | None = None
    mark: str = ""

    def release(self) -> None:
        """Give it back: it could not be shown."""
        with contextlib.suppress(OSError):
            if self.path and self.path.read_text(encoding="ascii") == self.mark:
                self.path.unlink()

    def keep(self, at: Position) -> None:
        """Note that it was shown, and where."""
        with contextlib.suppress(OSError):
            if self.path and self.path.read_text(encoding="ascii") == self.mark:
                self.path.write_text(f"{'' if at.tokens is None else at.tokens},{at.turns}", encoding="ascii")


def folder(state: Path, session: object, agent: object = None) -> Path | None:
    """The folder of a session, or of one of its sub-agents; the ids are hashed, since they come from outside.

    None without a session id: what nobody can name again is not remembered.
    """
    if not isinstance(session, str) or not session:
        return None
    return state / "sessions" / _name(session) / (_name(agent) if isinstance(agent, str) and agent else "main")


def _name(text: str) -> str:
    return hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()[:32]


def claim(told: Path | None, what: str, now: Position, again: float | None = None) -> Claim | None:
    """Take something to show, atomically; None where that is not its turn.

    What was shown may be taken once `again` tokens have gone by since (None: never).
    """
    if told is None:
        return Claim()
    number, before = _last(told, what)
    if before is not None and (again is None or now.since(before) < again):
        return None
    path, mark = told / f"{_name(what)}.{number + 1}", f"{_TAKEN} {os.urandom(8).hex()}"
    try:
        told.mkdir(parents=True, exist_ok=True)
        with os.fdopen(os.open(path, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600), "w", encoding="ascii") as file:
            file.write(mark)
    except FileExistsError:
        return None
    except OSError:
        return Claim()
    return Claim(path, mark)


def _last(told: Path, what: str) -> tuple[int, Position | None]:
    """The number of the last showing, 0 for none, and where it was.

    One that is still taken counts as just now, as long as its hook may be at work.
    """
    number = 0
    while (told / f"{_name(what)}.{number + 1}").exists():
        number += 1
    return number, _position(told / f"{_name(what)}.{number}") if number else None


def _position(path: Path) -> Position | None:
    try:
        text = path.read_text(encoding="ascii")
        tokens, _, turns = text.partition(",")
        if turns:
            return Position(int(tokens) if tokens else None, int(turns))
        dead = abs(time.time() - path.stat().st_mtime) > CLAIM_SECONDS
    except (OSError, ValueError):  # given back by now, or damaged
        return None
    return None if dead else Position(None, 1 << 60)


def turn(told: Path | None) -> None:
    """Count one prompt more."""
    if told:
        with contextlib.suppress(OSError):
            told.mkdir(parents=True, exist_ok=True)
            with (told / _TURNS).open("ab") as file:
                file.write(b".")


def turns(told: Path | None) -> int:
    """The prompts of a conversation so far."""
    try:
        return (told / _TURNS).stat().st_size if told else 0
    except OSError:
        return 0


def forget(told: Path | None) -> None:
    """Start anew: after clear and compact the agent has none of it any more."""
    if told:
        shutil.rmtree(told, ignore_errors=True)


def prune(state: Path) -> None:
    """Forget the sessions that nothing was shown to for a long time."""
    oldest = time.time() - SESSION_DAYS * 86_400
    with contextlib.suppress(OSError):
        for session in (state / "sessions").iterdir():
            with contextlib.suppress(OSError):  # one that another hook forgets meanwhile, or no folder at all
                if max(path.stat().st_mtime for path in (session, *session.iterdir())) < oldest:
                    shutil.rmtree(session, ignore_errors=True)


def heard(told: Path | None) -> str:
    """The mark of the session text that the agent knows, "" where it knows none."""
    try:
        return (told / _TEXT).read_text(encoding="ascii") if told else ""
    except (OSError, UnicodeDecodeError):
        return ""


def hear(told: Path | None, mark: str) -> None:
    """Note which session text the agent knows now."""
    if told:
        with contextlib.suppress(OSError):
            told.mkdir(parents=True, exist_ok=True)
            (told / _TEXT).write_text(mark, encoding="ascii")
