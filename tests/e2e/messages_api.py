"""A stand-in of the Messages API on loopback: it answers from a script and keeps what it was sent."""

from __future__ import annotations

import json
import re
import threading
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

Body = dict[str, Any]
"""The JSON body of one request, as the client sent it."""


@dataclass(frozen=True)
class Text:
    """An answer in words; it ends the client's turn."""

    text: str


@dataclass(frozen=True)
class ToolCall:
    """An answer that has the client run one of its tools (``Bash``, ``Edit``, ``Agent``, …).

    The client runs it and sends its result with the next request.
    """

    name: str
    arguments: Mapping[str, Any]


Answer = Text | ToolCall

LAST_ANSWER = Text("That is all.")
"""The answer once a script is used up, and to every request that is not part of the conversation."""

USAGE = {
    "input_tokens": 1,
    "output_tokens": 1,
    "cache_creation_input_tokens": 0,
    "cache_read_input_tokens": 0,
}


@dataclass
class MessagesApi:
    """A running stand-in: where it listens, and the bodies of all message requests so far, in order."""

    answers: Iterator[Answer]
    url: str = ""
    requests: list[Body] = field(default_factory=list)
    lock: threading.Lock = field(default_factory=threading.Lock)

    def answer(self, body: Body) -> Body:
        """Keep one request body and return the message that answers it."""
        with self.lock:
            self.requests.append(body)
            # A request without tools (a title, a summary) must not use up an answer of the script.
            answer = next(self.answers, LAST_ANSWER) if body.get("tools") else LAST_ANSWER
            return _message(answer, len(self.requests), body.get("model", "unnamed"))


@contextmanager
def serve_messages(answers: Sequence[Answer] = ()) -> Iterator[MessagesApi]:
    """Run a stand-in that gives ``answers`` one after the other, each to one request of a conversation.

    A sub-agent takes its answers from the same script and runs beside its parent: which of the two gets the
    next answer is not fixed, so what follows an ``Agent`` call is best the same for both.
    """
    api = MessagesApi(iter(answers))
    with ThreadingHTTPServer(("127.0.0.1", 0), lambda *request: _Handler(api, *request)) as server:
        api.url = f"http://127.0.0.1:{server.server_port}"
        thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.05})
        thread.start()
        try:
            yield api
        finally:
            server.shutdown()
            thread.join()


def contexts(body: Body) -> list[str]:
    """Return what hooks added to the conversation in ``body``, in order, each with the client's heading.

    Client 2.1.332 joins it into system-role messages, between paragraphs of its own. An envelope becomes
    ``Event[:Tool] hook additional context: TEXT``, plain output ``Event hook success: TEXT``.
    """
    return [context for text in _system_texts(body) for context in _split_contexts(text)]


_HEADING = re.compile(r"^(?=[A-Z][A-Za-z]+(?::\S+)? hook (?:additional context|success): )", re.MULTILINE)
# How the client's own paragraphs go on after a hook's text, which has no end mark.
_CLIENT_PARAGRAPH = re.compile(
    r"\n\n(?:# Environment\nYou have been invoked|The following deferred tools are now|Today's date is )"
)


def _system_texts(body: Body) -> Iterator[str]:
    for message in body["messages"]:
        if message["role"] == "system":
            content = message["content"]
            blocks = [{"type": "text", "text": content}] if isinstance(content, str) else content
            yield from (block["text"] for block in blocks if block["type"] == "text")


def _split_contexts(text: str) -> Iterator[str]:
    for part in _HEADING.split(text):
        if _HEADING.match(part):
            yield _CLIENT_PARAGRAPH.split(part)[0].rstrip("\n")


def _message(answer: Answer, number: int, model: str) -> Body:
    """Return ``answer`` as a message of the API; ``number`` makes its ids unique within a run."""
    if isinstance(answer, Text):
        block: Body = {"type": "text", "text": answer.text}
    else:
        call = {"name": answer.name, "input": dict(answer.arguments)}
        block = {"type": "tool_use", "id": f"toolu_{number}", **call}
    return {
        "id": f"msg_{number}",
        "type": "message",
        "role": "assistant",
        "model": model,
        "content": [block],
        "stop_reason": "end_turn" if isinstance(answer, Text) else "tool_use",
        "stop_sequence": None,
        "usage": USAGE,
    }


def _events(message: Body) -> Iterator[Body]:
    """Yield the events by which a stream tells ``message``, a message of one block."""
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

    def __init__(self, api: MessagesApi, *request: Any) -> None:
        self.api = api
        super().__init__(*request)

    def do_GET(self) -> None:
        self._send(b"{}", "application/json")

    def do_HEAD(self) -> None:
        self._send(b"", "application/json")

    def do_POST(self) -> None:
        data = self.rfile.read(int(self.headers.get("content-length", 0)))
        if self.path.partition("?")[0] != "/v1/messages":
            return self._send(b"{}", "application/json")
        body: Body = json.loads(data)
        message = self.api.answer(body)
        if not body.get("stream"):
            return self._send(json.dumps(message).encode(), "application/json")
        return self._send(b"".join(map(_server_sent, _events(message))), "text/event-stream")

    def _send(self, data: bytes, content_type: str) -> None:
        self.send_response(200)
        self.send_header("content-type", content_type)
        self.send_header("content-length", str(len(data)))
        self.end_headers()
        self.wfile.write(data)

    def log_message(self, format: str, *args: Any) -> None:
        """Keep a test's output free of the access log."""
