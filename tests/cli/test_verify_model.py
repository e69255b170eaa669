from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest
from jsonschema import Draft202012Validator

from ways_guard.way import schema

from .conftest import Run

pytestmark = pytest.mark.engine
_UNIT = "Write unit tests"
_OTHERS = (("wie heißt die Hauptstadt?", "Name the capital"), ("koch mir Nudeln", "Cook noodles"))


def _line(lang: str, prompt: str, description: str, least: float = 0.35, **more: str) -> Mapping[str, Any]:
    return {"lang": lang, "prompt": prompt, "description": description, "min_similarity": least, **more}


GERMAN = [_line("de", "schreib Unit-Tests", _UNIT, native="Unit-Tests schreiben")]
GERMAN += [_line("de", prompt, description) for prompt, description in _OTHERS]
FRENCH = [_line("fr", "qu'est-ce qu'on mange à midi ?", _UNIT)]


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "work").mkdir()
    return tmp_path / "work"


def _write(folder: Path, *lines: Mapping[str, Any], name: str = "own.jsonl") -> None:
    (folder / name).write_text("".join(json.dumps(line) + "\n" for line in lines), encoding="utf-8")


def _ran(ways_guard: Run, folder: Path, *arguments: str) -> tuple[int, str, str]:
    return ways_guard(folder, "verify-model", "embedded", *arguments)


def test_worst_first_with_what_failed_and_what_was_not_run(folder: Path, ways_guard: Run) -> None:
    _write(folder, *GERMAN, *FRENCH)
    code, out, _ = _ran(ways_guard, folder, "--fixtures", "own.jsonl", "--lang", "de,fr,sv")
    table = [line.split() for line in out.splitlines() if line[:2] in ("fr", "sv", "de")]
    assert ["fr", "sv", "de", "fr:"] == [line[0] for line in table]
    assert (1, "failed active 0/1", "verified active 3/3") == (
        code,
        " ".join(table[0][2:5]),
        " ".join(table[2][2:5]),
    )
    assert "not run" in out
    assert "no stub" in out
    assert "English model  none: not run" in out
    assert out.endswith("3 languages: 1 verified; 1 failed, active ones among them (fr); 1 not measured\n")


def test_the_exit_code_is_about_active_languages(folder: Path, ways_guard: Run) -> None:
    _write(folder, *GERMAN, _line("sv", "vad blir det till lunch?", _UNIT))
    arguments = ("--fixtures", "own.jsonl", "--lang", "de,sv")
    assert 0 == _ran(ways_guard, folder, *arguments, "--lang", "ja")[0], (
        "Swedish is not active, Japanese unmeasured"
    )
    assert 1 == _ran(ways_guard, folder, *arguments, "--lang", "ja", "--strict")[0]
    (folder / "languages.json").write_text('{"languages": {"sv": {"active": true}}}')
    assert 1 == _ran(ways_guard, folder, *arguments, "--repo", ".")[0]


def test_json(folder: Path, ways_guard: Run) -> None:
    _write(folder, *GERMAN)
    code, out, err = _ran(ways_guard, folder, "--fixtures", "own.jsonl", "--lang", "de", "--lang", "ja", "--json")
    document = json.loads(out)
    Draft202012Validator(schema.load("verification")).validate(document)
    (model,) = document["models"]
    japanese, german = model["languages"]
    assert (0, "", 1, None, "catalogue") == (
        code,
        err,
        document["version"],
        model["english"],
        model["scale"]["source"],
    )
    assert ("not measured", 0, None) == (
        japanese["verdict"],
        japanese["fixtures"],
        japanese["columns"]["multilingual"],
    )
    assert ("verified", 3, {"score", "first", "of"}) == (
        german["verdict"],
        german["passed"],
        set(german["columns"]["multilingual"]),
    )
    assert None is german["columns"]["english_model"]
    assert german["outcomes"][0]["multilingual"]["score"] >= 0.35


def test_a_repos_own_fixtures_and_languages(folder: Path, ways_guard: Run) -> None:
    _write(folder, _line("eo", "skribu unuotestojn", _UNIT), name="languages.fixtures.jsonl")
    (folder / "languages.json").write_text('{"languages": {"eo": {"name": "Esperanto"}}}')
    code, out, _ = _ran(ways_guard, folder, "--repo", ".", "--lang", "eo")
    assert (0, True) == (code, "1 language: 1 verified; 0 failed; 0 not measured" in out)
    assert 2 == _ran(ways_guard, folder, "--lang", "eo")[0]


def test_names_from_a_repo_cannot_move_the_terminal(folder: Path, ways_guard: Run) -> None:
    _write(folder, _line("eo", "lunch \x1b[2J\u202e", "Cook \x1b[1m noodles"), name="languages.fixtures.jsonl")
    (folder / "languages.json").write_text('{"languages": {"eo": {"name": "[red]\\u001b[2J"}}}')
    out = _ran(ways_guard, folder, "--repo", ".", "--lang", "eo")[1]
    assert not {"\x1b", "\u202e"} & set(out)
    assert "[red]" in out


def test_mistakes_are_one_line(folder: Path, ways_guard: Run) -> None:
    _write(folder, {"lang": "de"})
    for arguments, said in (
        (("embedded", "--fixtures", "own.jsonl"), "own.jsonl:1: "),
        (("embedded", "--lang", "germn"), 'did you mean "de"?'),
        (("--engine", "none"), "nothing was measured"),
    ):
        code, out, err = ways_guard(folder, "verify-model", *arguments)
        assert (2, "", 1, True) == (code, out, len(err.splitlines()), said in err)
