"""Killed or failing at any step: the settings are the old ones or the new ones, and the next run mends the rest."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

CRASHING = Path(__file__).with_name("crashing.py")

pytestmark = pytest.mark.skipif(os.name == "nt", reason="needs fork")


@pytest.mark.parametrize("command", ["install", "uninstall"])
@pytest.mark.parametrize("kind", ["kill", "error"])
def test_each_step_leaves_the_old_file_or_the_new_one(tmp_path: Path, kind: str, command: str) -> None:
    done = subprocess.run(
        [sys.executable, str(CRASHING), str(tmp_path), kind, command],
        env={**os.environ, "HOME": str(tmp_path)},
        capture_output=True,
        encoding="utf-8",
        check=False,
        timeout=250,
    )
    assert (done.returncode, done.stderr) == (0, "")
    steps = json.loads(done.stdout)
    assert len(steps) > 30, "strikes at every step with a file, and without one, which needs no backup"
    for step in steps:
        new = step["installed"] if command == "install" else step["original"]
        assert step["code"] in (0, 2, 77), step
        assert step["after"] in (step["before"], new), step
        # The next installation is whole, leaves no temporary file, and can be undone to the byte.
        assert json.loads(step["installed"])["hooks"]["SessionEnd"], step
        assert {".json"} <= set(step["left"]) <= {".json", ".lock", ".backup"}, step
        assert step["left"].count(".json") == 2, step
        assert step["original"] == step["undone"], step
        expected = {".lock"} | ({".json"} if step["original"] is not None else set())
        assert expected <= set(step["left in the end"]) <= {*expected, ".backup"}, step
