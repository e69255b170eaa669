"""The hook's side of the daemon: ask, print, acknowledge.

The hot path: raw bytes and `_socket`, because importing `socket`, `json` and `re` takes longer than
the answer.
"""

from __future__ import annotations

import _socket
import os
from time import monotonic, sleep

from ways_guard import __version__
from ways_guard.constants import (
    DAEMON_ANSWER,
    DAEMON_CONNECT,
    DAEMON_PATIENCE,
    DAEMON_POLL,
    DAEMON_REQUEST_BYTES,
    DAEMON_START,
)
from ways_guard.match.daemon import place, protocol

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

_BUSY = (BlockingIOError, TimeoutError)


class NoDaemon(Exception):
    """None can run here, or none may answer this: the process has to do everything itself."""


class Silent(Exception):
    """One is there, or should be, and has not answered in time."""


class Answer:
    """What the daemon answered, and the line on which it waits to hear that it was printed."""

    def __init__(self, data: bytes, line: _socket.socket) -> None:
        self.data = data
        self._line = line

    def printed(self) -> None:
        """Tell the daemon that the answer has reached the agent; nobody there is no fault."""
        try:
            self._line.sendall(protocol.PRINTED)
        except OSError:  # contextlib is not imported here
            return


def ask(argv: Sequence[str], environ: Mapping[str, str], payload: bytes) -> Answer:
    """The daemon's answer to a payload; starts a daemon where none runs. Raises NoDaemon or Silent."""
    if not place.enabled(environ) or len(payload) > DAEMON_REQUEST_BYTES // 2:
        raise NoDaemon
    path = place.address(environ)
    for line in (connected(path), None):  # a second time where an old daemon made way
        line = line or _started(path)
        status, data = exchange(line, _request(argv, environ, payload), monotonic() + DAEMON_ANSWER)
        if status == protocol.ANSWERED:
            return Answer(data, line)
        if status != protocol.RETIRED:
            raise NoDaemon
    raise Silent


def _request(argv: Sequence[str], environ: Mapping[str, str], payload: bytes) -> list[bytes]:
    return [
        protocol.HOOK,
        __version__.encode(),
        protocol.shared(environ, os.fsencode),
        str(int(DAEMON_ANSWER * 1_000)).encode(),
        os.fsencode(_folder()),
        protocol.listed(argv, os.fsencode),
        protocol.environment(environ, os.fsencode),
        payload,
    ]


def _folder() -> str:
    try:
        return os.getcwd()  # noqa: PTH109
    except OSError:  # it was deleted
        return ""


def exchange(line: _socket.socket, fields: list[bytes], until: float) -> tuple[bytes, bytes]:
    """Status and text that a request gets; Silent where it gets none in time."""
    try:
        line.settimeout(DAEMON_ANSWER)
        line.sendall(protocol.pack(fields))
        status, data = _frame(line, until)
        if status == protocol.WAIT:
            status, data = _frame(line, until + min(int(data) / 1_000, DAEMON_PATIENCE))
    except (OSError, ValueError) as error:
        line.close()  # the daemon need not wait to hear that it was printed
        raise Silent from error
    return status, data


def _frame(line: _socket.socket, until: float) -> tuple[bytes, bytes]:
    head = _read(line, protocol.HEAD_BYTES, until)
    status, data = protocol.unpack(_read(line, protocol.body_bytes(head), until))
    return status, data


def _read(line: _socket.socket, size: int, until: float) -> bytes:
    found = b""
    while len(found) < size:
        line.settimeout(max(until - monotonic(), 0.001))
        some = line.recv(size - len(found))
        if not some:
            raise OSError("the daemon has gone")
        found += some
    return found


def connected(path: str) -> _socket.socket | None:
    """A line to the daemon at an address, None where nothing listens; Silent where it does not take us in time."""
    until = monotonic() + DAEMON_CONNECT
    while True:
        try:
            return _dial(path)
        except _BUSY as error:
            if monotonic() >= until:
                raise Silent from error
            sleep(DAEMON_POLL)
        except (OSError, ValueError):
            return None


def _dial(path: str) -> _socket.socket:
    if not place.is_own(os.path.dirname(path)):  # noqa: PTH120
        raise OSError("a folder that others may write to")
    if not path.endswith(".sock"):
        from ways_guard.match.daemon import loopback

        return loopback.dial(path)
    line = _socket.socket(_socket.AF_UNIX, _socket.SOCK_STREAM)
    line.settimeout(DAEMON_CONNECT)
    try:
        line.connect(path)
    except BaseException:
        line.close()
        raise
    return line


def _started(path: str) -> _socket.socket:
    """A line to a daemon that is started now, by this process or another one that came before."""
    if not place.make(os.path.dirname(path)):  # noqa: PTH120
        raise NoDaemon
    from ways_guard.match.daemon import lock, spawn

    until = monotonic() + DAEMON_START
    starting = process = None
    try:
        while monotonic() < until:
            if line := connected(path):
                return line
            if process and process.poll():
                raise NoDaemon
            if starting is None:
                starting = lock.taken(f"{path}.start")
            elif process is None:
                process = spawn.start()
            else:
                sleep(DAEMON_POLL / 4)
            if starting is None:
                sleep(DAEMON_POLL)
    except OSError as error:  # no lock, no process
        raise NoDaemon from error
    finally:
        if starting is not None:
            os.close(starting)
    raise Silent
