from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

Run = Callable[..., tuple[int, str, str]]
_WAY = "---\ndescription: Writing tests\nvocabulary: test\n---\nBody.\n"
_STUB = '{"lang":"ja","description":"テストを書く","vocabulary":"テスト"}\n'


@pytest.fixture
def repo(tmp_path: Path) -> Path:
    top = tmp_path / "repo"
    folder = top / "ways/code/tests"
    folder.mkdir(parents=True)
    (folder / "tests.md").write_text(_WAY)
    (folder / "tests.locales.jsonl").write_bytes(_STUB.encode())
    (top / "ways.json").write_text("{}")
    return top


def _made(repo: Path) -> list[str]:
    return sorted(
        path.relative_to(repo).as_posix() for path in repo.rglob("*") if path.is_file() and "tests" not in path.name
    )


def test_it_makes_the_files_and_says_what_is_left_to_do(repo: Path, ways_guard: Run) -> None:
    code, out, err = ways_guard(repo, "new", "docs/api", "--languages", "ja,pt_BR")
    expected = (
        "made ways/docs/api/api.md: write description, vocabulary and guidance\n"
        "made ways/docs/api/api.locales.jsonl: translate both into ja, pt-br\n"
        "made ways/docs/api/api.examples.jsonl: write a few prompts that need this way\n"
        "then run: ways-guard lint ways/docs/api\n"
    )
    assert (0, expected, "") == (code, out, err)
    stubs = [f'{{"lang":"{lang}","description":"","vocabulary":""}}\n' for lang in ("ja", "pt-br")]
    assert "".join(stubs) == (repo / "ways/docs/api/api.locales.jsonl").read_text()
    assert "\n# Api\n" in (repo / "ways/docs/api/api.md").read_text()


def test_the_linter_asks_for_what_is_left_empty_and_for_nothing_else(repo: Path, ways_guard: Run) -> None:
    ways_guard(repo, "new", "docs/api", "--languages", "de")
    code, out, _ = ways_guard(repo, "lint", "ways/docs/api", "--select", "WG1,WG2", "--format", "concise")
    places = [line.removeprefix("ways/docs/api/").split(": ")[:2] for line in out.splitlines()]
    assert 1 == code
    assert {("api.locales.jsonl:1:28", "WG202"), ("api.locales.jsonl:1:44", "WG202")} <= {
        (place, rest.split()[0]) for place, rest in places
    }
    assert {"WG103"} <= {rest.split()[0] for place, rest in places if place.startswith("api.md")}
    assert all("empty" in line or "WG107" in line for line in out.splitlines())


def test_without_options_the_languages_are_those_of_most_ways(repo: Path, ways_guard: Run) -> None:
    ways_guard(repo, "new", "docs/api")
    assert (
        '{"lang":"ja","description":"","vocabulary":""}\n' == (repo / "ways/docs/api/api.locales.jsonl").read_text()
    )
    (repo / "ways.json").write_text('{"lint": {"require": ["fr", "de"]}}')
    ways_guard(repo, "new", "docs/guide")
    assert "defr" == "".join(
        line[9:11] for line in (repo / "ways/docs/guide/guide.locales.jsonl").read_text().splitlines()
    )


def test_all_active_and_no_stubs(repo: Path, ways_guard: Run) -> None:
    ways_guard(repo, "new", "docs/api", "--all-active")
    assert 17 == len((repo / "ways/docs/api/api.locales.jsonl").read_text().splitlines())
    ways_guard(repo, "new", "docs/guide", "--no-stubs")
    assert ["ways/docs/guide/guide.examples.jsonl", "ways/docs/guide/guide.md"] == [
        name for name in _made(repo) if "guide" in name
    ]


@pytest.mark.parametrize(
    ("folder", "path"),
    [
        (".", "docs/api"),
        (".", "ways/docs/api"),
        (".", "ways/docs/api/api.md"),
        (".", "./ways/docs/api/api.md"),
        ("ways", "docs/api"),
        ("ways/code", "docs/api"),
        ("ways/code", "../docs/api"),
        ("ways/code", "../docs/api/api.md"),
    ],
)
def test_ids_count_from_the_root_and_paths_from_here(repo: Path, ways_guard: Run, folder: str, path: str) -> None:
    assert 0 == ways_guard(repo / folder, "new", path, "--no-stubs")[0]
    assert ["ways.json", "ways/docs/api/api.examples.jsonl", "ways/docs/api/api.md"] == _made(repo)


def test_a_repo_without_ways_gets_a_folder_for_them(tmp_path: Path, ways_guard: Run) -> None:
    (tmp_path / "ways.json").write_text("{}")
    code, out, _ = ways_guard(tmp_path, "new", "docs/api")
    assert (0, "made ways/docs/api/api.md") == (code, out.split(":")[0])
    assert "no stubs, since most ways here have none: --languages makes them\n" in out


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["code/tests"], "ways/code/tests/tests.md is there already: nothing was made"),
        (["Code/API"], 'did you mean "code/api"?'),
        (["code/api.md"], "code/api.md: not below a folder of ways: this repo has ways"),
        (["ways/code/api.md"], "did you mean ways/code/api/api.md?"),
        (["../elsewhere"], "../elsewhere: not below a folder of ways: this repo has ways"),
        (["x", "--languages", "germn"], '"germn" is no code of languages.json: did you mean "de"?'),
        (["x", "--languages", "en"], '"en" is what ways are written in here: stubs are for other languages'),
        (["x", "--languages", "de", "--no-stubs"], "give one of --languages, --all-active and --no-stubs"),
    ],
)
def test_what_will_not_do_is_one_line_and_makes_nothing(
    repo: Path, ways_guard: Run, arguments: list[str], message: str
) -> None:
    code, out, err = ways_guard(repo, "new", *arguments)
    assert (2, "", ["ways.json"]) == (code, out, _made(repo))
    assert message in err


def test_a_folder_that_differs_only_by_case_is_no_second_way(repo: Path, ways_guard: Run) -> None:
    (repo / "ways/Docs").mkdir()
    code, _, err = ways_guard(repo, "new", "docs/api")
    assert (2, True) == (code, '"docs" differs from ways/Docs only by case' in err)
