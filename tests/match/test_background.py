from __future__ import annotations

import json
import os
import time
from pathlib import Path

import pytest

from tests.home import EVENT, Home

needs_proc = pytest.mark.skipif(not Path("/proc/self/environ").exists(), reason="needs /proc")


@pytest.fixture
def home(tmp_path: Path) -> Home:
    home = Home(tmp_path)
    home.settings(engine="none", bundled=False)
    home.way("animals/zebra", "Body.", "pattern: zebra")
    return home


def _wait(home: Home) -> list[Path]:
    """The generations that the background made, when it has ended."""
    deadline = time.monotonic() + 60
    while time.monotonic() < deadline and (home.running() or not _built(home)):
        time.sleep(0.05)
    assert [] == home.running()
    return _built(home)


def _built(home: Home) -> list[Path]:
    return sorted(home.cache.glob("**/CURRENT"))


def _start_session(home: Home, **values: object) -> str:
    return home.hook(home.payload(hook_event_name="SessionStart", source="startup", **values))


@needs_proc
def test_a_session_start_builds_the_corpus_and_is_not_held_up_by_it(home: Home) -> None:
    assert _start_session(home)  # returns when stdout and stderr are closed, whoever holds them
    assert home.running(), "the build should still run: it takes longer than the hook's end"
    assert 1 == len(_wait(home))


@needs_proc
def test_what_is_up_to_date_is_left_alone(home: Home) -> None:
    _start_session(home)
    (current,) = _wait(home)
    before = current.stat()
    _start_session(home)
    _wait(home)
    assert (before.st_ino, before.st_mtime_ns) == (current.stat().st_ino, current.stat().st_mtime_ns)


@needs_proc
def test_other_events_start_nothing(home: Home) -> None:
    for event in (EVENT, "SessionEnd", "PreToolUse"):
        home.hook(home.payload(hook_event_name=event))
        assert [] == home.running()
    assert [] == _built(home)


@needs_proc
def test_the_project_of_the_session_is_built_and_none_of_its_code_is_run(home: Home) -> None:
    project = home.project / ".claude/ways/lion"
    project.mkdir(parents=True)
    (project / "lion.md").write_text("---\npattern: lion\n---\nBody.\n", encoding="utf-8")
    trap = f"open({os.fspath(home.top / 'trapped')!r}, 'w')"
    for name in ("click", "numpy", "yaml", "json", "ways_guard", "sitecustomize"):
        (home.project / f"{name}.py").write_text(trap, encoding="utf-8")
    _start_session(home)
    triggers = [path.parent / path.read_text().strip() / "triggers.json" for path in _wait(home)]
    ids = {way["id"] for path in triggers for way in json.loads(path.read_bytes())["ways"]}
    assert {"lion", "animals/zebra"} == ids
    assert not (home.top / "trapped").exists()


@needs_proc
def test_what_is_built_are_the_ways_of_the_agent_that_asks(home: Home) -> None:
    home.config = home.top / "codex home"
    home.ways = home.config / "ways"
    home.way("lion", "Body.", "pattern: lion")
    home.settings(engine="none", bundled=False)
    payload = home.payload(hook_event_name="SessionStart", source="startup", turn_id="1")
    assert home.hook(payload, "session-start", "--agent", "codex", CODEX_HOME=str(home.config))
    (current,) = _wait(home)
    triggers = json.loads((current.parent / current.read_text().strip() / "triggers.json").read_bytes())
    assert ["lion"] == [way["id"] for way in triggers["ways"]]


def test_a_session_whose_folder_is_gone_starts_all_the_same(home: Home) -> None:
    assert _start_session(home, cwd=str(home.top / "gone"))
