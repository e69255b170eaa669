"""Running installed hooks as the agent runs them, in a session that is made up and leaves nothing behind."""

from __future__ import annotations

import json
import tempfile
import time
import uuid
from collections.abc import Collection, Iterable, Mapping
from pathlib import Path
from typing import Any

from ways_guard.agents import claude_code
from ways_guard.agents.protocol import AgentConfig
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


def run_all(
    hooks: Iterable[tuple[str, str]], environ: Mapping[str, str], project: Path, agent: AgentConfig = claude_code
) -> list[Trial]:
    """Run each (event, command) of an agent's hooks once; equal ones are one."""
    with tempfile.TemporaryDirectory(prefix="ways-guard-doctor-", ignore_cleanup_errors=True) as scratch:
        inside = scratch_environment(environ, Path(scratch), project)
        return [run(event, command, inside, project, agent) for event, command in dict.fromkeys(hooks)]


def scratch_environment(environ: Mapping[str, str], scratch: Path, project: Path) -> dict[str, str]:
    """The environment in which a hook keeps no state of the user's and starts no daemon."""
    kept = {name: value for name, value in environ.items() if name != "WAYS_GUARD_DISABLE"}
    own = {"XDG_STATE_HOME": str(scratch), "WAYS_GUARD_DAEMON": "0", "CLAUDE_PROJECT_DIR": str(project)}
    return kept | own


def run(event: str, command: str, environ: Mapping[str, str], project: Path, agent: AgentConfig) -> Trial:
    """Run one hook through the shell, as the agent does."""
    started = time.perf_counter()
    data = json.dumps(payload(event, project)).encode("ascii")
    done = process.run(command, data, environ, project, TRIAL_SECONDS)
    seconds = time.perf_counter() - started
    return Trial(event, command, seconds, done.why or problem(event, done.code, done.out, agent))


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


def problem(event: str, code: int | None, out: bytes, agent: AgentConfig = claude_code) -> str:
    """What is wrong with the answer of a hook, "" where it keeps its promises."""
    if code:
        return f"ends with exit code {code}, which the agent shows as an error"
    if not out.strip():
        return ""
    try:
        answer = json.loads(out)
    except (ValueError, RecursionError):
        answer = None
    ours = (name for name, native in agent.EVENTS.items() if native == event)
    fits = any(_is_like(agent.encode(name, ""), answer) for name in ours)
    return "" if fits else "prints what the agent does not understand"


def _is_like(pattern: object, answer: object) -> bool:
    """Whether an answer is this one, with any text where it has an empty one."""
    if isinstance(pattern, Mapping) and isinstance(answer, dict):
        return pattern.keys() == answer.keys() and all(_is_like(pattern[name], answer[name]) for name in answer)
    return isinstance(answer, str) if pattern == "" else pattern == answer
