"""What each hook event answers: a payload in, the text for the agent out."""

from __future__ import annotations

import hashlib
import os
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from ways_guard.agents import AGENTS
from ways_guard.constants import COLD_START_BUDGET, OUTPUT_LIMIT
from ways_guard.errors import WaysGuardError
from ways_guard.files import read_bytes
from ways_guard.folders import cache_dir, state_dir
from ways_guard.match import delivery, directive, log, runtime, session
from ways_guard.match.runtime import Scene
from ways_guard.way.text import decode

if TYPE_CHECKING:
    from ways_guard.match.matcher import Gate, Matcher
    from ways_guard.match.verdict import Verdict

Payload = Mapping[str, Any]
_AGAIN = ("resume", "fork")  # The client replays what the session was told; only a change is news.


class Reply:
    """A text for the agent, and what to take back if it cannot be printed."""

    def __init__(self, text: str, undo: Callable[[], None] = lambda: None) -> None:
        self.text = text
        self.undo = undo


def session_start(payload: Payload, environ: Mapping[str, str], agent: str) -> Reply:
    """core.md with the directive in the output language; on resume and fork the directive alone, if it changed."""
    scene = _scene(payload, environ, agent)
    language = scene.languages[scene.output_language(environ).code]
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
    return Reply(delivery.cut(text, OUTPUT_LIMIT), lambda: session.hear(told, before))


def user_prompt_submit(payload: Payload, environ: Mapping[str, str], agent: str) -> Reply:
    """The bodies of the ways that the prompt needs and that this session has not been shown."""
    prompt = payload.get("prompt")
    if not isinstance(prompt, str) or not prompt.strip():
        return Reply("")
    from ways_guard.match import gates, service

    scene = _scene(payload, environ, agent)
    matcher = service.as_it_stands(
        scene.roots, scene.config, scene.languages, cache_dir(), budget=COLD_START_BUDGET
    )
    fired = _fired(matcher, prompt, lambda entry: gates.open_for(entry.trigger, scene, "agent"))
    told = session.folder(state_dir(), payload.get("session_id"))
    claimed = [verdict for verdict in fired if session.claim(told, f"way:{verdict.entry.id}")]
    language = scene.output_language(environ).code
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


EVENTS: Mapping[str, Callable[[Payload, Mapping[str, str], str], Reply]] = {
    "SessionStart": session_start,
    "UserPromptSubmit": user_prompt_submit,
}


def _scene(payload: Payload, environ: Mapping[str, str], agent: str) -> Scene:
    scene = runtime.scene(AGENTS[agent], environ, _folder(payload.get("cwd")), strict=False)
    for problem in scene.config.problems:
        log.note(problem)
    return scene


def _folder(cwd: object) -> Path:
    """Where the session runs; where that cannot be (it is gone, or no path at all) the folder of this process."""
    if isinstance(cwd, str) and os.path.isdir(cwd):  # noqa: PTH112 - Path.is_dir raises for some strings
        return Path(cwd)
    try:
        return Path.cwd()
    except OSError:
        return Path(os.sep)


def _core(scene: Scene) -> str:
    """The core.md in force, "" where there is none that can be read."""
    path = runtime.core(scene.roots)
    try:
        return decode(read_bytes(path)).text if path else ""
    except WaysGuardError:
        return ""
