from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import pytest

Run = Callable[..., tuple[int, str, str]]
_WAY = "---\ndescription: Writing tests\nvocabulary: test coverage\n---\nBody.\n"


@pytest.fixture
def repo(tmp_path: Path) -> Path:
    top = tmp_path / "repo"
    for name in ("one", "two"):
        (top / "ways" / name).mkdir(parents=True)
        (top / "ways" / name / f"{name}.md").write_text(_WAY)
    stub = '{"lang":"de","description":"Tests schreiben","vocabulary":"Test"}\n{bad\n'
    (top / "ways/one/one.locales.jsonl").write_text(stub)
    (top / "ways.json").write_text("{}")
    return top


def test_the_table_and_what_could_not_be_read(repo: Path, ways_guard: Run) -> None:
    code, out, err = ways_guard(repo, "coverage", "--languages", "de", COLUMNS="80")
    assert (0, "2 ways x 1 language: 50 % covered (confirmed or weak)") == (code, out.splitlines()[0])
    assert "one.locales.jsonl:2:2: not JSON" in err
    assert max(map(len, out.splitlines())) <= 80


def test_json_and_markdown(repo: Path, ways_guard: Run) -> None:
    document = json.loads(ways_guard(repo, "coverage", "--format", "json", "--languages", "de")[1])
    assert {"one": "confirmed", "two": "missing"} == {
        way["id"]: way["cells"]["de"]["state"] for way in document["ways"]
    }
    assert "| two | 0/1 | `.` |" in ways_guard(repo, "coverage", "--format", "markdown", "--languages", "de")[1]


def test_too_little_fails_only_when_asked(repo: Path, ways_guard: Run) -> None:
    assert 0 == ways_guard(repo, "coverage", "--languages", "de", "--fail-under", "50")[0]
    code, _, err = ways_guard(repo, "coverage", "--languages", "de", "--fail-under", "50.5")
    assert (1, "covered: 50.0 %, less than 50.5 %") == (code, err.splitlines()[-1])


def test_nothing_to_measure_is_no_success(tmp_path: Path, ways_guard: Run) -> None:
    code, out, err = ways_guard(tmp_path, "coverage", "--fail-under", "1")
    assert (2, "", "ways-guard: .: no ways here that could have stubs: name a way repo\n") == (code, out, err)


def test_a_language_that_is_none_is_one_line(repo: Path, ways_guard: Run) -> None:
    code, _, err = ways_guard(repo, "coverage", "--languages", "germn")
    assert (2, 'ways-guard: "germn" is no code of languages.json: did you mean "de"?\n') == (code, err)
