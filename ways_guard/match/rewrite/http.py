"""One JSON request to a server, within a deadline and a size, whatever the server does."""

from __future__ import annotations

import contextlib
import http.client
import json
import socket
import ssl
import threading
import urllib.parse
from collections.abc import Callable, Iterator, Mapping
from typing import Any

from ways_guard.constants import REWRITE_ANSWER_BYTES
from ways_guard.match.rewrite.model import AbstainedError

_LOCAL = ("127.0.0.1", "::1", "localhost")


def problem(url: object) -> str:
    """What is wrong with a server's address, in words; "" where it can be used.

    A prompt goes over the network in clear to this machine only.
    """
    if not isinstance(url, str) or not url:
        return '"url" is missing: the address of the server'
    try:
        parts = urllib.parse.urlsplit(url)
        host, _ = parts.hostname, parts.port
    except ValueError:
        return f'"url" is no address: {url}'
    if parts.scheme not in ("http", "https") or not host:
        return f'"url" must begin with https:// or, for a server on this machine, http://: {url}'
    if parts.scheme == "http" and host not in _LOCAL:
        return f'"url" must begin with https://, for it leads to another machine: {url}'
    return ""


def post(url: str, headers: Mapping[str, str], body: Mapping[str, Any], left: Callable[[], float]) -> Any:
    """The JSON value that a server answers with. AbstainedError for anything else, and when the time is up."""
    parts = urllib.parse.urlsplit(url)
    connection = _connection(parts, left())
    try:
        connection.connect()
        with _hung_up_on(connection.sock, left()):
            sent = {"Content-Type": "application/json", "Accept": "application/json", **headers}
            connection.request("POST", parts.path or "/", json.dumps(body).encode("ascii"), sent)
            response = connection.getresponse()
            if response.status != 200:
                raise AbstainedError(f"{parts.hostname} answered {response.status}")
            return _value(_read(response, left), parts.hostname)
    except TimeoutError as error:
        raise AbstainedError(f"{parts.hostname} took too long") from error
    except (OSError, http.client.HTTPException, ValueError) as error:
        if left() <= 0:  # it was hung up on
            raise AbstainedError(f"{parts.hostname} took too long") from error
        raise AbstainedError(f"{parts.hostname} could not be asked: {type(error).__name__}") from error
    finally:
        connection.close()


def _connection(parts: urllib.parse.SplitResult, seconds: float) -> http.client.HTTPConnection:
    # No proxies and no redirects: a prompt goes where ways.json says and nowhere else.
    host, timeout = parts.hostname or "", max(seconds, 0.01)
    if parts.scheme == "https":
        return http.client.HTTPSConnection(host, parts.port, timeout=timeout, context=ssl.create_default_context())
    return http.client.HTTPConnection(host, parts.port, timeout=timeout)


@contextlib.contextmanager
def _hung_up_on(line: socket.socket, seconds: float) -> Iterator[None]:
    """End all reading after so many seconds: no single wait is long for a server that sends a byte at a time."""

    def hang_up() -> None:
        with contextlib.suppress(OSError):
            socket.socket.shutdown(line, socket.SHUT_RDWR)  # not TLS's own, which says goodbye first

    timer = threading.Timer(max(seconds, 0.0), hang_up)
    timer.daemon = True
    timer.start()
    try:
        yield
    finally:
        timer.cancel()


def _read(response: http.client.HTTPResponse, left: Callable[[], float]) -> bytes:
    found = bytearray()
    while chunk := response.read1(1 << 16):
        found += chunk
        if len(found) > REWRITE_ANSWER_BYTES:
            raise AbstainedError(f"the answer is longer than {REWRITE_ANSWER_BYTES:,} bytes")
    if left() <= 0:  # it was hung up on
        raise TimeoutError
    return bytes(found)


def _value(data: bytes, host: str | None) -> Any:
    try:
        return json.loads(data.decode("utf-8"))
    except (ValueError, RecursionError) as error:
        raise AbstainedError(f"{host} did not answer with JSON") from error
