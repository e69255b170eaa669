"""Files that are no files, or lie elsewhere: links, pipes, folders."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from tests.cli.conftest import Run

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="links need rights there, pipes do not exist")

_WAY = "---\ndescription: Writing tests\nvocabulary: test\n---\nBody.\n"
_BAD = '{"lang":"de","description":"Größe prüfen","vocabulary":"Test","embed_threshold":0.7}\n'
_LOCALES = "ways/code/tests/tests.locales.jsonl"


@pytest.fixture
def repo(tmp_path: Path) -> Path:
    folder = tmp_path / "repo"
    (folder / "ways/code/tests").mkdir(parents=True)
    (folder / "ways.json").write_text("{}")
    (folder / "ways/code/tests/tests.md").write_text(_WAY)
    return folder


@pytest.mark.parametrize("how", [("lint", "--fix"), ("lint", "--unsafe-fixes"), ("fmt",)])
def test_nothing_is_written_through_a_link_out_of_the_repo(
    repo: Path, tmp_path: Path, ways_guard: Run, how: tuple[str, ...]
) -> None:
    text = "\n" + _BAD
    (tmp_path / "outside").write_text(text)
    (repo / _LOCALES).symlink_to(tmp_path / "outside")
    _, out, err = ways_guard(repo, *how)
    assert text == (tmp_path / "outside").read_text()
    assert f"{_LOCALES}: is a link out of the repo: it was not changed; mend the file where it lies" in err
    assert ("WG203" in out) == (how[0] == "lint")


def test_a_link_inside_the_repo_is_written_through(repo: Path, ways_guard: Run) -> None:
    (repo / "shared.txt").write_text(_BAD)
    (repo / _LOCALES).symlink_to(repo / "shared.txt")
    assert 0 == ways_guard(repo, "lint", "--fix")[0]
    assert "embed_threshold" not in (repo / "shared.txt").read_text()


def test_no_baseline_is_written_through_a_link_out_of_the_repo(repo: Path, tmp_path: Path, ways_guard: Run) -> None:
    (tmp_path / "outside").write_text("mine")
    (repo / ".ways-guard-baseline.json").symlink_to(tmp_path / "outside")
    code, _, err = ways_guard(repo, "lint", "--write-baseline")
    assert (2, "mine") == (code, (tmp_path / "outside").read_text())
    assert "is a link out of the repo" in err
