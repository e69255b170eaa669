from __future__ import annotations

import importlib.util
from collections.abc import Callable
from pathlib import Path

import pytest

Run = Callable[..., tuple[int, str, str]]
_LOCALES = "ways/tests/tests.locales.jsonl"


@pytest.fixture
def repo(tmp_path: Path) -> Path:
    folder = tmp_path / "ways/tests"
    folder.mkdir(parents=True)
    (tmp_path / "ways.json").write_text("{}")
    (folder / "tests.md").write_text("---\ndescription: Writing tests\nvocabulary: test coverage\n---\nBody.\n")
    lines = (
        '{"lang":"de","description":"Écrire des tests utiles","vocabulary":"couverture"}\n'
        '{"lang":"fr","description":"Écrire des tests","vocabulary":"couverture"}\n{bad\n'
    )
    (folder / "tests.locales.jsonl").write_text(lines, encoding="utf-8")
    return tmp_path


def test_it_shows_what_a_judgement_rests_on_and_lints_nothing(repo: Path, ways_guard: Run) -> None:
    code, out, err = ways_guard(repo, "lint", "--explain-language", f"{_LOCALES}:1")
    assert (0, "") == (code, err)
    lines = out.splitlines()
    assert ["language: de (German)", "verdict: wrong, seems to be French"] == lines[:2]
    assert "words of the way's own text, which do not count: tests" in lines


@pytest.mark.parametrize(
    ("place", "what"),
    [
        (f"{_LOCALES}:3", "no stub here: name a line of a locale file that has all three keys"),
        (f"{_LOCALES}:9", "no stub here: name a line of a locale file that has all three keys"),
        ("ways/tests/tests.md:1", "no stub here: name a line of a locale file that has all three keys"),
        (_LOCALES, "name a line of a locale file, as ways/code/tests/tests.locales.jsonl:3"),
    ],
)
def test_a_place_without_a_stub_is_one_line(repo: Path, ways_guard: Run, place: str, what: str) -> None:
    assert (2, "", f"ways-guard: {place}: {what}\n") == ways_guard(repo, "lint", "--explain-language", place)


@pytest.mark.skipif(importlib.util.find_spec("lingua") is not None, reason="lingua is installed")
def test_a_detector_that_is_not_installed_is_one_line(repo: Path, ways_guard: Run) -> None:
    (repo / "ways.json").write_text('{"lint": {"detector": "lingua"}}')
    expected = 'ways-guard: lint.detector is "lingua", which is not installed: pip install "ways-guard[lingua]"\n'
    assert (2, "", expected) == ways_guard(repo, "lint")
