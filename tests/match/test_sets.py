from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from ways_guard.match import layout, sets
from ways_guard.match.engines import Models
from ways_guard.match.sets import Source, WaySet, open_set
from ways_guard.way.discover import Root

from .repo import built, way, write

NAMES = {"multilingual": "words@1"}


def _source(origin: str, *ids: str, built: bool = True, name: str | None = None) -> Source:
    triggers = [{"id": one, "path": f"{one}/{one}.md", "threshold": 0.35} for one in ids]
    root = Root(Path("/") / (name or origin), origin)
    return Source(root, triggers, Path("/cache") / (name or origin) if built else None)


def _where(ways: WaySet) -> list[tuple[str, str]]:
    return [(entry.id, entry.root.origin) for entry in ways.entries]


def test_the_nearest_way_of_an_id_is_in_force() -> None:
    ways = open_set([_source("user", "a", "b"), _source("extra", "b", "c"), _source("bundled", "a", "d")])
    assert [("a", "user"), ("b", "user"), ("c", "extra"), ("d", "bundled")] == _where(ways)
    assert ({"a": 0, "b": 1}, {"c": 2}, {"d": 3}) == ways.positions
    assert Path("/user/a/a.md") == ways.entries[0].path


def test_a_project_that_is_not_trusted_only_adds() -> None:
    sources = [_source("project", "a", "new"), _source("user", "a"), _source("bundled", "b")]
    assert [("new", "project"), ("a", "user"), ("b", "bundled")] == _where(open_set(sources))
    assert [("a", "user"), ("b", "bundled")] == _where(open_set(sources, project_disabled=["a", "b", "new"]))


def test_disabled_ways_are_not_there_at_all() -> None:
    sources = [_source("user", "code/a", "code/b", "coder"), _source("bundled", "code", "code/a")]
    assert [("coder", "user"), ("code", "bundled")] == _where(open_set(sources, disabled=["code/*"]))
    # The nearer one is what the id means; to disable it does not bring back the farther one.
    assert ("code/a", "bundled") not in _where(open_set(sources, disabled=["code/a"]))


SETS = {
    "another order": lambda: open_set([_source("bundled", "c"), _source("user", "a", "b")]),
    "another root": lambda: open_set([_source("user", "a", "b"), _source("bundled", "c", name="other")]),
    "one disabled": lambda: open_set([_source("user", "a", "b"), _source("bundled", "c")], disabled=["b"]),
    "one not built": lambda: open_set([_source("user", "a", "b"), _source("bundled", "c", built=False)]),
    "one more, not built": lambda: open_set(
        [_source("user", "a", "b"), _source("bundled", "c"), _source("extra", "x", built=False)]
    ),
    "one more before, not built": lambda: open_set(
        [_source("project", "x", built=False), _source("user", "a", "b"), _source("bundled", "c")]
    ),
}


@pytest.mark.parametrize("name", SETS)
def test_ways_that_compete_otherwise_are_calibrated_otherwise(name: str) -> None:
    usual = open_set([_source("user", "a", "b"), _source("bundled", "c")])
    assert usual.folder(Path("/c"), NAMES) != SETS[name]().folder(Path("/c"), NAMES)


def test_who_wins_an_id_counts_for_the_calibration() -> None:
    far = _source("bundled", "b", "c")
    trusted, stranger = (open_set([_source(origin, "a", "b", name="near"), far]) for origin in ("user", "project"))
    assert trusted.folder(Path("/c"), NAMES) != stranger.folder(Path("/c"), NAMES)


def test_another_version_calibrates_anew(monkeypatch: pytest.MonkeyPatch) -> None:
    ways = open_set([_source("user", "a", "b")])
    before = ways.folder(Path("/c"), NAMES)
    monkeypatch.setattr(sets, "__version__", "99")
    assert before != ways.folder(Path("/c"), NAMES)


def test_what_masks_nothing_and_where_the_roots_lie_changes_no_calibration(
    repo: Root, words: Models, cache: Path, tmp_path: Path
) -> None:
    folder = built(repo, words, cache).folder
    moved = replace(repo, path=tmp_path / "elsewhere")
    plain, masked = (open_set([sets.stored(repo, folder)], disabled=disabled) for disabled in ((), ("gone",)))
    assert plain.folder(cache, NAMES) == masked.folder(cache, NAMES)
    assert plain.folder(cache, NAMES) == open_set([sets.stored(moved, folder)]).folder(cache, NAMES)
    assert plain.folder(cache, NAMES) != plain.folder(cache, {"multilingual": "words@2"})
    assert {"en"} == plain.canonical


@pytest.mark.parametrize(
    "content", [b"", b'{"ways": [{"id"', b"[]", b"{}", b'{"ways": 1}', b'{"ways": [{"id": "a"}]}']
)
def test_damaged_triggers_are_an_error_that_readers_expect(tmp_path: Path, content: bytes) -> None:
    (tmp_path / layout.TRIGGERS).write_bytes(content)
    with pytest.raises((OSError, ValueError)):
        sets.stored(Root(tmp_path, "repo"), tmp_path)


def test_triggers_are_what_the_files_say(repo: Root, words: Models, cache: Path) -> None:
    write(
        repo.path,
        {"full/full.md": way("B.", commands="^git", files="x$", scope="agent, subagent", threshold="0.6")},
    )
    ways = open_set([sets.stored(repo, built(repo, words, cache).folder)])
    found = {entry.id: entry for entry in ways.entries}
    assert (0.6, "^git", "x$", ["agent", "subagent"]) == (
        found["full"].threshold,
        *(found["full"].trigger[key] for key in ("commands", "files", "scope")),
    )
    assert "session-start" == found["start"].trigger["state"]["trigger"]
    assert repo.path / "full/full.md" == found["full"].path
