"""A rewriter behind the hook: the daemon asks it, and the hook waits as long as the user lets it."""

from __future__ import annotations

import contextlib
import os
import sys
import time
from pathlib import Path

import pytest

from tests.home import ZEBRA, Home

pytestmark = pytest.mark.skipif(os.name == "nt", reason="sockets in folders")

PROMPT = "peins-moi un zèbre dans la savane, s'il te plaît"


@pytest.fixture
def home(tmp_path: Path) -> Home:
    home = Home(tmp_path)
    home.way("animals/zebra", ZEBRA, "pattern: zebra")
    return home


def _rewriter(home: Home, seconds: float, deadline_ms: int, engine: str = "none") -> None:
    """A translator that takes so long, and the deadline that it has."""
    script = home.top / "translate.py"
    count = f"open({str(home.top / 'count')!r}, 'a').write('.')"
    script.write_text(
        f"import time; {count}; time.sleep({seconds}); print('paint a zebra for me in the savannah')",
        encoding="utf-8",
    )
    rewrite = {"provider": "command", "command": [sys.executable, str(script)], "deadline_ms": deadline_ms}
    home.settings(engine=engine, bundled=False, rewrite=rewrite)


@pytest.mark.parametrize("daemon", [True, False], ids=["by the daemon", "alone"])
def test_the_hook_waits_for_a_rewriter_as_long_as_the_user_lets_it(home: Home, daemon: bool) -> None:
    _rewriter(home, seconds=1.6, deadline_ms=6_000)
    with home.with_daemon() if daemon else contextlib.nullcontext():
        assert ZEBRA in home.hook(home.payload(prompt=PROMPT))
        assert ZEBRA in home.hook(home.payload(prompt=PROMPT, session_id="2"))
    assert "." == (home.top / "count").read_text(), "the same prompt was asked for once"


@pytest.mark.engine
def test_a_late_rewriting_is_compared_with_the_prompt(home: Home, bundled_cache: Path) -> None:
    home.way("animals/horse", "Horses gallop.", "description: draw a horse", "vocabulary: mare stallion")
    _rewriter(home, seconds=1.6, deadline_ms=6_000, engine="embedded")
    home.adopt_embeddings(bundled_cache)
    assert 0 == home.run("corpus")[0]
    with home.with_daemon():
        home.hook(home.payload(prompt="nothing of that", session_id="2"))  # the model is there then
        assert ZEBRA in home.hook(home.payload(prompt=PROMPT))
    assert "." == (home.top / "count").read_text()
    assert not (home.state / "ways-guard/hook.log").exists()


def test_a_rewriter_that_is_too_slow_costs_its_deadline_and_no_more(home: Home) -> None:
    _rewriter(home, seconds=30, deadline_ms=500)
    with home.with_daemon():
        home.hook(home.payload(prompt="a zebra"))  # the daemon is there then
        start = time.monotonic()
        assert "" == home.hook(home.payload(prompt=PROMPT, session_id="2"))
        assert time.monotonic() - start < 2.5


def test_nothing_that_was_typed_is_kept(home: Home) -> None:
    _rewriter(home, seconds=0, deadline_ms=6_000)
    with home.with_daemon():
        assert ZEBRA in home.hook(home.payload(prompt=PROMPT))
    kept = [path for folder in (home.cache, home.state) for path in folder.rglob("*") if path.is_file()]
    told = b"".join(path.read_bytes() for path in kept)
    assert b"savane" not in told
    assert [0o600] == [path.stat().st_mode & 0o777 for path in kept if path.name == "rewrites.sqlite3"]
    logs = b"".join(path.read_bytes() for path in home.state.rglob("*") if path.is_file())
    assert b"savannah" not in logs
