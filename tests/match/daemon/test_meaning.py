"""A daemon with a real model: prompts are matched by meaning, and by patterns when that cannot be."""

from __future__ import annotations

import os
import signal
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from tests.home import Home
from ways_guard.match import layout
from ways_guard.way.discover import bundled_root

from .wire import eventually

pytestmark = [
    pytest.mark.engine,
    pytest.mark.skipif(not Path("/proc/self/environ").exists(), reason="needs /proc and POSIX signals"),
]
MEANT = "schreibe bitte Tests für die neue Funktion"  # no pattern of the bundled ways is in it
WORD = "please write a CHANGELOG entry and commit it"


@pytest.fixture
def home(tmp_path: Path, bundled_cache: Path) -> Iterator[Home]:
    home = Home(tmp_path)
    home.settings(engine="embedded")
    home.adopt(bundled_cache)
    with home.with_daemon():
        yield home


def _brings(home: Home, prompt: str) -> bool:
    _brings.asked += 1  # type: ignore[attr-defined]
    return bool(home.hook(home.payload(prompt=prompt, session_id=str(_brings.asked))))  # type: ignore[attr-defined]


_brings.asked = 0  # type: ignore[attr-defined]


def _generation(home: Home) -> Path:
    (cache,) = (home.cache / "ways-guard").iterdir()
    found = layout.current(cache, bundled_root())
    assert found
    return found


def test_the_first_prompt_is_matched_by_meaning(home: Home) -> None:
    assert _brings(home, MEANT)
    (pid,) = home.daemons()
    assert _brings(home, MEANT)
    assert [pid] == home.daemons()
    assert "multilingual-e5-small-q4" in home.run("serve", "--status")[1]


def _truncate(folder: Path) -> None:
    for path in folder.iterdir():
        os.truncate(path, 100)


def _remove(folder: Path) -> None:
    for path in folder.iterdir():
        path.unlink()


@pytest.mark.parametrize("damage", [_truncate, _remove])
def test_a_corpus_that_is_damaged_while_it_serves_costs_meaning_only(
    home: Home, damage: Callable[[Path], None]
) -> None:
    assert _brings(home, MEANT)
    damage(_generation(home))
    assert not _brings(home, MEANT)
    assert _brings(home, WORD)
    assert 1 == len(home.daemons())


def test_a_corpus_that_is_not_there_costs_meaning_until_it_is_built(home: Home, bundled_cache: Path) -> None:
    kept = home.cache / "ways-guard"
    kept.rename(home.cache / "aside")
    assert not _brings(home, MEANT)
    assert _brings(home, WORD)
    (pid,) = home.daemons()
    home.adopt(bundled_cache)
    assert _brings(home, MEANT)
    assert [pid] == home.daemons()


def test_while_the_corpus_is_built_the_old_one_serves(home: Home) -> None:
    assert _brings(home, MEANT)
    home.way("animals/zebra", "Zebras are striped.", "description: How zebras are painted", "vocabulary: zebra")
    (pid,) = home.daemons()
    home.hook(home.payload(hook_event_name="SessionStart", source="startup"))  # begins to build
    assert _brings(home, MEANT)
    eventually(lambda: not home.running(), 150)
    assert "striped" in home.hook(home.payload(prompt="wie male ich ein Zebra an?", session_id="built"))
    assert [pid] == home.daemons()


def test_without_the_models_patterns_serve(home: Home) -> None:
    home.settings(models={"multilingual": "sentence-transformers:/no/such/model"})
    assert not _brings(home, MEANT)
    assert _brings(home, WORD)
    home.settings(engine="embedded")
    assert _brings(home, MEANT)
    assert 1 == len(home.daemons())


def test_a_prompt_of_200_000_characters_is_answered_in_time(home: Home) -> None:
    assert _brings(home, MEANT)
    start = time.monotonic()
    assert _brings(home, f"{WORD}. " + "Bitte schreibe Tests. " * 10_000)
    assert time.monotonic() - start < 8


@pytest.mark.skipif(sys.platform != "linux", reason="signals a thread's process")
def test_a_model_that_is_slow_costs_meaning_only(home: Home) -> None:
    assert _brings(home, MEANT)
    (pid,) = home.daemons()
    os.kill(pid, signal.SIGSTOP)
    assert _brings(home, WORD)
    os.kill(pid, signal.SIGCONT)
    assert _brings(home, MEANT)
