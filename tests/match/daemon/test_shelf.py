"""What a running daemon makes of changes on disk and in configuration, without its process: sets that stay open."""

from __future__ import annotations

import time
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.home import ZEBRA, Home
from ways_guard.agents import AGENTS
from ways_guard.constants import DAEMON_SETS
from ways_guard.folders import cache_dir
from ways_guard.match import layout, runtime, service
from ways_guard.match.daemon import shelf
from ways_guard.match.daemon.embedding import Embedding
from ways_guard.match.daemon.shelf import Shelf
from ways_guard.match.matcher import Matcher


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Home:
    home = Home(tmp_path)
    home.settings(engine="none", bundled=False)
    home.way("animals/zebra", ZEBRA, "pattern: zebra")
    for name, value in home.environ.items():
        monkeypatch.setenv(name, value)
    return home


@pytest.fixture
def kept() -> Shelf:
    return Shelf(Embedding())


def _scene(home: Home) -> runtime.Scene:
    return runtime.scene(AGENTS["claude-code"], home.environ, home.project)


def _build(home: Home) -> None:
    scene = _scene(home)
    service.prepare(scene.roots, scene.config, scene.languages, cache_dir())


def _open(kept: Shelf, home: Home) -> Matcher:
    return kept.matcher_for(home.environ, time.monotonic() + 60, print)(_scene(home))


def _ids(matcher: Matcher) -> list[str]:
    return [entry.id for entry in matcher.ways.entries]


def test_a_set_stays_open_while_nothing_changes(home: Home, kept: Shelf) -> None:
    _build(home)
    assert _open(kept, home) is _open(kept, home)
    assert 1 == len(kept)


def test_a_new_generation_is_picked_up(home: Home, kept: Shelf) -> None:
    _build(home)
    assert ["animals/zebra"] == _ids(_open(kept, home))
    home.way("animals/okapi", "Body.", "pattern: okapi")
    assert ["animals/zebra"] == _ids(_open(kept, home))  # the old one serves until the new one is there
    _build(home)
    assert {"animals/okapi", "animals/zebra"} == set(_ids(_open(kept, home)))
    assert 1 == len(kept)


def test_a_change_of_configuration_is_picked_up(home: Home, kept: Shelf) -> None:
    _build(home)
    assert ["animals/zebra"] == _ids(_open(kept, home))
    home.settings(engine="none", bundled=False, disabled=["animals/*"])
    assert [] == _ids(_open(kept, home))


def _cut(path: Path) -> None:
    path.write_bytes(path.read_bytes()[:20])


@pytest.mark.parametrize("damage", [_cut, Path.unlink], ids=["truncated", "missing"])
def test_a_generation_that_is_damaged_is_read_from_the_files_of_its_root(
    home: Home, kept: Shelf, damage: Callable[[Path], None]
) -> None:
    _build(home)
    _open(kept, home)
    generation = layout.current(cache_dir(), home.ways)
    assert generation
    damage(generation / layout.TRIGGERS)
    assert ["animals/zebra"] == _ids(_open(kept, home))
    assert not _open(kept, home).ways.shards


def test_a_root_that_cannot_be_built_is_read_again_each_tick(
    home: Home, kept: Shelf, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert ["animals/zebra"] == _ids(_open(kept, home))
    home.way("animals/okapi", "Body.", "pattern: okapi")
    monkeypatch.setattr(shelf, "DAEMON_TICK", 1e-9)
    assert {"animals/okapi", "animals/zebra"} == set(_ids(_open(kept, home)))


def test_few_are_kept_the_last_used_ones(home: Home, kept: Shelf) -> None:
    for number in range(DAEMON_SETS + 3):
        home.settings(engine="none", bundled=False, max_ways=number + 1)
        _open(kept, home)
    assert DAEMON_SETS == len(kept)
    last = _open(kept, home)
    home.settings(engine="none", bundled=False, max_ways=1)
    _open(kept, home)
    home.settings(engine="none", bundled=False, max_ways=DAEMON_SETS + 3)
    assert last is _open(kept, home)


def test_large_ones_are_few(home: Home, kept: Shelf, monkeypatch: pytest.MonkeyPatch) -> None:
    _build(home)
    monkeypatch.setattr(shelf, "DAEMON_SETS_BYTES", 10)
    for number in range(3):
        home.settings(engine="none", bundled=False, max_ways=number + 1)
        assert ["animals/zebra"] == _ids(_open(kept, home))
    assert 1 == len(kept)


def test_who_comes_while_a_large_one_is_opened_does_not_wait_for_ever(home: Home, kept: Shelf) -> None:
    _open(kept, home)
    (held,) = kept.used()
    with held.guard, pytest.raises(TimeoutError):
        kept.matcher_for(home.environ, time.monotonic() + 0.01, print)(_scene(home))
