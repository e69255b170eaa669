from __future__ import annotations

from pathlib import Path

import pytest

from ways_guard.match import layout


def _generation(cache: Path, root: Path, name: str) -> Path:
    folder = layout.shard(cache, root) / name
    folder.mkdir(parents=True)
    (folder / layout.MANIFEST).write_text("{}")
    return folder


def test_current_is_the_generation_that_was_put_in_force_last(tmp_path: Path) -> None:
    root = tmp_path / "ways"
    assert layout.current(tmp_path, root) is None
    for name in ("a", "b"):
        folder = _generation(tmp_path, root, name)
        layout.set_current(folder.parent, name)
        assert folder == layout.current(tmp_path, root)


@pytest.mark.parametrize("content", [b"", b"\n", b"\xff\xfe", b"a\0b", b"not-there", b"x" * 5_000])
def test_a_damaged_current_names_no_generation(tmp_path: Path, content: bytes) -> None:
    folder = _generation(tmp_path, tmp_path / "ways", "a").parent
    (folder / "CURRENT").write_bytes(content)
    assert layout.current(tmp_path, tmp_path / "ways") is None


def test_one_root_has_one_shard_by_whichever_path_it_is_named(tmp_path: Path) -> None:
    (tmp_path / "ways").mkdir()
    try:
        (tmp_path / "link").symlink_to(tmp_path / "ways")
    except OSError:
        pytest.skip("links need a privilege here")
    assert layout.shard(tmp_path, tmp_path / "ways") == layout.shard(tmp_path, tmp_path / "link")


def test_a_digest_keeps_its_parts_apart() -> None:
    assert layout.digest(["ab", "c"]) != layout.digest(["a", "bc"])
    assert layout.digest(["\ud800"]) != layout.digest(["\ud801"])
