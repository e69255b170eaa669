from __future__ import annotations

from pathlib import Path

from ways_guard.lint.sources import Sources


def test_a_text_is_read_once_without_its_byte_order_mark(tmp_path: Path) -> None:
    path = tmp_path / "a.md"
    path.write_bytes(b"\xef\xbb\xbfone\r\ntwo\n")
    sources = Sources()
    assert ["one\r", "two", ""] == list(sources.lines(path))
    path.write_bytes(b"other")
    assert ("one\r\ntwo\n", "two") == (sources.text(path), sources.line(path, 2))


def test_what_is_not_there_is_empty(tmp_path: Path) -> None:
    sources = Sources()
    assert ("", "", "") == (
        sources.text(tmp_path / "gone"),
        sources.line(tmp_path / "gone", 1),
        sources.line(tmp_path / "gone", 7),
    )


def test_broken_bytes_keep_their_line() -> None:
    assert "b\ufffdc" == Sources(lambda _: b"a\nb\xffc\n").line(Path("x"), 2)
