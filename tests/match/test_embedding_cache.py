from __future__ import annotations

import sqlite3
import time
from contextlib import closing
from pathlib import Path

import numpy as np
import pytest

from ways_guard.errors import WaysGuardError
from ways_guard.match import embedding_cache
from ways_guard.match.embedding_cache import embed

from .words import Words

TEXTS = [f"text {number}" for number in range(70)]
STORE = "embeddings.sqlite3"


def _calls(folder: Path, texts: list[str], model: Words | None = None, role: str = "passage") -> list[str]:
    model = model or Words()
    embed(model, texts, folder, role)
    return model.calls


def test_a_text_is_embedded_once(tmp_path: Path) -> None:
    assert TEXTS == _calls(tmp_path, TEXTS)
    assert [] == _calls(tmp_path, TEXTS)
    assert ["new"] == _calls(tmp_path, [*TEXTS, "new", "new"])


def test_vectors_come_back_as_the_model_made_them_and_in_order(tmp_path: Path) -> None:
    _calls(tmp_path, TEXTS[5:40])
    vectors = embed(Words(), [*TEXTS, TEXTS[0]], tmp_path)
    assert np.array_equal(Words().passages([*TEXTS, TEXTS[0]]), vectors)
    assert (0, 0) == embed(Words(), [], tmp_path).shape


def test_model_revision_and_role_are_kept_apart(tmp_path: Path) -> None:
    _calls(tmp_path, ["a"])
    assert ["a"] == _calls(tmp_path, ["a"], Words(name="other"))
    assert ["a"] == _calls(tmp_path, ["a"], Words(revision="2"))
    assert ["a"] == _calls(tmp_path, ["a"], role="query")


def test_no_text_is_stored(tmp_path: Path) -> None:
    _calls(tmp_path, ["the secret plan"])
    assert b"secret" not in (tmp_path / STORE).read_bytes()


def test_progress_adds_up_to_all_texts(tmp_path: Path) -> None:
    _calls(tmp_path, TEXTS[:10])
    steps: list[int] = []
    embed(Words(), [*TEXTS, *TEXTS[:20], *TEXTS[60:]], tmp_path, progress=steps.append)
    assert 100 == sum(steps)
    assert len(steps) > 2


def test_what_was_embedded_before_a_model_broke_is_not_lost(tmp_path: Path) -> None:
    with pytest.raises(WaysGuardError, match=r"words.*out of memory"):
        embed(Words(breaks_at=50), TEXTS, tmp_path)
    assert TEXTS[32:] == _calls(tmp_path, TEXTS)


def test_the_oldest_vectors_leave_a_full_cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(embedding_cache, "EMBEDDING_CACHE_ROWS", 40)
    _calls(tmp_path, TEXTS)
    with closing(sqlite3.connect(tmp_path / STORE)) as store:
        assert (40,) == store.execute("SELECT COUNT(*) FROM vectors").fetchone()
    assert TEXTS[:30] == _calls(tmp_path, TEXTS)


def test_adding_to_a_large_cache_does_not_read_it_all(tmp_path: Path) -> None:
    def seconds(folder: Path) -> float:
        started = time.perf_counter()
        _calls(folder, [f"new {number}" for number in range(320)])
        return time.perf_counter() - started

    rows = ((b"%024d" % number, b"0000", number) for number in range(100_000))
    _calls(tmp_path / "large", ["a"])
    with closing(sqlite3.connect(tmp_path / "large" / STORE)) as store, store:
        store.executemany("INSERT INTO vectors VALUES (?, ?, ?)", rows)
    assert seconds(tmp_path / "large") < 10 * seconds(tmp_path / "small") + 0.2


@pytest.mark.parametrize("damage", [b"", b"not a database" * 100, None])
def test_a_damaged_cache_costs_time_once(tmp_path: Path, damage: bytes | None) -> None:
    _calls(tmp_path, TEXTS)
    path = tmp_path / STORE
    path.write_bytes(path.read_bytes()[:5_000] if damage is None else damage)
    assert TEXTS == _calls(tmp_path, TEXTS)
    assert [] == _calls(tmp_path, TEXTS)


def test_a_cache_that_cannot_be_opened_is_done_without(tmp_path: Path) -> None:
    (tmp_path / STORE).mkdir()
    assert TEXTS == _calls(tmp_path, TEXTS)
    (tmp_path / "file").write_bytes(b"")
    assert TEXTS == _calls(tmp_path / "file", TEXTS)


def test_a_cache_that_may_only_be_read_is_read(tmp_path: Path) -> None:
    _calls(tmp_path, TEXTS[:10])
    with closing(sqlite3.connect(tmp_path / STORE)) as store:
        # Files that nobody may write do not stop the superuser, and tests may run as one.
        store.execute("CREATE TRIGGER no BEFORE INSERT ON vectors BEGIN SELECT RAISE(ABORT, 'read-only'); END")
    assert TEXTS[10:] == _calls(tmp_path, TEXTS)
    assert TEXTS[10:] == _calls(tmp_path, TEXTS)


def test_a_cache_that_another_process_holds_is_waited_for_once(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(embedding_cache, "_PATIENCE", 0.2)
    _calls(tmp_path, TEXTS[:10])
    with closing(sqlite3.connect(tmp_path / STORE, isolation_level=None)) as other:
        other.execute("BEGIN IMMEDIATE")
        assert TEXTS[10:] == _calls(tmp_path, TEXTS)
        other.execute("ROLLBACK")
        other.execute("BEGIN EXCLUSIVE")
        assert TEXTS == _calls(tmp_path, TEXTS)
