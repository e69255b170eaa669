from __future__ import annotations

import json
import os
import time
from pathlib import Path

import pytest

from ways_guard.install.doctor import trial
from ways_guard.install.installed import OURS, Hook, Settings

pytestmark = pytest.mark.skipif(os.name == "nt", reason="commands for a POSIX shell")

EVENT = "UserPromptSubmit"


def _answer(event: str = EVENT, text: object = "x") -> str:
    return json.dumps({"hookSpecificOutput": {"hookEventName": event, "additionalContext": text}})


@pytest.mark.parametrize(
    ("command", "error"),
    [
        ("true", ""),
        (f"printf '%s' '{_answer()}'", ""),
        ("exit 3", "ends with exit code 3, which the agent shows as an error"),
        ("/gone/ways-guard-hook", "ends with exit code 127, which the agent shows as an error"),
        ("echo hello", "prints what the agent does not understand"),
        (f"printf '%s' '{_answer('SessionStart')}'", "prints what the agent does not understand"),
        (f"printf '%s' '{_answer(text=7)}'", "prints what the agent does not understand"),
        ("echo '[]'", "prints what the agent does not understand"),
        ('grep -q \'"session_id": "doctor-\' || exit 9', ""),
    ],
)
def test_a_hook_is_judged_by_its_answer(tmp_path: Path, command: str, error: str) -> None:
    (found,) = trial.run_all([(EVENT, command)], os.environ, tmp_path)
    assert (EVENT, command, error) == (found.event, found.command, found.error)


def test_equal_hooks_run_once(tmp_path: Path) -> None:
    count = tmp_path / "count"
    trial.run_all([(EVENT, f"echo >> {count}")] * 3, os.environ, tmp_path)
    assert "\n" == count.read_text(encoding="utf-8")


def test_a_hook_that_hangs_is_ended_with_its_children(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(trial, "TRIAL_SECONDS", 0.5)
    child = tmp_path / "child"
    started = time.monotonic()
    (found,) = trial.run_all([(EVENT, f"sleep 60 & echo $! > {child}; wait")], os.environ, tmp_path)
    assert "has not ended after 0.5 s" == found.error
    assert time.monotonic() - started < 20
    assert not _alive(int(child.read_text(encoding="utf-8")))


def _alive(pid: int) -> bool:
    """Whether a process runs; one that has ended and that nobody has asked for does not."""
    try:
        return Path(f"/proc/{pid}/stat").read_text(encoding="utf-8").rpartition(")")[2].split()[0] != "Z"
    except OSError:
        return False


def test_it_runs_beside_the_users_state_and_daemon_and_without_the_switch(tmp_path: Path) -> None:
    seen = tmp_path / "seen"
    environ = {"PATH": os.environ["PATH"], "WAYS_GUARD_DISABLE": "1", "XDG_STATE_HOME": "/mine"}
    trial.run_all([(EVENT, f"env > {seen}; touch $XDG_STATE_HOME/left")], environ, tmp_path)
    lines = dict(line.split("=", 1) for line in seen.read_text(encoding="utf-8").splitlines() if "=" in line)
    assert ("0", False, str(tmp_path)) == (
        lines["WAYS_GUARD_DAEMON"],
        "WAYS_GUARD_DISABLE" in lines,
        lines["CLAUDE_PROJECT_DIR"],
    )
    assert "/mine" != lines["XDG_STATE_HOME"]
    assert not Path(lines["XDG_STATE_HOME"]).exists()


@pytest.mark.parametrize(
    ("scope", "command", "safe"),
    [
        ("user", "anything; ways-guard-hook x", True),
        ("managed", "anything; ways-guard-hook x", True),
        ("project", "guarded ways-guard-hook x", True),
        ("project", "./ways-guard-hook x", False),
        ("project", "evil; guarded ways-guard-hook x", False),
        ("local", "/opt/ways-guard-hook x", False),
    ],
)
def test_from_a_project_only_what_we_install_is_run(scope: str, command: str, safe: bool) -> None:
    hook = Hook(OURS, EVENT, command, "ways-guard-hook")
    assert safe == trial.safe(Settings(scope, Path("s.json")), hook, {"guarded ways-guard-hook x"})
