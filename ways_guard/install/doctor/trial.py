"""Running installed hooks as the agent runs them, in a session that is made up and leaves nothing behind."""

from __future__ import annotations

import json
import tempfile
import time
import uuid
from collections.abc import Collection, Iterable, Mapping
from pathlib import Path
from typing import Any

from ways_guard.constants import TRIAL_SECONDS
from ways_guard.install.doctor import process
from ways_guard.install.doctor.facts import MANAGED, Trial
from ways_guard.install.installed import Hook, Settings

_OWN = ("user", MANAGED)


def safe(settings: Settings, hook: Hook, ours: Collection[str]) -> bool:
    """Whether a hook may be run: one from a project's files only if it is, to the letter, what we install there.

    A project is a stranger's, and its settings may hold any command under our program's name. `ours` are the
    commands that we install in that scope.
    """
    return settings.scope in _OWN or hook.command in ours


def run_all(hooks: Iterable[tuple[str, str]], environ: Mapping[str, str], project: Path) -> list[Trial]:
    """Run each (event, command) once; equal ones are one."""
    with tempfile.TemporaryDirectory(prefix="ways-guard-doctor-", ignore_cleanup_errors=True) as scratch:
        inside = scratch_environment(environ, Path(scratch), project)
        return [run(event, command, inside, project) for event, command in dict.fromkeys(hooks)]


def scratch_environment(environ: Mapping[str, str], scratch: Path, project: Path) -> dict[str, str]:
    """The environment in which a hook keeps no state of the user's and starts no daemon."""
    kept = {name: value for name, value in environ.items() if name != "WAYS_GUARD_DISABLE"}
    own = {"XDG_STATE_HOME": str(scratch), "WAYS_GUARD_DAEMON": "0", "CLAUDE_PROJECT_DIR": str(project)}
    return kept | own


def run(event: str, command: str, environ: Mapping[str, str], project: Path) -> Trial:
    """Run one hook through the shell, as the agent does."""
    started = time.perf_counter()
    data = json.dumps(payload(event, project)).encode("ascii")
    done = process.run(command, data, environ, project, TRIAL_SECONDS)
    seconds = time.perf_counter() - started
    return Trial(event, command, seconds, done.why or problem(event, done.code, done.out))


def payload(event: str, project: Path) -> dict[str, Any]:
    """What the agent would send for an event, with a session that there never was."""
    return {
        "session_id": f"doctor-{uuid.uuid4()}",
        "transcript_path": "",
        "cwd": str(project),
        "permission_mode": "default",
        "hook_event_name": event,
        "source": "startup",
        "prompt": "How do we write commit messages here?",
        "tool_name": "Bash",
        "tool_input": {"command": "git commit", "description": "Commit"},
        "tool_use_id": "toolu_doctor",
        "agent_id": "agent-doctor",
        "agent_type": "Explore",
        "trigger": "manual",
        "reason": "other",
    }


def problem(event: str, code: int | None, out: bytes) -> str:
    """What is wrong with the answer of a hook, "" where it keeps its promises."""
    if code:
        return f"ends with exit code {code}, which the agent shows as an error"
    if not out.strip():
        return ""
    try:
        answer = json.loads(out)["hookSpecificOutput"]
        fits = answer["hookEventName"] == event and isinstance(answer["additionalContext"], str)
    except (ValueError, KeyError, TypeError, RecursionError):
        fits = False
    return "" if fits else "prints what the agent does not understand"
