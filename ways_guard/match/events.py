"""What each hook event answers: a payload in, the text for the agent out."""

from __future__ import annotations

import hashlib
import os
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeAlias

from ways_guard.agents import AGENTS
from ways_guard.constants import COLD_START_BUDGET, DAEMON_RESERVE, OUTPUT_LIMIT
from ways_guard.errors import WaysGuardError
from ways_guard.files import read_bytes
from ways_guard.folders import cache_dir, state_dir
from ways_guard.match import background, delivery, directive, log, runtime, session
from ways_guard.match.runtime import Scene
from ways_guard.way.discover import CORE, strays
from ways_guard.way.text import decode

if TYPE_CHECKING:
    from ways_guard.match.matcher import Gate, Matcher
    from ways_guard.match.verdict import Verdict

Payload: TypeAlias = Mapping[str, Any]
MatcherFor: TypeAlias = "Callable[[Scene], Matcher]"
_AGAIN = ("resume", "fork")  # The client replays what the session was told; only a change is news.


def as_it_stands(scene: Scene) -> Matcher:
    """The matcher of a scene for a process that answers once and ends."""
    from ways_guard.match import service

    return service.as_it_stands(scene.roots, scene.config, scene.languages, cache_dir(), budget=COLD_START_BUDGET)


def symbolic(scene: Scene) -> Matcher:
    """The matcher of a scene whose time for models is over: patterns alone, from triggers.json."""
    from ways_guard.match import service

    return service.symbolic(scene.roots, scene.config, scene.languages, cache_dir())


@dataclass(frozen=True)
class Request:
    """An event: its payload, the environment of the agent's process, the agent's name.

    `matcher_for` gives the matcher of a scene; `deadline` (of time.monotonic) is when the answer must be there;
    `folder` is where the hook was started, where that is another process.
    """

    payload: Payload
    environ: Mapping[str, str]
    agent: str = "claude-code"
    matcher_for: MatcherFor = as_it_stands
    deadline: float | None = None
    folder: str = ""

    def is_late(self) -> bool:
        """Whether nobody waits for the answer any more: what it would claim as shown would be lost."""
        return self.deadline is not None and time.monotonic() > self.deadline + DAEMON_RESERVE / 2


def _nothing() -> None:
    return None


@dataclass(frozen=True)
class Reply:
    """A text for the agent, what to take back if it cannot be printed, and what to do after it was."""

    text: str = ""
    undo: Callable[[], None] = _nothing
    after: Callable[[], None] = _nothing


def session_start(request: Request) -> Reply:
    """core.md with the directive in the output language; on resume and fork the directive alone, if it changed."""
    payload, scene = request.payload, _scene(request)
    language = scene.languages[scene.output_language(request.environ).code]
    text = directive.session_text(_core(scene), language)
    told = session.folder(state_dir(), payload.get("session_id"))
    mark = hashlib.sha256(text.encode("utf-8", "replace")).hexdigest()
    before = session.heard(told)
    if payload.get("source") in _AGAIN:
        text = text.partition("\n\n")[0] if mark != before else ""
    else:
        session.forget(told)
        session.prune(state_dir())
    session.hear(told, mark)
    return Reply(
        delivery.cut(text, OUTPUT_LIMIT),
        undo=lambda: session.hear(told, before),
        after=lambda: background.refresh(payload, request.environ),
    )


def user_prompt_submit(request: Request) -> Reply:
    """The bodies of the ways that the prompt needs and that this session has not been shown."""
    payload, prompt = request.payload, request.payload.get("prompt")
    if not isinstance(prompt, str) or not prompt.strip():
        return Reply()
    from ways_guard.match import gates

    scene = _scene(request)
    fired = _fired(request.matcher_for(scene), prompt, lambda entry: gates.open_for(entry.trigger, scene, "agent"))
    if request.is_late():
        return Reply()
    told = session.folder(state_dir(), payload.get("session_id"))
    claimed = [verdict for verdict in fired if session.claim(told, f"way:{verdict.entry.id}")]
    language = scene.output_language(request.environ).code
    parts = [(verdict.entry.id, delivery.body(verdict, language)) for verdict in claimed]
    sent = delivery.compose([part for part in parts if part[1]])

    def undo() -> None:
        for verdict in claimed:
            session.release(told, f"way:{verdict.entry.id}")

    for verdict in claimed:
        if verdict.entry.id not in sent.shown:
            session.release(told, f"way:{verdict.entry.id}")
    return Reply(sent.text, undo)


def _fired(matcher: Matcher, prompt: str, gate: Gate) -> Sequence[Verdict]:
    """The ways that fire; whatever is wrong with models or corpus, patterns need neither."""
    try:
        return matcher.match(prompt, gate=gate).fired
    except Exception as error:
        from ways_guard.match.engines import Models

        log.failure(error)
        return replace(matcher, models=Models(), calibration=None).match(prompt, gate=gate).fired


EVENTS: Mapping[str, Callable[[Request], Reply]] = {
    "SessionStart": session_start,
    "UserPromptSubmit": user_prompt_submit,
}


def _scene(request: Request) -> Scene:
    folder = _folder(request.payload.get("cwd"), request.folder)
    scene = runtime.scene(AGENTS[request.agent], request.environ, folder, strict=False)
    for problem in scene.config.problems:
        log.note(problem)
    return scene


def _folder(cwd: object, started: str) -> Path:
    """Where the session runs; where that cannot be (it is gone, or no path at all) the folder of the hook."""
    for place in (cwd, started):
        if isinstance(place, str) and os.path.isdir(place):  # noqa: PTH112 - Path.is_dir raises for some strings
            return Path(place)
    try:
        return Path.cwd()
    except OSError:
        return Path(os.sep)


def _core(scene: Scene) -> str:
    """The nearest root's core.md, "" where none has one; a project's, which may only add, where no other has."""
    roots = sorted(scene.roots, key=lambda root: root.origin == "project")
    paths = (root.path / CORE for root in roots if not strays(root, root.path / CORE))
    path = next((path for path in paths if path.is_file()), None)
    try:
        return decode(read_bytes(path)).text if path else ""
    except WaysGuardError:
        return ""
