"""Answering hooks, each connection in a thread of its own, until there is a reason to leave."""

from __future__ import annotations

import contextlib
import faulthandler
import hashlib
import json
import os
import select
import socket
import threading
import time
from collections.abc import Mapping
from pathlib import Path

from ways_guard import __version__
from ways_guard.constants import (
    DAEMON_CONNECTIONS,
    DAEMON_DELIVERY,
    DAEMON_IDLE,
    DAEMON_REQUEST,
    DAEMON_REQUEST_BYTES,
    DAEMON_RESERVE,
    DAEMON_STUCK,
    DAEMON_TICK,
)
from ways_guard.match import answer, background, log
from ways_guard.match.daemon import loopback, peer, protocol
from ways_guard.match.daemon.embedding import Embedding
from ways_guard.match.daemon.lifetime import Claim
from ways_guard.match.daemon.request import Request, is_newer, understood
from ways_guard.match.daemon.shelf import Shelf
from ways_guard.match.daemon.watch import Watch


class Server:
    """The daemon at an address. `base` is its environment without what each request brings along."""

    def __init__(self, claim: Claim, environ: Mapping[str, str], *, idle: float = DAEMON_IDLE) -> None:
        self._claim = claim
        self._base = {name: value for name, value in environ.items() if not protocol.is_relevant(name)}
        self._shared = protocol.shared(environ, os.fsencode)
        self._idle = idle
        self._slots = threading.BoundedSemaphore(DAEMON_CONNECTIONS)
        self._waker, self._woken = socket.socketpair()
        self._leaving = ""
        self._nowhere = Path(os.devnull).open("w")  # noqa: SIM115 - open as long as the process
        self._requests = 0
        self._started = self._last = time.monotonic()
        self._embedding = Embedding()
        self._shelf = Shelf(self._embedding)
        self._watch = Watch(self._shelf)

    def leave(self, why: str) -> None:
        """Take no more requests; another daemon may start at once. From any thread, and from a signal."""
        if not self._leaving:
            self._leaving = why
            self._claim.give_up()
            with contextlib.suppress(OSError):
                self._waker.send(b".")

    def serve(self) -> None:
        """Until it is time to leave, and the last answers are delivered.

        Where not even this loop goes on any more, the process ends: the next hook starts another one.
        """
        log.note(f"{os.getpid()} started, version {__version__}", log.DAEMON)
        look = time.monotonic() + DAEMON_TICK
        while not self._leaving:
            faulthandler.dump_traceback_later(DAEMON_STUCK, exit=True, file=self._nowhere)
            ready, _, _ = select.select(
                [self._claim.listener, self._woken], [], [], max(look - time.monotonic(), 0)
            )
            if self._claim.listener in ready:
                self._accept()
            if time.monotonic() >= look:
                self._tick()
                look = time.monotonic() + DAEMON_TICK
        self._turn_away()
        until = time.monotonic() + DAEMON_DELIVERY
        for _ in range(DAEMON_CONNECTIONS):
            self._slots.acquire(timeout=max(until - time.monotonic(), 0))
        background.stop()
        faulthandler.cancel_dump_traceback_later()
        log.note(f"{os.getpid()} ended: {self._leaving}, after {self._requests} requests", log.DAEMON)

    def close(self) -> None:
        """Close all that is its own; a process that ends need not."""
        for each in (self._waker, self._woken, self._claim.listener, self._nowhere):
            each.close()

    def _tick(self) -> None:
        if time.monotonic() - self._last > self._idle:
            self.leave("idle")
        elif not self._claim.in_force():
            self.leave("the address leads elsewhere")
        elif self._embedding.busy() > DAEMON_STUCK:
            self.leave("an embedding does not end")
        else:
            threading.Thread(target=self._watch.look, daemon=True).start()

    def _accept(self) -> None:
        try:
            line, _ = self._claim.listener.accept()
        except OSError:  # it has gone again, or there are no descriptors left
            time.sleep(0.001)
            return
        self._slots.acquire()  # all are bounded in time
        threading.Thread(target=self._serve, args=(line,), daemon=True).start()

    def _turn_away(self) -> None:
        """Tell those in the queue that they have to look for another daemon."""
        self._claim.listener.setblocking(False)
        with contextlib.suppress(OSError):
            while True:
                line, _ = self._claim.listener.accept()
                with line, contextlib.suppress(OSError):
                    line.settimeout(DAEMON_RESERVE)
                    line.sendall(protocol.pack([protocol.RETIRED, b""]))
        self._claim.listener.close()

    def _serve(self, line: socket.socket) -> None:
        try:
            with line:
                self._last = time.monotonic()
                line.settimeout(DAEMON_REQUEST)
                if peer.is_own(line) and (not self._claim.secret or loopback.greeted(line, self._claim.secret)):
                    self._dispatch(line, understood(_received(line, self._last + DAEMON_REQUEST)))
        except (OSError, ValueError):  # a client that hangs, has gone or talks of something else
            pass
        except BaseException as error:
            log.failure(error)
        finally:
            self._slots.release()

    def _dispatch(self, line: socket.socket, request: Request) -> None:
        if request.kind == protocol.STATUS:
            _send(line, protocol.ANSWERED, json.dumps(self._status()).encode())
        elif request.kind == protocol.STOP:
            self.leave("asked to")
            _send(line, protocol.ANSWERED)
        elif request.kind != protocol.HOOK or request.shared != self._shared:
            _send(line, protocol.REFUSED)
        elif is_newer(request.version, than=__version__):
            self.leave(f"version {request.version} has come")
            _send(line, protocol.RETIRED)
        else:
            self._answer(line, request)

    def _answer(self, line: socket.socket, request: Request) -> None:
        start = time.monotonic()
        self._requests += 1
        deadline = start + request.left - DAEMON_RESERVE
        self._embedding.wait_until(deadline)
        environ = {**self._base, **request.environ}

        def longer(seconds: float) -> None:
            _announce(line, seconds)
            self._embedding.wait_until(deadline + seconds)  # a late rewriting is compared with the prompt, too

        try:
            response = answer.respond(
                request.argv,
                environ,
                request.payload,
                matcher_for=self._shelf.matcher_for(environ, deadline, longer),
                deadline=deadline,
                folder=request.folder,
            )
        except Exception as error:
            log.failure(error)
            raise  # the client, hung up on, answers by itself
        took = time.monotonic() - start
        printed = _deliver(line, response.data)
        (response.after if printed else response.undo)()
        name = hashlib.sha256(request.payload).hexdigest()[:12]
        told = "printed" if printed else "not printed"
        log.note(f"{name} {took * 1_000:.0f} ms {len(response.data)} bytes {told}", log.DAEMON)

    def _status(self) -> dict[str, object]:
        return {
            "pid": os.getpid(),
            "version": __version__,
            "protocol": protocol.VERSION,
            "uptime": round(time.monotonic() - self._started, 3),
            "requests": self._requests,
            "sets": len(self._shelf),
            "models": self._embedding.names(),
        }


