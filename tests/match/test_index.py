from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

import numpy as np
import pytest

from ways_guard.match import index, layout
from ways_guard.match.build import lines
from ways_guard.match.index import Index
from ways_guard.match.records import Record
from ways_guard.match.sets import open_set, stored
from ways_guard.way.discover import Root

from .repo import LANGUAGES

ROWS = [
    ("a", "stub", "de"),
    ("a", "override", "fr"),
    ("a", "canonical", "en"),
    ("a", "example", "en"),
    ("b", "canonical", "en"),
    ("b", "body", "en"),
    ("b", "stub", "de"),
    ("b", "example", "ja"),
    ("b", "stub", "en"),
]


def _generation(folder: Path, rows: list[tuple[str, str, str]], first: int = 0) -> Path:
    folder.mkdir(parents=True)
    records = [Record(node, kind, lang, 0.35, "a.md", 1, description="x") for node, kind, lang in rows]
    (folder / layout.RECORDS["multilingual"]).write_bytes(lines(records))
    vectors = np.arange(first, first + len(rows), dtype=np.float32)[:, None].repeat(3, axis=1)
    np.save(folder / layout.VECTORS["multilingual"], vectors)
    return folder


def _read(*pairs: tuple[Path, Mapping[str, int]]) -> Index | None:
    return index.read([folder for folder, _ in pairs], "multilingual", [known for _, known in pairs])


def _index(tmp_path: Path) -> Index:
    found = _read((_generation(tmp_path / "g", ROWS), {"a": 0, "b": 1}))
    assert found
    return found


@pytest.mark.parametrize(
    ("lang", "canonical", "expected"),
    [
        ("en", {"en"}, [2, 3, 4, 5, 8]),
        ("de", {"en"}, [0, 2, 3, 4, 5, 6]),
        ("fr", {"en"}, [1, 2, 3, 4, 5]),
        ("ja", {"en"}, [2, 3, 4, 5, 7]),
        ("ko", {"en"}, [2, 3, 4, 5]),
        (None, {"en"}, [2, 3, 4, 5]),
        ("en", {"de", "en"}, [2, 3, 4, 5, 8]),
        ("ja", {"ja"}, [7]),
    ],
)
def test_a_prompt_is_compared_with_its_language_and_the_canonical_ones(
    tmp_path: Path, lang: str | None, canonical: set[str], expected: list[int]
) -> None:
    assert expected == _index(tmp_path).rows(lang, canonical).tolist()


def test_rows_of_several_roots_stand_together_and_only_those_in_force(tmp_path: Path) -> None:
    near = _generation(tmp_path / "near", ROWS[:4])
    far = _generation(tmp_path / "far", [("a", "canonical", "en"), ("c", "canonical", "en")], first=10)
    found = _read((near, {"a": 0}), (far, {"c": 1}))
    assert found
    assert [0, 1, 2, 3, 11] == found.vectors[:, 0].tolist()
    assert [0, 0, 0, 0, 1] == found.ways.tolist()
    assert ("de", "en", "fr") == found.codes
    assert ["a", "a", "a", "a", "c"] == [source["id"] for source in found.sources]


def test_there_is_no_index_where_nothing_was_embedded(tmp_path: Path) -> None:
    empty = _generation(tmp_path / "empty", [])
    (tmp_path / "bare").mkdir()
    assert _read((empty, {}), (tmp_path / "bare", {})) is None
    assert _read((_generation(tmp_path / "masked", ROWS), {})) is None
    assert _read() is None


@pytest.mark.parametrize("name", [layout.VECTORS["multilingual"], layout.RECORDS["multilingual"]])
@pytest.mark.parametrize("left", [0, 100, 200])
def test_a_damaged_generation_is_an_error_of_a_kind_that_readers_expect(
    tmp_path: Path, name: str, left: int
) -> None:
    path = _generation(tmp_path / "g", ROWS) / name
    path.write_bytes(path.read_bytes()[:left])
    with pytest.raises((OSError, ValueError)):
        _read((path.parent, {"a": 0, "b": 1}))


@pytest.mark.engine
def test_a_built_root_is_grouped_by_language(small: tuple[Root, Path]) -> None:
    root, cache = small
    folder = layout.current(cache, root.path)
    assert folder
    ways = open_set([stored(root, folder)])
    found = ways.index("multilingual")
    assert found
    assert found.codes == tuple(sorted({"ar", "de", "en", "ja"} & LANGUAGES.keys()))
    assert sorted(found.languages.tolist()) == found.languages.tolist()
    assert np.allclose(1, np.linalg.norm(found.vectors, axis=1), atol=1e-3)
    assert {entry.id for entry in ways.entries} - {"licences", "start"} == {
        ways.entries[number].id for number in found.ways
    }
