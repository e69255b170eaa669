"""`ways-guard doctor --deliver` with the real client: it proves delivery, and says when there is none."""

from __future__ import annotations

import json
import os
import subprocess
from pathlib import Path
from typing import Any

import pytest

from .conftest import RunWaysGuard, script

pytestmark = pytest.mark.e2e


@pytest.fixture
def path(claude: Path, tmp_path: Path, environment: dict[str, str]) -> None:
    """The client on PATH."""
    folder = tmp_path / "bin"
    folder.mkdir()
    (folder / claude.name).symlink_to(claude)
    environment["PATH"] = os.pathsep.join((str(folder), environment["PATH"]))
    environment["WAYS_GUARD_DAEMON"] = "0"


def _doctor(project: Path, environment: dict[str, str]) -> tuple[int, dict[str, Any]]:
    command = [script(), "doctor", "--deliver", "--json"]
    done = subprocess.run(command, cwd=project, env=environment, capture_output=True, check=False, timeout=240)
    assert b"Traceback" not in done.stderr
    return done.returncode, json.loads(done.stdout)


@pytest.mark.usefixtures("path")
def test_delivery_is_proven_with_the_installed_hooks(
    home: Path, project: Path, environment: dict[str, str], run_ways_guard: RunWaysGuard
) -> None:
    (home / ".claude" / "ways.json").write_text('{"engine": "none", "bundled": false}', encoding="utf-8")
    run_ways_guard("install-hooks", "--scope", "user", "--yes")
    code, found = _doctor(project, environment)
    assert (0, True) == (code, found["healthy"]), found["findings"]
    assert {"delivered": True, "detail": "the client passed a made-up way on to the model"} == found["delivery"]


@pytest.mark.usefixtures("path")
def test_a_hook_that_says_nothing_is_no_delivery(
    home: Path, project: Path, environment: dict[str, str], settings_file: Path
) -> None:
    silent = home / "ways-guard-hook"
    silent.write_text("#!/bin/sh\nexit 0\n", encoding="utf-8")
    silent.chmod(0o755)
    handler = {"type": "command", "command": f'"{silent}" user-prompt-submit'}
    settings_file.write_text(json.dumps({"hooks": {"UserPromptSubmit": [{"hooks": [handler]}]}}), encoding="utf-8")
    code, found = _doctor(project, environment)
    assert (3, False) == (code, found["delivery"]["delivered"])
    assert "the way was not in what it sent" in found["delivery"]["detail"]
