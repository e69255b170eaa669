"""Files that are no files, or lie elsewhere: links, pipes, folders."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable
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


def _hang(path: Path) -> None:
    os.mkfifo(path)


def _dangle(path: Path) -> None:
    path.symlink_to("nowhere")


def _device(path: Path) -> None:
    path.symlink_to(os.devnull)


_MAKERS: dict[str, tuple[Callable[[Path], None], str]] = {
    "pipe": (_hang, "it is no regular file"),
    "link": (_dangle, "it is a link to nothing"),
    "device": (_device, "it is no regular file"),
    "folder": (Path.mkdir, "it is a folder"),
}
_NAMES = [
    "ways.json",
    "languages.json",
    _LOCALES,
    "ways/core.md",
    "ways/golden-none.jsonl",
    "ways/code/tests/tests.examples.jsonl",
    "ways/code/tests/tests.golden.jsonl",
    "ways/code/tests/tests.de.md",
    "ways/other/other.md",
]


@pytest.mark.parametrize("what", _MAKERS)
def test_what_is_no_file_is_a_finding_beside_the_others(repo: Path, ways_guard: Run, what: str) -> None:
    (repo / "ways.json").unlink()
    (repo / ".git").mkdir()
    (repo / "ways/other").mkdir()
    (repo / "ways/more").mkdir()
    (repo / "ways/more/more.md").write_text(_WAY.replace("test\n", "test\npattern: '('\n"))
    make, why = _MAKERS[what]
    for name in _NAMES:
        make(repo / name)
    for _ in range(2):  # the second time from the cache
        code, out, _ = ways_guard(repo, "lint", "--select", "WG001,WG501", "--format", "concise")
        expected = [f"{name}:1:1: WG001 cannot be read: {why}: put a file there, or remove it" for name in _NAMES]
        found = out.splitlines()
        assert (1, sorted(expected)) == (code, sorted(line for line in found if "WG001" in line))
        assert 1 == sum("WG501" in line for line in found)


@pytest.mark.parametrize("what", _MAKERS)
@pytest.mark.parametrize(
    "command", [("lint", "--fix"), ("coverage",), ("fmt",), ("match", "--repo", ".", "x"), ("demo", ".")]
)
def test_what_is_no_file_stops_no_command(repo: Path, ways_guard: Run, what: str, command: tuple[str, ...]) -> None:
    (repo / "ways.json").unlink()
    (repo / "ways/other").mkdir()
    for name in [*_NAMES, ".ways-guard-baseline.json"]:
        _MAKERS[what][0](repo / name)
    options = ("--engine", "none") if command[0] in ("match", "demo") else ()
    _, out, err = ways_guard(repo, *command, *options)
    shown = {
        "lint": "WG001",
        "coverage": "ways/code/tests",
        "fmt": "cannot be read",
        "match": "",
        "demo": "3. Match",
    }
    assert shown[command[0]] in out + err


@pytest.mark.skipif(hasattr(os, "geteuid") and os.geteuid() == 0, reason="root may read everything")
def test_a_file_that_may_not_be_read_is_a_finding(repo: Path, ways_guard: Run) -> None:
    for name in ("ways.json", "ways/code/tests/tests.md"):
        (repo / name).chmod(0)
    code, out, _ = ways_guard(repo, "lint", "--format", "concise")
    assert (1, 2) == (code, out.count("WG001 cannot be read: Permission denied"))
