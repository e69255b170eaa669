"""Hooks that were installed into each scope fire in the real client, and none does once they are taken out."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from ways_guard.way.discover import bundled_root

from .conftest import RunClaude, RunWaysGuard
from .messages_api import ToolCall, contexts
from .test_claude_code import PROMPT, longest_line

pytestmark = pytest.mark.e2e

# Where the client starts, below the root of the work tree, and where each scope's file then is.
CASES = {
    "user": ("", "home/.claude/settings.json"),
    "project": ("", "project/.claude/settings.json"),
    "local": ("", "project/.claude/settings.local.json"),
    "local, from a folder within": ("sub/deep", "project/.claude/settings.local.json"),
}


@pytest.fixture(params=CASES)
def case(request: pytest.FixtureRequest) -> str:
    return str(request.param)


@pytest.fixture
def project(project: Path, case: str) -> Path:
    """Return the folder to work in, within the work tree."""
    folder = project / CASES[case][0]
    folder.mkdir(parents=True, exist_ok=True)
    return folder


@pytest.fixture
def tools_on_path(environment: dict[str, str], claude: Path, run_ways_guard: RunWaysGuard) -> Iterator[None]:
    """Have the client and the hook on PATH, as a person has; the daemon ends with the test."""
    folders = (str(Path(sys.executable).parent), str(claude.parent), environment["PATH"])
    environment["PATH"] = os.pathsep.join(folders)
    yield
    run_ways_guard("serve", "--stop")


def test_hooks_fire_while_they_are_installed(
    tools_on_path: None,
    case: str,
    home: Path,
    run_ways_guard: RunWaysGuard,
    run_claude: RunClaude,
) -> None:
    settings_file = home.parent / CASES[case][1]
    scope = case.partition(",")[0]
    if scope == "user":
        settings_file.write_bytes(b'{ "model":"sonnet" }')
    before = settings_file.read_bytes() if settings_file.exists() else None

    run_ways_guard("install-hooks", "--scope", scope, "--yes")
    # All events are in there, so the client must know all of them, or it would drop the file.
    assert b'"SubagentStart"' in settings_file.read_bytes()
    call = ToolCall("Bash", {"command": "echo made > made.txt", "description": "make a file"})
    first, _ = run_claude(PROMPT, answers=[call])
    added = contexts(first)
    assert [text.partition(" hook ")[0] for text in added] == ["SessionStart", "UserPromptSubmit"]
    assert longest_line(bundled_root() / "delivery" / "commits" / "commits.md") in added[1]

    run_ways_guard("uninstall-hooks", "--scope", scope, "--yes")
    assert before == (settings_file.read_bytes() if settings_file.exists() else None)
    (request,) = run_claude(PROMPT)
    assert contexts(request) == []
