"""A stand-in of the Messages API on loopback, so that a real client can be watched without an account."""

from __future__ import annotations

import json
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

Body = dict[str, Any]
"""The JSON body of a request, as the client sent it, or of a message that answers it."""

_USAGE = {
    "input_tokens": 1,
    "output_tokens": 1,
    "cache_creation_input_tokens": 0,
    "cache_read_input_tokens": 0,
}
_POLL = 0.05  # Seconds until a server that shall end notices it.


def message(block: Body, number: int, model: str) -> Body:
    """A message of one block, `text` or `tool_use`; `number` makes its id unique within a run."""
    return {
        "id": f"msg_{number}",
        "type": "message",
        "role": "assistant",
        "model": model,
        "content": [block],
        "stop_reason": "end_turn" if block["type"] == "text" else "tool_use",
        "stop_sequence": None,
        "usage": _USAGE,
    }


@contextmanager
def serve(answer: Callable[[Body], Body]) -> Iterator[str]:
    """Listen on loopback, where `answer` makes a message of each request; gives the URL.

    The client asks several things at once, so `answer` is called from several threads.
    """
    with ThreadingHTTPServer(("127.0.0.1", 0), lambda *request: _Handler(answer, *request)) as server:
        thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": _POLL})
        thread.start()
        try:
            yield f"http://127.0.0.1:{server.server_port}"
        finally:
            server.shutdown()
            thread.join()


def _events(message: Body) -> Iterator[Body]:
    """The events by which a stream tells a message of one block."""
    (block,) = message["content"]
    delta: Body
    if block["type"] == "text":
        start = {**block, "text": ""}
        delta = {"type": "text_delta", "text": block["text"]}
    else:
        start = {**block, "input": {}}
        delta = {"type": "input_json_delta", "partial_json": json.dumps(block["input"])}
    stop = {"stop_reason": message["stop_reason"], "stop_sequence": None}
    yield {"type": "message_start", "message": {**message, "content": [], "stop_reason": None}}
    yield {"type": "content_block_start", "index": 0, "content_block": start}
    yield {"type": "content_block_delta", "index": 0, "delta": delta}
    yield {"type": "content_block_stop", "index": 0}
    yield {"type": "message_delta", "delta": stop, "usage": {"output_tokens": 1}}
    yield {"type": "message_stop"}


def _server_sent(event: Body) -> bytes:
    return f"event: {event['type']}\ndata: {json.dumps(event)}\n\n".encode()


class _Handler(BaseHTTPRequestHandler):
    """Answers message requests; everything else that the client asks gets an empty object."""

    def __init__(self, answer: Callable[[Body], Body], *request: Any) -> None:
        self.answer = answer
        super().__init__(*request)

    def do_GET(self) -> None:
        """Nothing to say."""
        self._send(b"{}", "application/json")

    def do_HEAD(self) -> None:
        """The client asks so whether somebody is here."""
        self._send(b"", "application/json")

    def do_POST(self) -> None:
        """A message, whole or as a stream of events, as the request wants it."""
        data = self.rfile.read(int(self.headers.get("content-length", 0)))
        if self.path.partition("?")[0] != "/v1/messages":
            return self._send(b"{}", "application/json")
        body: Body = json.loads(data)
        answer = self.answer(body)
        if not body.get("stream"):
            return self._send(json.dumps(answer).encode(), "application/json")
        return self._send(b"".join(map(_server_sent, _events(answer))), "text/event-stream")

    def _send(self, data: bytes, content_type: str) -> None:
        self.send_response(200)
        self.send_header("content-type", content_type)
        self.send_header("content-length", str(len(data)))
        self.end_headers()
        self.wfile.write(data)

    def log_message(self, format: str, *args: Any) -> None:
        """Keep quiet: what comes in is nobody's to read."""
