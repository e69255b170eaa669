"""From the bytes of a hook's payload to the bytes of its answer, in whichever process that happens."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from ways_guard.agents import AGENTS
from ways_guard.agents.protocol import AgentConfig
from ways_guard.match.events import EVENTS, MatcherFor, Request, as_it_stands


def _nothing() -> None:
    return None


@dataclass(frozen=True)
class Response:
    """What to print (nothing where `data` is empty), and what follows.

    `undo` takes back what was noted as shown, for an answer that could not be printed; `after` does what can wait
    until it was.
    """

    data: bytes = b""
    undo: Callable[[], None] = _nothing
    after: Callable[[], None] = _nothing


def respond(
    argv: Sequence[str],
    environ: Mapping[str, str],
    data: bytes,
    *,
    matcher_for: MatcherFor = as_it_stands,
    deadline: float | None = None,
    folder: str = "",
) -> Response:
    """Answer a payload with these arguments of the hook, in this environment of the agent's.

    `matcher_for` gives the matcher of a scene; `deadline` (of time.monotonic) is when the answer must be there;
    `folder` is where the hook was started, where that is another process.
    """
    sent = parse(data)
    agent = host_of(sent, argv)
    payload = agent.decode(sent)
    event = event_of(payload, argv, agent)
    if event is None:
        return Response()
    reply = EVENTS[event](Request(payload, environ, agent.NAME, matcher_for, deadline, folder))
    return Response(envelope(agent.encode(event, reply.text)) if reply.text else b"", reply.undo, reply.after)


def parse(data: bytes) -> dict[str, Any]:
    """A payload from bytes; {} for anything that is not a JSON object."""
    try:
        document = json.loads(data.decode("utf-8-sig", "replace"))
    except (ValueError, RecursionError):
        return {}
    return document if isinstance(document, dict) else {}


def event_of(payload: Mapping[str, Any], argv: Sequence[str], agent: AgentConfig) -> str | None:
    """Our name of the event that the payload names, else the first argument; None for one that is not answered.

    Hosts that run another agent's hooks spell its events in ways of their own.
    """
    named = payload.get("hook_event_name")
    words = _words(argv)
    name = named if isinstance(named, str) and named else (words[0] if words and payload else "")
    known = {_plain(spelling): event for event, native in agent.EVENTS.items() for spelling in (event, native)}
    event = known.get(_plain(name))
    return event if event in EVENTS else None


def _plain(name: str) -> str:
    return name.replace("-", "").replace("_", "").lower()


def envelope(document: Mapping[str, Any]) -> bytes:
    """The one document that delivers a text to the agent: ASCII, whatever the text holds."""
    return json.dumps(_clean(document)).encode("ascii")


def _clean(value: Any) -> Any:
    """Without lone surrogates, which are no text and which no reader takes."""
    if isinstance(value, str):
        return value.encode("utf-8", "replace").decode("utf-8")
    return {key: _clean(item) for key, item in value.items()} if isinstance(value, Mapping) else value


def _words(argv: Sequence[str]) -> list[str]:
    """The arguments that are neither an option nor its value."""
    pairs = zip(argv, ("", *argv), strict=False)
    return [word for word, before in pairs if before != "--agent" and not word.startswith("-")]


def host_of(payload: Mapping[str, Any], argv: Sequence[str]) -> AgentConfig:
    """The agent that sent a payload, else the one that the arguments name: some run the hooks of others."""
    marked = (agent for agent in AGENTS.values() if agent.MARK and agent.MARK in payload)
    return next(marked, AGENTS[agent_of(argv)])


def agent_of(argv: Sequence[str]) -> str:
    """The agent that the arguments name, else Claude Code."""
    given = argv[argv.index("--agent") + 1 : argv.index("--agent") + 2] if "--agent" in argv else []
    return given[0] if given and given[0] in AGENTS else "claude-code"
