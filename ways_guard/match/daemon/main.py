"""The daemon's process. It listens before it loads anything, so that hooks can wait in the system's queue."""

from __future__ import annotations

import os
import signal
import sys
from typing import Any

from ways_guard.constants import DAEMON_SWITCH, DAEMON_THREADS
from ways_guard.match.daemon import lifetime, place


def main() -> None:
    """Serve until it is time to leave; exit code 1 where nobody can listen at the address."""
    try:
        code = run()
    except BaseException as error:
        from ways_guard.match import log

        log.failure(error)
        code = 1
    os._exit(code)  # threads may be in the middle of an embedding that nobody waits for


def run() -> int:
    """Serve at the address of this environment; 0 also where another daemon is there already."""
    os.umask(0o077)
    os.chdir(os.sep)
    environ = dict(os.environ)
    try:
        claim = lifetime.claim(place.address(environ))
    except OSError as error:
        print(f"ways-guard: no daemon can run here: {error}", file=sys.stderr)
        return 1
    if claim is None:
        return 0
    # Threads that spin while they wait for each other take more than a second a prompt on a busy machine.
    os.environ.setdefault("OMP_WAIT_POLICY", "PASSIVE")
    os.environ.setdefault("OMP_NUM_THREADS", str(DAEMON_THREADS))
    sys.setswitchinterval(DAEMON_SWITCH)
    from ways_guard.match.daemon.server import Server

    server = Server(claim, environ)

    def leave(number: int, _: Any) -> None:
        server.leave(signal.Signals(number).name)

    for number in (signal.SIGTERM, signal.SIGINT):
        signal.signal(number, leave)
    server.serve()
    return 0
