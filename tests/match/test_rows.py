from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from ways_guard.match import layout, rows
from ways_guard.match.records import Record
from ways_guard.match.rows import CANONICAL_ROW, STUB_ROW


def _made() -> rows.Rows:
    kinds = [("b", "stub", "de"), ("a", "override", "de"), ("a", "canonical", "en"), ("a", "stub", "ja")]
    records = [Record(node, kind, lang, 0.35, "a.md", 1) for node, kind, lang in kinds]
    return rows.of_records(records, {"a": 0, "b": 1}, [10, 20, 30, 40])


def test_rows_say_way_kind_language_and_where_their_record_stands() -> None:
    found = _made()
    assert [1, 0, 0, 0] == found.ways.tolist()
    assert [STUB_ROW, STUB_ROW, CANONICAL_ROW, STUB_ROW] == found.components.tolist()
    assert [0, 10, 30, 60, 100] == found.offsets.tolist()
    assert [(0, 2), (2, 3), (3, 4)] == [
        (found.run(code).start, found.run(code).stop) for code in ("de", "en", "ja")
    ]
    for code in ("fr", None):
        assert found.run(code).start == found.run(code).stop


def test_what_is_written_is_read_and_the_same_bytes_each_time(tmp_path: Path) -> None:
    made = _made()
    (tmp_path / layout.ROWS["english"]).write_bytes(rows.dumped(made))
    found = rows.read(tmp_path, "english")
    for name in ("ways", "components", "starts", "offsets"):
        assert np.array_equal(getattr(made, name), getattr(found, name))
    assert made.codes == found.codes
    assert rows.dumped(made) == rows.dumped(found)


def test_no_rows_are_rows_too(tmp_path: Path) -> None:
    (tmp_path / layout.ROWS["english"]).write_bytes(rows.dumped(rows.of_records([], {}, [])))
    assert 0 == len(rows.read(tmp_path, "english"))


def test_rows_that_do_not_fit_together_are_damaged(tmp_path: Path) -> None:
    path = tmp_path / layout.ROWS["english"]
    with pytest.raises(FileNotFoundError):
        rows.read(tmp_path, "english")
    arrays = {name: np.zeros(3, dtype=np.int64) for name in ("ways", "components", "starts", "offsets")}
    for codes in (np.array(["de"]), np.array(["de", "en"])):
        np.savez(path, codes=codes, **arrays)  # type: ignore[arg-type]
        with pytest.raises(ValueError, match="damaged"):
            rows.read(tmp_path, "english")
