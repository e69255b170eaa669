from __future__ import annotations

import os
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from ways_guard.constants import CLAIM_SECONDS
from ways_guard.match import session
from ways_guard.match.session import Claim, Position

START = Position(1_000, 1)


@pytest.fixture
def told(tmp_path: Path) -> Path:
    folder = session.folder(tmp_path, "7c0a")
    assert folder
    return folder


def _shown(told: Path | None, what: str, at: Position = START) -> bool:
    """Whether it could be taken and is now known as shown."""
    claim = session.claim(told, what, at)
    if claim:
        claim.keep(at)
    return claim is not None


def test_what_was_taken_is_taken_until_it_is_given_back(told: Path) -> None:
    first = session.claim(told, "way:a", START)
    assert first
    assert session.claim(told, "way:a", START, again=0) is None
    first.release()
    assert [True, False, True] == [_shown(told, "way:a"), _shown(told, "way:a"), _shown(told, "way:b")]
    session.forget(told)
    assert [True, True] == [_shown(told, "way:a"), _shown(told, "way:b")]


@pytest.mark.parametrize(
    ("now", "again", "free"),
    [
        (Position(30_999, 9), 30_000, False),
        (Position(31_000, 9), 30_000, True),
        (Position(None, 9), 30_000, True),  # 8 turns of 4,000
        (Position(None, 8), 30_000, False),
        (Position(900_000, 900), None, False),
        (Position(500, 2), 0, False),
    ],
)
def test_what_was_shown_is_free_again_when_enough_has_gone_by(
    told: Path, now: Position, again: float | None, free: bool
) -> None:
    assert _shown(told, "way:a")
    claim = session.claim(told, "way:a", now, again)
    assert free is (claim is not None)


def test_at_the_first_prompt_nothing_was_in_the_window(told: Path) -> None:
    assert _shown(told, "way:a", Position(None, 1))
    assert session.claim(told, "way:a", Position(29_000, 2), 30_000) is None
    assert session.claim(told, "way:a", Position(30_000, 2), 30_000)


def test_a_second_showing_that_is_given_back_leaves_the_first(told: Path) -> None:
    assert _shown(told, "way:a")
    later = Position(50_000, 2)
    second = session.claim(told, "way:a", later, 30_000)
    assert second
    assert session.claim(told, "way:a", later, 30_000) is None
    second.release()
    assert session.claim(told, "way:a", Position(20_000, 2), 30_000) is None
    assert session.claim(told, "way:a", later, 30_000)


@pytest.mark.parametrize("before", [False, True])
def test_one_of_many_that_ask_at_once_gets_it(told: Path, before: bool) -> None:
    if before:
        assert _shown(told, "way:a")
    later = Position(90_000, 3)

    def ask(_: int) -> Claim | None:
        return session.claim(told, "way:a", later, 30_000)

    with ThreadPoolExecutor(32) as pool:
        assert 1 == sum(claim is not None for claim in pool.map(ask, range(200)))


def test_what_a_killed_hook_took_is_free_after_a_while(told: Path) -> None:
    assert session.claim(told, "way:a", START)
    (path,) = told.iterdir()
    when = path.stat().st_mtime - CLAIM_SECONDS - 1
    os.utime(path, (when, when))
    assert session.claim(told, "way:a", START)


@pytest.mark.parametrize("content", ["", ",", "x,y", "9", "1,2,3", "é"])
def test_a_damaged_file_costs_at_most_a_repetition(told: Path, content: str) -> None:
    assert _shown(told, "way:a")
    (path,) = told.iterdir()
    path.write_text(content, encoding="latin-1")
    session.claim(told, "way:a", START)


@pytest.mark.parametrize("printed", [True, False])
def test_whoever_is_late_does_not_touch_what_another_has_shown_since(told: Path, printed: bool) -> None:
    late = session.claim(told, "way:a", START)
    assert late
    session.forget(told)
    assert _shown(told, "way:a")
    late.keep(Position(900_000, 90)) if printed else late.release()
    assert session.claim(told, "way:a", START, again=1) is None
    assert session.claim(told, "way:a", Position(2_000, 1), again=1_000)


def test_sessions_and_sub_agents_do_not_disturb_each_other(tmp_path: Path, told: Path) -> None:
    folders = [told, session.folder(tmp_path, "other"), session.folder(tmp_path, "7c0a", "agent-1")]
    assert [True] * 3 == [_shown(folder, "way:a") for folder in folders]
    session.forget(told)
    assert [True, False, False] == [_shown(folder, "way:a") for folder in folders]


@pytest.mark.parametrize("name", ["../../x", "a/b", "x" * 5_000, "\0", "\ud800", "日本", "."])
def test_no_id_leads_out_of_the_folder(tmp_path: Path, name: str) -> None:
    folder = session.folder(tmp_path, name, name)
    assert folder
    assert [True, False] == [_shown(folder, name), _shown(folder, name)]
    assert [tmp_path / "sessions"] == list(tmp_path.iterdir())


@pytest.mark.parametrize("name", ["", None, 7, []])
def test_without_an_id_nothing_is_remembered(tmp_path: Path, name: object) -> None:
    folder = session.folder(tmp_path, name)
    assert folder is None
    assert [True, True] == [_shown(folder, "way:a"), _shown(folder, "way:a")]
    session.hear(folder, "mark")
    session.turn(folder)
    assert ("", 0) == (session.heard(folder), session.turns(folder))
    session.forget(folder)
    assert [] == list(tmp_path.iterdir())


def test_where_nothing_can_be_written_everything_is_given(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    folder = session.folder(tmp_path / "file", "7c0a")
    assert [True, True] == [_shown(folder, "way:a"), _shown(folder, "way:a")]
    session.hear(folder, "mark")
    session.turn(folder)
    session.forget(folder)
    assert ("", 0) == (session.heard(folder), session.turns(folder))


def test_the_last_text_counts(told: Path) -> None:
    assert "" == session.heard(told)
    for mark in ("one", "two", "one"):
        session.hear(told, mark)
        assert mark == session.heard(told)
    assert _shown(told, "text")
    assert "one" == session.heard(told)
    session.forget(told)
    assert "" == session.heard(told)


def test_turns_are_counted_by_hooks_at_once(told: Path) -> None:
    with ThreadPoolExecutor(8) as pool:
        list(pool.map(lambda _: session.turn(told), range(100)))
    assert 100 == session.turns(told)


def test_sessions_of_long_ago_are_forgotten(tmp_path: Path) -> None:
    old, new, kept = (session.folder(tmp_path, name) for name in ("old", "new", "kept"))
    assert old
    assert new
    assert kept
    for told in (old, new, kept):
        assert _shown(told, "way:a")
    for path in (old, old.parent, kept.parent):  # a session that goes on for long
        os.utime(path, (0, 0))
    (tmp_path / "sessions/.DS_Store").touch()
    (tmp_path / "sessions/zzz").touch()
    session.prune(tmp_path)
    assert (False, True, True) == (old.parent.exists(), new.exists(), kept.exists())
    session.prune(tmp_path / "nothing here")
