from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

import numpy as np
import pytest

from ways_guard.match import index, layout, rows
from ways_guard.match.build import line
from ways_guard.match.index import Index
from ways_guard.match.records import Record
from ways_guard.match.sets import open_set, stored
from ways_guard.way.discover import Root

from .repo import LANGUAGES

KINDS = [
    ("b", "stub", "de"),
    ("a", "stub", "de"),
    ("a", "canonical", "en"),
    ("b", "canonical", "en"),
    ("b", "stub", "en"),
    ("a", "example", "en"),
    ("b", "body", "en"),
    ("a", "override", "fr"),
    ("b", "example", "ja"),
]
IDS = ("a", "b", "c")
Shard = tuple[Path, Mapping[str, int]]


def _generation(folder: Path, kinds: list[tuple[str, str, str]], first: int = 0) -> Path:
    folder.mkdir(parents=True)
    records = [Record(node, kind, lang, 0.35, "a.md", 1, description=node) for node, kind, lang in kinds]
    texts = [line(record) for record in records]
    (folder / layout.RECORDS["multilingual"]).write_bytes(b"".join(texts))
    found = rows.of_records(records, {node: place for place, node in enumerate(IDS)}, list(map(len, texts)))
    (folder / layout.ROWS["multilingual"]).write_bytes(rows.dumped(found))
    vectors = np.arange(first, first + len(kinds), dtype=np.float32)[:, None].repeat(3, axis=1)
    np.save(folder / layout.VECTORS["multilingual"], vectors)
    return folder


def _read(*shards: Shard) -> Index | None:
    folders, positions = [folder for folder, _ in shards], [known for _, known in shards]
    return index.read(folders, "multilingual", [IDS] * len(shards), positions)


def _index(tmp_path: Path) -> Index:
    found = _read((_generation(tmp_path / "g", KINDS), {"a": 0, "b": 1}))
    assert found
    return found


def _seen(found: Index, lang: str | None, canonical: set[str]) -> list[int]:
    """The first value of each vector that is read, which is its row."""
    cosines = index.cosines(found.runs(lang, canonical), np.array([1, 0, 0], dtype=np.float32))
    return [int(value) for value in cosines]


@pytest.mark.parametrize(
    ("lang", "canonical", "expected"),
    [
        ("en", {"en"}, [2, 3, 4, 5, 6]),
        ("de", {"en"}, [0, 1, 2, 3, 5, 6]),
        ("fr", {"en"}, [2, 3, 5, 6, 7]),
        ("ja", {"en"}, [2, 3, 5, 6, 8]),
        ("ko", {"en"}, [2, 3, 5, 6]),
        (None, {"en"}, [2, 3, 5, 6]),
        ("en", {"de", "en"}, [2, 3, 4, 5, 6]),
        ("ja", {"ja"}, [8]),
        ("ko", {"ja"}, [8]),
        ("ko", {"nl"}, []),
    ],
)
def test_a_prompt_is_compared_with_its_language_and_the_canonical_ones(
    tmp_path: Path, lang: str | None, canonical: set[str], expected: list[int]
) -> None:
    found = _index(tmp_path)
    assert expected == _seen(found, lang, canonical)
    nodes = [("a", "b").index(KINDS[row][0]) for row in expected]
    assert nodes == index.ways(found.runs(lang, canonical)).tolist()


def test_rows_of_several_roots_stand_together_and_only_those_in_force(tmp_path: Path) -> None:
    near = _generation(tmp_path / "near", KINDS[:4])
    far = _generation(tmp_path / "far", [("a", "canonical", "en"), ("c", "canonical", "en")], first=10)
    found = _read((near, {"a": 0}), (far, {"c": 1}))
    assert found
    assert [1, 2, 11] == _seen(found, "de", {"en"})
    assert [0, 0, 1] == index.ways(found.runs("de", {"en"})).tolist()
    assert {"de", "en"} == found.codes
    assert 3 == found.size


def test_the_nearest_row_of_a_way_is_told_with_its_record(tmp_path: Path) -> None:
    found = _index(tmp_path)
    up, down = np.array([1, 0, 0], dtype=np.float32), np.array([-1, 0, 0], dtype=np.float32)
    runs = found.runs("de", {"en"})
    for vector, way, row in ((up, 0, 5), (down, 0, 1), (up, 1, 6), (down, 1, 0)):
        nearest = index.nearest(runs, vector, way)
        assert nearest
        assert KINDS[row] == tuple(nearest[0][key] for key in ("id", "kind", "lang"))
        assert row == abs(nearest[1])
    assert index.nearest(runs, up, 2) is None


def test_there_is_no_index_where_nothing_was_embedded(tmp_path: Path) -> None:
    empty = _generation(tmp_path / "empty", [])
    (tmp_path / "bare").mkdir()
    assert _read((empty, {}), (tmp_path / "bare", {})) is None
    assert _read((_generation(tmp_path / "masked", KINDS), {})) is None
    assert _read() is None


@pytest.mark.parametrize("name", [layout.VECTORS["multilingual"], layout.ROWS["multilingual"]])
@pytest.mark.parametrize("left", [0, 100, 200])
def test_a_damaged_generation_is_an_error_of_a_kind_that_readers_expect(
    tmp_path: Path, name: str, left: int
) -> None:
    path = _generation(tmp_path / "g", KINDS) / name
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
    (block,) = found.blocks
    assert block.rows.codes == tuple(sorted({"ar", "de", "en", "ja"} & LANGUAGES.keys()))
    langs = [block.record(row)["lang"] for row in range(len(block.rows))]
    assert [code for code in block.rows.codes for _ in range(langs.count(code))] == langs
    assert [len(range(*block.rows.run(code).indices(99))) for code in block.rows.codes] == [
        langs.count(code) for code in block.rows.codes
    ]
    assert np.allclose(1, np.linalg.norm(block.vectors, axis=1), atol=1e-3)
    assert {block.record(row)["id"] for row in range(len(langs))} == {
        ways.entries[number].id for number in block.ways
    }
