from __future__ import annotations

import os
from pathlib import Path
from typing import Any

import pytest

from ways_guard.constants import WAY_FILE_BYTES
from ways_guard.match import delivery
from ways_guard.match.delivery import Part, compose, cut, joined
from ways_guard.match.sets import Entry
from ways_guard.match.verdict import Alias, Verdict
from ways_guard.way.discover import Root


@pytest.fixture
def root(tmp_path: Path) -> Root:
    (tmp_path / "a").mkdir()
    (tmp_path / "a/a.md").write_text("---\npattern: x\n---\n\nEnglish body.\n", encoding="utf-8")
    (tmp_path / "a/a.ja.md").write_text("日本語の本文。\n", encoding="utf-8")
    return Root(tmp_path, "user")


def _verdict(root: Root, alias: tuple[str, str] | None = None) -> Verdict:
    trigger: dict[str, Any] = {"path": "a/a.md", "threshold": 0.35, "overrides": {"ja": "a/a.ja.md"}}
    found = Alias(*alias, "text", "a/a.md", 1, 0.9) if alias else None
    return Verdict(Entry("a", root, trigger), 0.5, None, "semantic", "", found)


def test_the_body_is_that_of_the_override_where_its_alias_fired_or_its_language_is_written(root: Root) -> None:
    assert "English body." == delivery.body(_verdict(root), "en")
    assert "English body." == delivery.body(_verdict(root, ("stub", "ja")), "de")
    assert "日本語の本文。" == delivery.body(_verdict(root), "ja")
    assert "日本語の本文。" == delivery.body(_verdict(root, ("override", "ja")), "de")


def test_files_that_went_away_since_the_build(root: Root) -> None:
    (root.path / "a/a.ja.md").unlink()
    assert "English body." == delivery.body(_verdict(root), "ja")
    (root.path / "a/a.md").write_bytes(b"\xff")
    assert "" == delivery.body(_verdict(root), "ja")
    (root.path / "a/a.md").unlink()
    assert "" == delivery.body(_verdict(root), "ja")


def test_a_file_that_has_grown_beyond_measure_is_not_read(root: Root) -> None:
    os.truncate(root.path / "a/a.md", WAY_FILE_BYTES + 1)
    assert "" == delivery.body(_verdict(root), "en")


def test_each_way_is_there_whole_or_only_named() -> None:
    sent = compose([Part("a", "A" * 5_000), Part("b", "B" * 5_000), Part("c", "C" * 100)])
    assert ("a", "c") == sent.shown
    assert ["Guidance for this task (way a):", "A" * 5_000] == sent.text.split("\n\n")[:2]
    assert sent.text.endswith("Also fitting, left out for length: b")
    assert "B" * 10 not in sent.text
    assert len(sent.text) <= 9_000


def test_nothing_to_say_is_no_text() -> None:
    assert ("", ()) == (compose([]).text, compose([]).shown)


@pytest.mark.parametrize("body", ["x" * 20_000, "🦓" * 5_000, "漢" * 8_800])
def test_what_alone_is_too_long_is_cut_when_it_comes_first(body: str) -> None:
    sent = compose([Part("a/long", body, "/ways/a/long/long.md"), Part("b", "B" * 100)])
    assert ("a/long",) == sent.shown
    assert body[:4_000] in sent.text
    assert "(cut for length: all of it is in /ways/a/long/long.md)" in sent.text
    assert sent.text.endswith("Also fitting, left out for length: b")
    assert 8_600 < len(sent.text.encode("utf-16-le")) // 2 <= 9_000
    sent = compose([Part("b", "B" * 100), Part("a/long", body)])
    assert ("b",) == sent.shown
    assert sent.text.endswith("Also fitting, left out for length: a/long")


@pytest.mark.parametrize("limit", [400, 1_000, 9_000])
@pytest.mark.parametrize("letter", ["x", "漢", "🦓"])
def test_the_limit_holds_for_any_number_of_ways_as_the_client_counts(limit: int, letter: str) -> None:
    sent = compose([Part(f"way/{number}", letter * number) for number in range(600)], limit)
    assert len(sent.text.encode("utf-16-le")) // 2 <= limit


def test_a_text_is_cut_with_a_mark_and_never_inside_a_character() -> None:
    assert "abc" == cut("abc", 3)
    assert "a …" == cut("abcd", 3)
    assert "🦓 …" == cut("🦓🦓🦓", 5)
    assert "🦓🦓" == cut("🦓🦓", 4)


@pytest.mark.parametrize(
    ("text", "printed", "where", "expected"),
    [
        ("Body.", "Macro.", "prepend", "Macro.\n\nBody."),
        ("Body.", "Macro.", "append", "Body.\n\nMacro."),
        ("Body.", "", "append", "Body."),
    ],
)
def test_a_macros_output_joins_the_body(text: str, printed: str, where: str, expected: str) -> None:
    assert expected == joined(text, printed, where)
