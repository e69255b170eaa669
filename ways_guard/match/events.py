"""What each hook event answers: a payload in, the text for the agent out."""

from __future__ import annotations

import hashlib
import os
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

from ways_guard.agents import AGENTS
from ways_guard.constants import COLD_START_BUDGET, OUTPUT_LIMIT
from ways_guard.folders import cache_dir, state_dir
from ways_guard.match import delivery, directive, runtime, session
from ways_guard.match.runtime import Scene
from ways_guard.way.discover import CORE
from ways_guard.way.text import decode

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
    told = session.folder(state_dir(), str(payload.get("session_id", "")))
    mark = f"core:{hashlib.sha256(text.encode('utf-8', 'replace')).hexdigest()}"
    if payload.get("source") in _AGAIN:
        fresh = session.claim(told, mark)
        return Reply(text.partition("\n\n")[0] if fresh else "", lambda: session.release(told, mark))
    session.forget(told)
    session.claim(told, mark)
    return Reply(delivery.cut(text, OUTPUT_LIMIT), lambda: session.release(told, mark))


def user_prompt_submit(payload: Payload, environ: Mapping[str, str], agent: str) -> Reply:
    """The bodies of the ways that the prompt needs and that this session has not been shown."""
    prompt = payload.get("prompt")
    if not isinstance(prompt, str) or not prompt.strip():
        return Reply("")
    from ways_guard.match import gates, service

    # One short text: threads would only wait for each other, on a busy machine for more than a second.
    os.environ.setdefault("OMP_NUM_THREADS", "1")
    scene = _scene(payload, environ, agent)
    matcher = service.as_it_stands(
        scene.roots, scene.config, scene.languages, cache_dir(), budget=COLD_START_BUDGET
    )
    fired = [v for v in matcher.match(prompt).fired if gates.open_for(v.entry.trigger, scene, "agent")]
    told = session.folder(state_dir(), str(payload.get("session_id", "")))
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


EVENTS: Mapping[str, Callable[[Payload, Mapping[str, str], str], Reply]] = {
    "SessionStart": session_start,
    "UserPromptSubmit": user_prompt_submit,
}


def _scene(payload: Payload, environ: Mapping[str, str], agent: str) -> Scene:
    cwd = payload.get("cwd")
    folder = Path(cwd) if isinstance(cwd, str) and cwd else Path.cwd()
    return runtime.scene(AGENTS[agent], environ, folder)


def _core(scene: Scene) -> str:
    """The nearest root's core.md, "" where none has one."""
    path = next((root.path / CORE for root in scene.roots if (root.path / CORE).is_file()), None)
    return decode(path.read_bytes()).text if path else ""
