"""`ways-guard-hook [EVENT] [--agent NAME]`: what the agent runs at each event.

Exit code 0 always, and one JSON document on stdout or nothing: a hook that fails must never stand between a
person and their prompt. Only the standard library until something has to be answered.
"""

from __future__ import annotations

import contextlib
import json
import os
import sys
import threading
import time
from collections.abc import Mapping, Sequence
from typing import Any

from ways_guard.constants import STDIN_BUDGET

_NAMES = {"sessionstart": "SessionStart", "userpromptsubmit": "UserPromptSubmit"}
_USAGE = "usage: ways-guard-hook [EVENT] [--agent NAME] < PAYLOAD (run by the agent's hooks)\n"


def main() -> None:
    """Answer one event. Never raises, never exits with anything but 0."""
    try:
        _answer(sys.argv[1:], os.environ, _take_stdout())
    except BaseException as error:
        from ways_guard.match import log

        log.failure(error)
    finally:
        # Not sys.exit: a reader thread may still hang on a pipe that the client never closes.
        os._exit(0)


def _take_stdout() -> int:
    """Stdout for the answer alone: whatever a library prints must not end up beside it."""
    out = os.dup(1)
    try:
        os.dup2(2, 1)
    except OSError:  # no stderr either
        os.dup2(os.open(os.devnull, os.O_WRONLY), 1)
    return out


def _answer(argv: Sequence[str], environ: Mapping[str, str], out: int) -> None:
    if environ.get("WAYS_GUARD_DISABLE"):
        return
    if os.isatty(0):
        sys.stderr.write(_USAGE)
        return
    payload = parse(_read_stdin(STDIN_BUDGET))
    event = event_of(payload, argv)
    if event is None:
        return
    from ways_guard.match import events

    reply = events.EVENTS[event](payload, environ, _agent(argv))
    try:
        if reply.text:
            _write(out, envelope(event, reply.text))
    except OSError:
        reply.undo()
        raise
    if event == "SessionStart":
        from ways_guard.match import background

        background.refresh(payload, environ)


def parse(data: bytes) -> dict[str, Any]:
    """A payload from bytes; {} for anything that is not a JSON object."""
    try:
        document = json.loads(data.decode("utf-8-sig", "replace"))
    except (ValueError, RecursionError):
        return {}
    return document if isinstance(document, dict) else {}


def event_of(payload: Mapping[str, Any], argv: Sequence[str]) -> str | None:
    """The event that the payload names, else the first argument; None for one that is not answered."""
    named = payload.get("hook_event_name")
    words = _words(argv)
    name = named if isinstance(named, str) and named else (words[0] if words and payload else "")
    return _NAMES.get(name.replace("-", "").replace("_", "").lower())


def envelope(event: str, text: str) -> bytes:
    """The one document that delivers a text to the agent: ASCII, whatever the text holds."""
    clean = text.encode("utf-8", "replace").decode("utf-8")
    inner = {"hookEventName": event, "additionalContext": clean}
    return json.dumps({"hookSpecificOutput": inner}).encode("ascii")


def _words(argv: Sequence[str]) -> list[str]:
    """The arguments that are neither an option nor its value."""
    pairs = zip(argv, ("", *argv), strict=False)
    return [word for word, before in pairs if before != "--agent" and not word.startswith("-")]


def _agent(argv: Sequence[str]) -> str:
    from ways_guard.agents import AGENTS

    given = argv[argv.index("--agent") + 1 : argv.index("--agent") + 2] if "--agent" in argv else []
    return given[0] if given and given[0] in AGENTS else "claude-code"


def _read_stdin(seconds: float) -> bytes:
    """All of stdin, or what has come when the time is up or one whole JSON document is there."""
    chunks: list[bytes] = []
    arrived = threading.Event()
    ended = threading.Event()

    def read() -> None:
        with contextlib.suppress(OSError):  # no stdin at all
            while chunk := os.read(0, 1 << 16):
                chunks.append(chunk)
                arrived.set()
        ended.set()
        arrived.set()

    threading.Thread(target=read, daemon=True).start()
    deadline = time.monotonic() + seconds
    while not ended.is_set() and (left := deadline - time.monotonic()) > 0:
        arrived.wait(left)
        arrived.clear()
        data = b"".join(chunks)
        if data.rstrip().endswith(b"}") and parse(data):
            return data
    return b"".join(chunks)


def _write(out: int, data: bytes) -> None:
    view = memoryview(data)
    while view:
        view = view[os.write(out, view) :]
