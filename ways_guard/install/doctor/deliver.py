"""Proof of delivery: the real client, our hooks, and a stand-in of the model that sees whether a way arrives.

All of it on this machine: a scratch home, a scratch project, no account, no network.
"""

from __future__ import annotations

import json
import os
import sys
import tempfile
import threading
import uuid
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from ways_guard.constants import DELIVERY_SECONDS
from ways_guard.install.doctor import process
from ways_guard.install.doctor.facts import Delivery
from ways_guard.install.doctor.stand_in import Body, message, serve
from ways_guard.install.installed import Hook

_PASSED_ON = ("PATH", "LANG", "SYSTEMROOT", "COMSPEC", "PATHEXT")


def deliver(client: Path, hooks: Sequence[Hook], environ: Mapping[str, str]) -> Delivery:
    """Run one prompt through the client with these hooks and look for a made-up way in what it sends."""
    word = f"quagga{uuid.uuid4().hex[:8]}"
    text = f"The {word} is fed at noon."
    with tempfile.TemporaryDirectory(prefix="ways-guard-deliver-", ignore_cleanup_errors=True) as scratch:
        top = Path(os.path.realpath(scratch))
        _prepare(top, word, text, hooks)
        requests, problem = _ask(client, f"Tell me of the {word}", top, environ)
    if problem:
        return Delivery(False, problem)
    return _judged(requests, text)


def _prepare(top: Path, word: str, text: str, hooks: Sequence[Hook]) -> None:
    """A home with the hooks and one way, and an empty project."""
    way = top / "config" / "ways" / "doctor" / "doctor.md"
    for folder in (way.parent, top / "project", top / "tmp"):
        folder.mkdir(parents=True)
    way.write_text(f"---\npattern: {word}\n---\n{text}\n", encoding="utf-8")
    (top / "config" / "ways.json").write_text('{"engine": "none", "bundled": false}', encoding="utf-8")
    groups: dict[str, list[object]] = {}
    for hook in hooks:
        groups.setdefault(hook.event, []).append({"hooks": [{"type": "command", "command": hook.command}]})
    (top / "config" / "settings.json").write_text(json.dumps({"hooks": groups}), encoding="utf-8")


def _ask(client: Path, prompt: str, top: Path, environ: Mapping[str, str]) -> tuple[list[Body], str]:
    """The requests that the client sent, and why there may be none."""
    requests: list[Body] = []
    lock = threading.Lock()

    def answer(body: Body) -> Body:
        with lock:
            requests.append(body)
            block: dict[str, Any] = {"type": "text", "text": "Thank you."}
            return message(block, len(requests), str(body.get("model", "unnamed")))

    with serve(answer) as url:
        command = [str(client), "--print", prompt]
        done = process.run(command, b"", _environment(top, url, environ), top / "project", DELIVERY_SECONDS)
    if done.code is None:
        return requests, f"{client} {done.why}"
    said = (done.err or done.out).decode("utf-8", "replace").strip().splitlines()
    failed = f"{client} ended with exit code {done.code}: {said[0] if said else 'it gave no reason'}"
    return requests, failed if done.code else ""


def _environment(top: Path, url: str, environ: Mapping[str, str]) -> dict[str, str]:
    """Nothing of the user's but where programs are; everything that is written goes below `top`."""
    places = {
        "HOME": top,
        "USERPROFILE": top,
        "CLAUDE_CONFIG_DIR": top / "config",
        "XDG_CACHE_HOME": top / "cache",
        "XDG_STATE_HOME": top / "state",
        "TMPDIR": top / "tmp",
        "TEMP": top / "tmp",
        "CLAUDE_CODE_TMPDIR": top / "tmp",
    }
    switches = {
        "ANTHROPIC_BASE_URL": url,
        "ANTHROPIC_API_KEY": "not-a-key",
        "CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC": "1",
        "DISABLE_AUTOUPDATER": "1",
        "WAYS_GUARD_DAEMON": "0",
    }
    passed = {name: environ[name] for name in _PASSED_ON if name in environ}
    if sys.platform == "win32":
        passed = {name: value for name, value in environ.items() if name.upper() in _PASSED_ON}
    return passed | {name: str(place) for name, place in places.items()} | switches


def _judged(requests: Sequence[Body], text: str) -> Delivery:
    found = sum(text in json.dumps(body.get("messages", []), ensure_ascii=False) for body in requests)
    if found:
        return Delivery(True, "the client passed a made-up way on to the model")
    if not requests:
        return Delivery(False, "the client asked no model")
    return Delivery(False, "the client asked the model, and the way was not in what it sent")
