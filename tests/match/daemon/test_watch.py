from __future__ import annotations

import time
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import pytest

from tests.home import Home
from ways_guard.agents import AGENTS
from ways_guard.match import background, runtime
from ways_guard.match.daemon.embedding import Embedding
from ways_guard.match.daemon.shelf import Shelf
from ways_guard.match.daemon.watch import Watch

from . import wire

pytestmark = pytest.mark.skipif(not Path("/proc/self/environ").exists(), reason="needs /proc")


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Home:
    home = Home(tmp_path)
    home.settings(engine="none", bundled=False)
    home.way("animals/zebra", "Body.", "pattern: zebra")
    for name, value in home.environ.items():
        monkeypatch.setenv(name, value)
    return home


def eventually(found: Callable[[], Any]) -> Any:
    """The process that builds lets all others go first, which takes its time on a busy machine."""
    return wire.eventually(found, 150)


def _use(shelf: Shelf, home: Home) -> None:
    scene = runtime.scene(AGENTS["claude-code"], home.environ, home.project)
    shelf.matcher_for(home.environ, time.monotonic() + 60, print)(scene)


def _generations(home: Home) -> list[str]:
    return sorted(path.read_text() for path in home.cache.glob("**/CURRENT"))


def test_what_changed_in_a_root_in_use_is_built_in_a_process_of_its_own(home: Home) -> None:
    shelf = Shelf(Embedding())
    watch = Watch(shelf)
    watch.look()
    assert [] == _generations(home)  # nobody uses it
    _use(shelf, home)
    watch.look()
    first: list[str] = eventually(lambda: _generations(home))
    eventually(lambda: not home.running())
    home.way("animals/zebra", "Another body.", "pattern: zebra|okapi")

    def built_again() -> bool:  # where the first build is still at its end, the next look starts the second one
        _use(shelf, home)
        watch.look()
        return _generations(home) != first

    eventually(built_again)
    eventually(lambda: not home.running())


def test_a_change_during_a_build_is_not_forgotten(home: Home, monkeypatch: pytest.MonkeyPatch) -> None:
    answers = iter([False, True])
    started: list[str] = []

    def refresh(payload: Mapping[str, Any], environ: Mapping[str, str], agent: str) -> bool:
        started.append(payload["cwd"])
        return next(answers)

    monkeypatch.setattr(background, "refresh", refresh)
    shelf = Shelf(Embedding())
    watch = Watch(shelf)
    for _ in range(3):
        _use(shelf, home)
        watch.look()
    assert [str(home.project)] * 2 == started


def test_what_stays_as_it_is_is_looked_at_and_left_alone(home: Home) -> None:
    shelf = Shelf(Embedding())
    watch = Watch(shelf)
    for _ in range(4):  # that the root is built now is a change, too, and a build may still be at its end
        _use(shelf, home)
        watch.look()
        eventually(lambda: _generations(home) and not home.running())
    _use(shelf, home)
    watch.look()
    assert [] == home.running()
