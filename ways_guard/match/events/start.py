"""The start of a session: the language that is written, base guidance, and state ways."""

from __future__ import annotations

import hashlib
from pathlib import Path

from ways_guard.constants import OUTPUT_LIMIT, WAY_FILE_BYTES
from ways_guard.errors import WaysGuardError
from ways_guard.files import read_bytes
from ways_guard.folders import state_dir
from ways_guard.match import background, delivery, directive, macro, runtime, session
from ways_guard.match.events import state
from ways_guard.match.events.request import Reply, Request
from ways_guard.match.events.show import show
from ways_guard.way import frontmatter, load
from ways_guard.way.text import decode

_AGAIN = ("resume", "fork")  # The client replays what the session was told; only a change is news.


def session_start(request: Request) -> Reply:
    """core.md with the directive in the output language, and the ways for the start of a session.

    On resume and fork the directive alone, and only if core.md or the language changed.
    """
    text = _session_text(request)
    told, mark = request.told, hashlib.sha256(text.encode("utf-8", "replace")).hexdigest()
    before = session.heard(told)
    if request.payload.get("source") in _AGAIN:
        shown = Reply(text.partition("\n\n")[0] if mark != before else "")
    else:
        session.forget(told)
        session.prune(state_dir())
        lead = delivery.cut(text, OUTPUT_LIMIT)
        shown = show(request, "session-start", state.due(request, request.who, starting=True), lead=lead)
    session.hear(told, mark)

    def undo() -> None:
        session.hear(told, before)
        shown.undo()

    def after() -> None:
        shown.after()
        background.refresh(request.payload, request.environ, request.agent)

    return Reply(shown.text, undo, after)


def _session_text(request: Request) -> str:
    """The directive first, then core.md with its macro's output, where it has one and may run it."""
    language = request.scene.languages[request.scene.output_language(request.environ).code]
    path = runtime.core(request.scene.roots)
    source = _read(path) if path else ""
    text = directive.session_text(source, language)
    where = load.macro(frontmatter.parse(source).fields or {}) if path else None
    if not path or not where:
        return text
    first, _, rest = text.partition("\n\n")
    return f"{first}\n\n{delivery.joined(rest, _macro(request, path), where)}".strip()


def _read(path: Path) -> str:
    try:
        return decode(read_bytes(path, WAY_FILE_BYTES)).text
    except WaysGuardError:
        return ""


def _macro(request: Request, path: Path) -> str:
    root = next(root for root in request.scene.roots if path.parent == root.path)
    if root.guest:
        return ""
    place = request.scene.project or request.scene.folder
    return macro.output(root, path, place, request.environ, request.macro_seconds)
