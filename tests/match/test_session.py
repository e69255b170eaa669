from __future__ import annotations

import os
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from ways_guard.match import session


@pytest.fixture
def told(tmp_path: Path) -> Path:
    folder = session.folder(tmp_path, "7c0a")
    assert folder
    return folder


def test_what_was_taken_is_taken_until_it_is_given_back(told: Path) -> None:
    assert [True, False] == [session.claim(told, "way:a"), session.claim(told, "way:a")]
    assert session.claim(told, "way:b")
    session.release(told, "way:a")
    assert session.claim(told, "way:a")
    session.forget(told)
    assert [True, True] == [session.claim(told, "way:a"), session.claim(told, "way:b")]


def test_one_of_many_that_ask_at_once_gets_it(told: Path) -> None:
    with ThreadPoolExecutor(32) as pool:
        assert 1 == sum(pool.map(lambda _: session.claim(told, "way:a"), range(200)))


def test_sessions_do_not_disturb_each_other(tmp_path: Path, told: Path) -> None:
    other = session.folder(tmp_path, "other")
    assert session.claim(told, "way:a")
    assert session.claim(other, "way:a")
    session.forget(told)
    assert not session.claim(other, "way:a")


@pytest.mark.parametrize("name", ["../../x", "a/b", "x" * 5_000, "\0", "\ud800", "日本", "."])
def test_no_id_leads_out_of_the_folder(tmp_path: Path, name: str) -> None:
    folder = session.folder(tmp_path, name)
    assert folder
    assert session.claim(folder, name)
    assert not session.claim(folder, name)
    assert [tmp_path / "sessions"] == list(tmp_path.iterdir())


@pytest.mark.parametrize("name", ["", None, 7, []])
def test_without_an_id_nothing_is_remembered(tmp_path: Path, name: object) -> None:
    folder = session.folder(tmp_path, name)
    assert folder is None
    assert session.claim(folder, "way:a")
    assert session.claim(folder, "way:a")
    session.hear(folder, "mark")
    assert "" == session.heard(folder)
    session.release(folder, "way:a")
    session.forget(folder)
    assert [] == list(tmp_path.iterdir())


def test_where_nothing_can_be_written_everything_is_given(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    folder = session.folder(tmp_path / "file", "7c0a")
    assert [True, True] == [session.claim(folder, "way:a"), session.claim(folder, "way:a")]
    session.hear(folder, "mark")
    session.release(folder, "way:a")
    session.forget(folder)
    assert "" == session.heard(folder)


def test_the_last_text_counts(told: Path) -> None:
    assert "" == session.heard(told)
    for mark in ("one", "two", "one"):
        session.hear(told, mark)
        assert mark == session.heard(told)
    assert session.claim(told, "text")
    assert "one" == session.heard(told)
    session.forget(told)
    assert "" == session.heard(told)


def test_sessions_of_long_ago_are_forgotten(tmp_path: Path) -> None:
    old, new = session.folder(tmp_path, "old"), session.folder(tmp_path, "new")
    assert old
    assert new
    for told in (old, new):
        session.claim(told, "way:a")
    os.utime(old, (0, 0))
    session.prune(tmp_path)
    assert (False, True) == (old.exists(), new.exists())
    session.prune(tmp_path / "nothing here")