def _received(line: socket.socket, until: float) -> bytes:
    """The body of a request; OSError or ValueError where it does not come, or is too long."""
    size = protocol.body_bytes(_exactly(line, protocol.HEAD_BYTES, until))
    if size > DAEMON_REQUEST_BYTES:
        raise ValueError("too long")
    return _exactly(line, size, until)


def _exactly(line: socket.socket, size: int, until: float) -> bytes:
    found = bytearray()
    while len(found) < size:
        line.settimeout(max(until - time.monotonic(), 0.001))
        some = line.recv(min(size - len(found), 1 << 20))
        if not some:
            raise OSError("the client has gone")
        found += some
    return bytes(found)


def _send(line: socket.socket, status: bytes, data: bytes = b"") -> None:
    line.sendall(protocol.pack([status, data]))


def _announce(line: socket.socket, seconds: float) -> None:
    """Ask a client for more time."""
    _send(line, protocol.WAIT, str(int(seconds * 1_000)).encode())


def _deliver(line: socket.socket, data: bytes) -> bool:
    """Send an answer; whether it was printed."""
    try:
        line.settimeout(DAEMON_DELIVERY)
        _send(line, protocol.ANSWERED, data)
        return not data or line.recv(1) == protocol.PRINTED
    except OSError:
        return not data
