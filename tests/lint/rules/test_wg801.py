from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from ways_guard.match import export
from ways_guard.way import discover

if TYPE_CHECKING:
    from tests.lint.conftest import Lab

_WAY = "---\ndescription: Writing tests\nvocabulary: test\n---\nBody.\n"


@pytest.fixture
def repo(lab: Lab) -> Lab:
    """A repo whose committed export is up to date."""
    lab.write({"ways.json": '{"corpus": {"export": "out/corpus"}}', lab.way: _WAY})
    (root,) = discover.repo_roots(lab.top)
    export.write(root, discover.repo_languages(lab.top), lab.top / "out/corpus")
    return lab


def test_an_export_that_is_up_to_date_is_right_whatever_its_line_ends(repo: Lab) -> None:
    assert [] == repo.lines("WG801")
    for path in (repo.top / "out/corpus").iterdir():
        path.write_bytes(path.read_bytes().replace(b"\n", b"\r\n"))
    assert [] == repo.lines("WG801")


def test_a_changed_way_makes_it_stale(repo: Lab) -> None:
    repo.write({repo.way: _WAY.replace("Writing", "Running")})
    assert [
        "ways.json:1:23: WG801 out/corpus/manifest.json, out/corpus/ways-corpus-en.jsonl, "
        "out/corpus/ways-corpus-multi.jsonl are out of date: run ways-guard corpus --hook"
    ] == repo.lines("WG801")


def test_a_missing_file_is_stale_and_a_repo_that_commits_none_is_right(repo: Lab) -> None:
    (repo.top / "out/corpus/ways-corpus-en.jsonl").unlink()
    (line,) = repo.lines("WG801")
    assert "out/corpus/ways-corpus-en.jsonl is out of date" in line
    repo.write({"ways.json": "{}"})
    assert [] == repo.lines("WG801")


def test_an_export_of_two_roots_cannot_be(repo: Lab) -> None:
    repo.write({"hooks/ways/a/a.md": _WAY})
    (line,) = repo.lines("WG801")
    assert "an export holds the records of one root, and this repo has 2: remove corpus.export" in line
