"""`ways-guard-hook [EVENT] [--agent NAME]`: what the agent runs at each event.

Exit code 0 always, and one JSON document on stdout or nothing: a hook that fails must never stand between a
person and their prompt. The daemon answers; this process only carries bytes, and imports next to nothing until it
has to answer itself.
"""

from __future__ import annotations

import os
import sys

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

_USAGE = "usage: ways-guard-hook [EVENT] [--agent NAME] < PAYLOAD (run by the agent's hooks)\n"


def main() -> None:
    """Answer one event. Never raises, never exits with anything but 0."""
    try:
        _answer(sys.argv[1:], os.environ)
    except BaseException as error:
        from ways_guard.match import log

        log.failure(error)
    finally:
        # Not sys.exit: a reader thread may still hang on a pipe that the client never closes.
        os._exit(0)


def _answer(argv: Sequence[str], environ: Mapping[str, str]) -> None:
    if environ.get("WAYS_GUARD_DISABLE"):
        return
    if os.isatty(0):
        sys.stderr.write(_USAGE)
        return
    from ways_guard.match import payload
    from ways_guard.match.daemon import client

    data = payload.read()
    try:
        answer = client.ask(argv, environ, data)
    except client.NoDaemon:
        _answer_alone(argv, environ, data, models=True)
    except client.Silent:
        _answer_alone(argv, environ, data, models=False)
    else:
        _write(1, answer.data)
        answer.printed()


def _answer_alone(argv: Sequence[str], environ: Mapping[str, str], data: bytes, *, models: bool) -> None:
    """Answer in this process; without models where waiting for the daemon has taken their time."""
    out = _take_stdout()
    from ways_guard.match import answer, events

    response = answer.respond(argv, environ, data, matcher_for=events.as_it_stands if models else events.symbolic)
    try:
        _write(out, response.data)
    except OSError:
        response.undo()
        raise
    response.after()


def _take_stdout() -> int:
    """Stdout for the answer alone: whatever a library prints must not end up beside it."""
    out = os.dup(1)
    try:
        os.dup2(2, 1)
    except OSError:  # no stderr either
        os.dup2(os.open(os.devnull, os.O_WRONLY), 1)
    return out


def _write(out: int, data: bytes) -> None:
    view = memoryview(data)
    while view:
        view = view[os.write(out, view) :]
