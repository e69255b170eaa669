"""What a hook imports while the daemon answers: each module here is paid for with every prompt."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.home import ZEBRA, Home

pytestmark = pytest.mark.skipif(not Path("/proc/self/environ").exists(), reason="needs /proc")
_OURS = {
    "ways_guard",
    "ways_guard.constants",
    "ways_guard.match",
    "ways_guard.match.daemon",
    "ways_guard.match.daemon.client",
    "ways_guard.match.daemon.place",
    "ways_guard.match.daemon.protocol",
    "ways_guard.match.hook",
    "ways_guard.match.payload",
}
# Answers, then tells what it has imported, in place of ending.
_CODE = """
import sys
before = set(sys.modules)
from ways_guard.match import hook
hook._answer([], __import__("os").environ)
sys.stderr.write(" ".join(set(sys.modules) - before))
"""


@pytest.fixture
def home(tmp_path: Path) -> Iterator[Home]:
    home = Home(tmp_path)
    home.settings(engine="none", bundled=False)
    home.way("animals/zebra", ZEBRA, "pattern: zebra")
    with home.with_daemon():
        yield home


def test_next_to_nothing_is_imported(home: Home) -> None:
    home.hook(home.payload(session_id="first"))
    data = json.dumps(home.payload()).encode()
    done = subprocess.run(
        [sys.executable, "-c", _CODE], env=home.environ, input=data, capture_output=True, timeout=60
    )
    assert ZEBRA.encode() in done.stdout
    imported = set(done.stderr.decode().split())
    assert _OURS == {name for name in imported if name.startswith("ways_guard")}
    assert {"_socket", "select"} >= imported - _OURS - {"__future__"}
