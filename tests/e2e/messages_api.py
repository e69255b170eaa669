"""A stand-in of the Messages API on loopback: it answers from a script and keeps what it was sent."""

from __future__ import annotations

import re
import threading
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any

from ways_guard.install.doctor.stand_in import Body as Body
from ways_guard.install.doctor.stand_in import message, serve


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
            return message(_block(answer, number := len(self.requests)), number, body.get("model", "unnamed"))


@contextmanager
def serve_messages(answers: Sequence[Answer] = ()) -> Iterator[MessagesApi]:
    """Run a stand-in that gives ``answers`` one after the other, each to one request of a conversation.

    A sub-agent takes its answers from the same script and runs beside its parent: which of the two gets the
    next answer is not fixed, so what follows an ``Agent`` call is best the same for both.
    """
    api = MessagesApi(iter(answers))
    with serve(api.answer) as api.url:
        yield api


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
    for said in body["messages"]:
        if said["role"] == "system":
            content = said["content"]
            blocks = [{"type": "text", "text": content}] if isinstance(content, str) else content
            yield from (block["text"] for block in blocks if block["type"] == "text")


def _split_contexts(text: str) -> Iterator[str]:
    for part in _HEADING.split(text):
        if _HEADING.match(part):
            yield _CLIENT_PARAGRAPH.split(part)[0].rstrip("\n")


def _block(answer: Answer, number: int) -> Body:
    """Return ``answer`` as a block of a message; ``number`` makes its id unique within a run."""
    if isinstance(answer, Text):
        return {"type": "text", "text": answer.text}
    return {"type": "tool_use", "id": f"toolu_{number}", "name": answer.name, "input": dict(answer.arguments)}
