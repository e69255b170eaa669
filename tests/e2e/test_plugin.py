"""The plugin form in the real client: it is valid, can be installed, delivers, and a second copy is told of."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from ways_guard.install.claude_plugin import FOLDER
from ways_guard.way.discover import bundled_root

from .conftest import RunClaude, RunWaysGuard
from .messages_api import contexts
from .test_claude_code import PROMPT, longest_line

pytestmark = pytest.mark.e2e

TOP = Path(__file__).resolve().parents[2]
NAME = "ways-guard@ways-guard"


@pytest.fixture
def tools_on_path(environment: dict[str, str], run_ways_guard: RunWaysGuard) -> Iterator[None]:
    """Have the hook on PATH, where the plugin looks for it; the daemon ends with the test."""
    environment["PATH"] = os.pathsep.join((str(Path(sys.executable).parent), environment["PATH"]))
    yield
    run_ways_guard("serve", "--stop")


def _plugin(claude: Path, project: Path, environment: dict[str, str], *arguments: str) -> str:
    """What a command of the client's about plugins says; one that fails fails the test. It needs no network."""
    done = subprocess.run(
        [str(claude), "plugin", *arguments],
        cwd=project,
        env=environment,
        stdin=subprocess.DEVNULL,
        capture_output=True,
        encoding="utf-8",
        errors="replace",
        timeout=120,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout + done.stderr


@pytest.mark.parametrize(
    "arguments",
    [("--strict", str(TOP)), ("--strict", str(TOP / FOLDER)), ("--profile", "directory", str(TOP / FOLDER))],
    ids=["marketplace", "plugin", "as the catalogue wants it"],
)
def test_the_client_finds_nothing_wrong(
    claude: Path, project: Path, environment: dict[str, str], arguments: tuple[str, ...]
) -> None:
    assert "Validation passed" in _plugin(claude, project, environment, "validate", *arguments)


def test_a_way_comes_by_the_plugin_alone(
    tools_on_path: None, settings_file: Path, run_ways_guard: RunWaysGuard, run_claude: RunClaude
) -> None:
    run_ways_guard("corpus", "--quiet")
    (request,) = run_claude(PROMPT, options=("--plugin-dir", str(TOP / FOLDER)))
    added = contexts(request)
    assert [text.partition(" hook ")[0] for text in added] == ["SessionStart", "UserPromptSubmit"]
    assert longest_line(bundled_root() / "delivery" / "commits" / "commits.md") in added[1]
    assert not settings_file.exists()


def test_installed_from_the_marketplace_it_delivers_and_settings_beside_it_are_warned_of(
    tools_on_path: None,
    claude: Path,
    project: Path,
    environment: dict[str, str],
    settings_file: Path,
    run_ways_guard: RunWaysGuard,
    run_claude: RunClaude,
) -> None:
    _plugin(claude, project, environment, "marketplace", "add", str(TOP))
    _plugin(claude, project, environment, "install", NAME)
    run_ways_guard("corpus", "--quiet")
    (request,) = run_claude(PROMPT)
    assert [text.partition(" hook ")[0] for text in contexts(request)] == ["SessionStart", "UserPromptSubmit"]

    warned = run_ways_guard("install-hooks", "--dry-run", "--json")
    assert f"the plugin {NAME} is on in {settings_file}, and both run" in warned

    # Both at once: what was said by one copy is not said by the other.
    run_ways_guard("install-hooks", "--yes")
    (request,) = run_claude(PROMPT)
    line = longest_line(bundled_root() / "delivery" / "commits" / "commits.md")
    assert [line in text for text in contexts(request)].count(True) == 1

    _plugin(claude, project, environment, "disable", NAME)
    assert "is on in" not in run_ways_guard("install-hooks", "--dry-run", "--json")
