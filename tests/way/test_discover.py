from __future__ import annotations

import sys
from pathlib import Path

import pytest

from ways_guard.errors import WaysGuardError
from ways_guard.way import discover
from ways_guard.way.config import Config
from ways_guard.way.discover import File, Root

_LANGUAGES = frozenset({"en", "de", "pt-br"})


def _touch(top: Path, *names: str) -> None:
    for name in names:
        path = top / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.touch()


@pytest.mark.parametrize(
    ("name", "kind", "node", "lang"),
    [
        ("code/tests/tests.md", "way", "code/tests", None),
        ("a.b/a.b.md", "way", "a.b", None),
        ("pii-free/pii-free.md", "way", "pii-free", None),
        ("code/tests/tests.de.md", "override", "code/tests", "de"),
        ("code/tests/tests.pt-br.md", "override", "code/tests", "pt-br"),
        ("code/tests/tests.xx.md", "other", "code/tests", None),
        ("code/tests/other.de.md", "other", "code/tests", None),
        ("code/tests/tests.check.md", "check", "code/tests", None),
        ("code/tests/tests.locales.jsonl", "locales", "code/tests", None),
        ("code/tests/tests.examples.jsonl", "examples", "code/tests", None),
        ("code/tests/tests.golden.jsonl", "golden", "code/tests", None),
        ("core.md", "core", "", None),
        ("code/core.md", "other", "code", None),
        ("golden-none.jsonl", "none-probes", "", None),
        ("README.md", "other", "", None),
    ],
)
def test_a_name_says_what_a_file_is(name: str, kind: str, node: str, lang: str | None) -> None:
    path = Path("root", name)
    assert File(path, kind, node, lang) == discover.classify(path, Path("root"), _LANGUAGES)


@pytest.mark.parametrize(
    "name", ["tests/macro.sh", "tests/tests.jsonl", "x/golden-none.jsonl", "tests/.locales.jsonl"]
)
def test_other_files_are_not_ours(name: str) -> None:
    assert discover.classify(Path("root", name), Path("root"), _LANGUAGES) is None


def test_a_scan_is_sorted_and_enters_neither_hidden_nor_foreign_nor_linked_folders(tmp_path: Path) -> None:
    _touch(tmp_path, "b/b.md", "a/x/x.md", "a/a.locales.jsonl", ".git/x.md", "node_modules/m/m.md", "c/notes.txt")
    if sys.platform != "win32":  # where links need a privilege
        (tmp_path / "link").symlink_to(tmp_path / "b")
    found = [file.path.relative_to(tmp_path).as_posix() for file in discover.scan(tmp_path, _LANGUAGES)]
    assert ["a/a.locales.jsonl", "a/x/x.md", "b/b.md"] == found


def _roots(repo: Path) -> list[str]:
    return [root.path.relative_to(repo).as_posix() for root in discover.repo_roots(repo)]


def test_a_repos_roots_are_named_or_usual_or_itself(tmp_path: Path) -> None:
    assert ["."] == _roots(tmp_path)
    _touch(tmp_path, "ways/a/a.md", ".claude/ways/b/b.md")
    assert ["ways", ".claude/ways"] == _roots(tmp_path)
    (tmp_path / "ways.json").write_text('{"roots": ["guides"], "canonical_language": "de"}')
    assert [Root(tmp_path / "guides", "repo", "de")] == discover.repo_roots(tmp_path)


def test_a_broken_configuration_is_told(tmp_path: Path) -> None:
    (tmp_path / "ways.json").write_text("{")
    with pytest.raises(WaysGuardError, match=r"ways\.json:1:2"):
        discover.repo_roots(tmp_path)


@pytest.mark.parametrize("marker", [".git/HEAD", "ways.json", "languages.json"])
def test_a_path_belongs_to_the_nearest_repo_above_it(tmp_path: Path, marker: str) -> None:
    _touch(tmp_path, "repo/ways/code/tests/tests.md", f"repo/{marker}")
    for name in ("repo", "repo/ways/code", "repo/ways/code/tests/tests.md"):
        assert tmp_path / "repo" == discover.repo_of(tmp_path / name)


def test_ids_do_not_hang_on_where_a_run_starts(tmp_path: Path) -> None:
    _touch(tmp_path, "plain/ways/code/tests/tests.md", "bare/tests/tests.md")
    for name in ("plain/ways", "plain/ways/code/tests", "plain/ways/code/tests/tests.md"):
        assert tmp_path / "plain" == discover.repo_of(tmp_path / name)
    assert tmp_path / "bare" == discover.repo_of(tmp_path / "bare")


def test_run_time_roots_come_nearest_first_and_once(tmp_path: Path) -> None:
    user, project, extra = tmp_path / "home/.claude", tmp_path / "project", tmp_path / "extra"
    _touch(tmp_path, "home/.claude/ways/a/a.md", "home/.claude/hooks/ways/b/b.md", "project/.claude/ways/c/c.md")
    _touch(extra, "d/d.md")
    settings = Config(roots=(extra, user / "ways", tmp_path / "gone"), canonical_language="de")
    assert [
        Root(project / ".claude/ways", "project", "de"),
        Root(user / "ways", "user"),
        Root(user / "hooks/ways", "user"),
        Root(extra, "extra"),
        Root(discover.bundled_root(), "bundled"),
    ] == discover.runtime_roots(user, project, settings)
    off = discover.runtime_roots(user, None, Config(bundled=False))
    assert ["user", "user"] == [root.origin for root in off]


def test_a_project_is_the_nearest_folder_that_looks_like_one(tmp_path: Path) -> None:
    _touch(tmp_path, "home/.claude/ways/a/a.md", "home/work/repo/.git/HEAD", "home/work/repo/src/x.py")
    user = tmp_path / "home/.claude"
    assert tmp_path / "home/work/repo" == discover.project_of(tmp_path / "home/work/repo/src", user)
    assert discover.project_of(tmp_path / "home/work", user) is None
