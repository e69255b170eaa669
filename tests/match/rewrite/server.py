"""A server on loopback that speaks the providers' wire formats, well or badly."""

from __future__ import annotations

import contextlib
import json
import threading
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

GOOD = {"rewritten_query": "I think that I have syphilis", "entities": ["syphilis"]}
Handler = Callable[["Connection"], None]


class Connection(BaseHTTPRequestHandler):
    """One request; what is done with it is the server's `act`."""

    def do_POST(self) -> None:
        server = self.server
        assert isinstance(server, Server)
        self.body = json.loads(self.rfile.read(int(self.headers["content-length"])))
        server.seen.append((self.path, dict(self.headers), self.body))
        server.act(self)

    def send(
        self, data: bytes, status: int = 200, kind: str = "application/json", length: int | None = None
    ) -> None:
        """Answer with these bytes, of which it says how many come."""
        self.send_response(status)
        self.send_header("content-type", kind)
        self.send_header("content-length", str(len(data) if length is None else length))
        self.end_headers()
        self.wfile.write(data)

    def log_message(self, format: str, *args: Any) -> None:
        """Keep a test's output free of the access log."""


class Server(ThreadingHTTPServer):
    """Keeps what it was sent."""

    daemon_threads = True

    def __init__(self, act: Handler) -> None:
        super().__init__(("127.0.0.1", 0), Connection)
        self.act = act
        self.seen: list[tuple[str, dict[str, str], Mapping[str, Any]]] = []

    @property
    def url(self) -> str:
        """Where it listens."""
        return f"http://127.0.0.1:{self.server_port}"

    def handle_error(self, request: Any, client_address: Any) -> None:
        """Clients of these tests go away early, which is no error of theirs."""


@contextmanager
def serving(act: Handler) -> Iterator[Server]:
    """Run a server until the block ends."""
    with Server(act) as server:
        thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.02}, daemon=True)
        thread.start()
        try:
            yield server
        finally:
            server.shutdown()


def completion(content: Any) -> bytes:
    """A chat completion with that content."""
    text = content if isinstance(content, str) else json.dumps(content)
    return json.dumps({"choices": [{"message": {"role": "assistant", "content": text}}]}).encode()


def message(given: Any) -> bytes:
    """A message of the Messages API whose answer is the input of a tool, or a text."""
    text = {"type": "text", "text": given}
    use = {"type": "tool_use", "id": "t", "name": "rewritten", "input": given}
    return json.dumps({"type": "message", "content": [text if isinstance(given, str) else use]}).encode()


FORMS: Mapping[str, Callable[[Any], bytes]] = {"openai": completion, "anthropic": message}


def answering(form: Callable[[Any], bytes], content: Any = GOOD) -> Handler:
    """Answer well."""
    return lambda line: line.send(form(content))


def slow(form: Callable[[Any], bytes]) -> Handler:
    """Answer well, too late."""

    def act(line: Connection) -> None:
        time.sleep(1)
        line.send(form(GOOD))

    return act


def dripping(form: Callable[[Any], bytes]) -> Handler:
    """Answer a byte at a time: no single wait is long."""

    def act(line: Connection) -> None:
        line.send_response(200)
        line.end_headers()
        for byte in form(GOOD):
            line.wfile.write(bytes([byte]))
            line.wfile.flush()
            time.sleep(0.05)

    return act


def endless(data: bytes) -> Callable[[object], Handler]:
    """Begin an answer with these bytes, again and again: it never comes to its content."""

    def act(line: Connection) -> None:
        with contextlib.suppress(OSError):
            while True:
                line.connection.sendall(data)
                time.sleep(0.02)

    return lambda _: act


BAD: Mapping[str, Callable[[Callable[[Any], bytes]], Handler]] = {
    "slow": slow,
    "dripping": dripping,
    "goes on and on": endless(b"HTTP/1.1 100 Continue\r\n\r\n"),
    "half a head": endless(b"HTTP/1.1"),
    "hung": lambda _: lambda _: time.sleep(2),
    "closed": lambda _: lambda line: line.connection.close(),
    "429": lambda form: lambda line: line.send(form(GOOD), 429),
    "500": lambda _: lambda line: line.send(b"{}", 500),
    "redirect": lambda form: lambda line: line.send(form(GOOD), 302),
    "cut off": lambda form: lambda line: line.send(form(GOOD)[:40], length=4_000),
    "html": lambda _: lambda line: line.send(b"<html>Sign in</html>", kind="text/html"),
    "not utf-8": lambda _: lambda line: line.send(b"\xff\xfe"),
    "other json": lambda _: lambda line: line.send(b'[{"choices": 3}]'),
    "prose": lambda form: answering(form, "Sure! Here is the translation: I have syphilis."),
    "no query": lambda form: answering(form, {"entities": []}),
    "empty": lambda form: answering(form, {"rewritten_query": " ", "entities": []}),
    "unchanged": lambda form: answering(
        form, {"rewritten_query": "Je crois que j'ai une syphilis !", "entities": []}
    ),
    "wrong language": lambda form: answering(
        form, {"rewritten_query": "Ich glaube, dass ich eine Syphilis habe und zum Arzt muss", "entities": []}
    ),
    "instruction": lambda form: answering(form, {"rewritten_query": '{"rewritten_query": "x"}', "entities": []}),
    "10 MB": lambda form: answering(form, {"rewritten_query": "I have syphilis " * 700_000, "entities": []}),
    "longer": lambda form: answering(form, {"rewritten_query": "I have syphilis " * 200, "entities": []}),
}
"""What servers do wrong, by name: each takes the form of a right answer."""
