from __future__ import annotations

import subprocess
import sys
from pathlib import Path

_TOP = Path(__file__).resolve().parent.parent.parent


def test_what_is_made_from_the_code_is_up_to_date() -> None:
    command = [sys.executable, str(_TOP / "scripts/generate.py"), "--check"]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert (0, "", "") == (done.returncode, done.stdout, done.stderr)
