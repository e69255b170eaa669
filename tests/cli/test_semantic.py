"""Rules that need a model, from the command line: they run only when somebody asks for them."""

from __future__ import annotations

from pathlib import Path

import pytest

from .conftest import Run

_WAY = "---\ndescription: Writing automated tests\nvocabulary: test coverage pytest\n---\nBody.\n"


@pytest.fixture
def repo(tmp_path: Path) -> Path:
    top = tmp_path / "repo"
    folder = top / "ways/code/tests"
    folder.mkdir(parents=True)
    (top / "ways.json").write_text("{}")
    (folder / "tests.md").write_text(_WAY)
    (folder / "tests.golden.jsonl").write_text('{"kind": "direct", "prompt": "what is for tea?"}\n')
    return top


@pytest.mark.parametrize("arguments", [["--semantic"], ["--select", "WG7"], ["--select", "wg1,WG703"]])
def test_they_run_where_they_are_asked_for(repo: Path, ways_guard: Run, arguments: list[str]) -> None:
    code, out, err = ways_guard(repo, "lint", "--engine", "embedded", *arguments)
    assert (0, True) == (code, "tests.golden.jsonl:1:30: WG703 this probe fires nothing" in out)
    assert "1 warning" in err
    assert 1 == ways_guard(repo, "lint", "--engine", "embedded", "--strict", *arguments)[0]


@pytest.mark.parametrize("settings", ["{}", '{"lint": {"select": ["WG7", "WG1"]}}'])
def test_they_do_not_run_unasked(repo: Path, ways_guard: Run, settings: str) -> None:
    (repo / "ways.json").write_text(settings)
    code, out, _ = ways_guard(repo, "lint", "--engine", "none")
    assert (0, "") == (code, out)


def test_the_repo_may_narrow_them(repo: Path, ways_guard: Run) -> None:
    for narrowed in ('"select": ["WG1", "WG704"]', '"ignore": ["WG703"]'):
        (repo / "ways.json").write_text(f'{{"lint": {{{narrowed}}}}}')
        assert (0, "") == ways_guard(repo, "lint", "--semantic", "--engine", "embedded", "-q")[:2]


def test_without_an_engine_nothing_is_called_fine(repo: Path, ways_guard: Run) -> None:
    code, out, err = ways_guard(repo, "lint", "--semantic", "--engine", "none")
    assert (2, "", 1) == (code, out, len(err.splitlines()))
    assert "meaning cannot be measured" in err
    assert "ways-guard[embedded]" in err
    code, _, err = ways_guard(repo, "lint", "--select", "WG7", "--engine", "magic")
    assert (2, True) == (code, "there is no engine 'magic'" in err)


def test_no_cache_leaves_nothing_behind(repo: Path, tmp_path: Path, ways_guard: Run) -> None:
    _, out, _ = ways_guard(repo, "lint", "--select", "WG7", "--engine", "embedded", "--no-cache")
    assert "WG703" in out
    assert not (tmp_path / "home/XDG_CACHE_HOME").exists()
