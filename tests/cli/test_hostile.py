"""What no author writes by hand, in files that a stranger may: findings, and no faults of ours."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.cli.conftest import Run
from ways_guard.cli import COMMANDS

_WAY = "---\ndescription: Writing tests\nvocabulary: test\n{}---\nBody.\n"
_STUB = '{"lang":"de","description":"Größe prüfen","vocabulary":"Test"}\n'
_CALLS = [
    ("lint",),
    ("lint", "--fix"),
    ("coverage",),
    ("fmt",),
    ("match", "--repo", ".", "--engine", "none", "x"),
    ("corpus", "--repo", ".", "--engine", "none"),
    ("demo", ".", "--engine", "none"),
]


@pytest.fixture
def repo(tmp_path: Path) -> Path:
    folder = tmp_path / "repo"
    (folder / "ways/tests").mkdir(parents=True)
    (folder / "ways/tests/tests.md").write_text(_WAY.format(""))
    (folder / "ways/tests/tests.locales.jsonl").write_text(_STUB)
    return folder


@pytest.mark.parametrize("call", _CALLS, ids=lambda call: " ".join(call))
@pytest.mark.parametrize("name", ["a\0b", "a\ud800b"])
def test_a_root_that_can_be_no_path_is_left_out(
    repo: Path, ways_guard: Run, call: tuple[str, ...], name: str
) -> None:
    (repo / "ways.json").write_text(json.dumps({"roots": [name], "corpus": {"export": name}}))
    code, out, _ = ways_guard(repo, *call)
    assert ("lint" == call[0]) == ("WG602 there is no folder" in out)
    assert int(call[0] == "lint") == code


@pytest.mark.parametrize("call", _CALLS, ids=lambda call: " ".join(call))
def test_json_that_is_nested_deeply_is_no_fault_of_ours(repo: Path, ways_guard: Run, call: tuple[str, ...]) -> None:
    (repo / "languages.json").write_text('{"languages":' * 100_000)
    code, out, err = ways_guard(repo, *call)
    assert "nested too deeply" in out + err or code == 0
    assert ("lint" == call[0]) == ("WG601" in out)


@pytest.mark.parametrize("call", _CALLS, ids=lambda call: " ".join(call))
def test_a_number_of_5000_digits_is_too_large_and_no_more(
    repo: Path, ways_guard: Run, call: tuple[str, ...]
) -> None:
    fields = "".join(f"{name}: {'9' * 5000}\n" for name in ("threshold", "refire", "redisclose"))
    (repo / "ways/tests/tests.md").write_text(_WAY.format(fields))
    _, out, _ = ways_guard(repo, *call)
    assert (call[0] in ("lint", "demo")) == (":4:" in out)


@pytest.mark.skipif(sys.platform == "win32", reason="Windows keeps a folder that somebody is in")
@pytest.mark.parametrize("name", sorted(COMMANDS))
def test_a_folder_that_is_gone_is_one_line(tmp_path: Path, name: str) -> None:
    gone = tmp_path / "gone"
    gone.mkdir()
    code = "import os; os.rmdir(os.getcwd()); from ways_guard.cli import main; main()"
    top = str(Path(__file__).resolve().parent.parent.parent)
    environment = {**os.environ, "HOME": str(tmp_path), "XDG_STATE_HOME": str(tmp_path), "PYTHONPATH": top}
    done = subprocess.run(
        [sys.executable, "-c", code, name], cwd=gone, env=environment, capture_output=True, check=False
    )
    said = b"ways-guard: this folder no longer exists: go to another one\n"
    assert (2, b"", said) == (done.returncode, done.stdout, done.stderr)


@pytest.mark.parametrize(
    "settings",
    [
        "x",
        3,
        None,
        [],
        {"select": "x"},
        {"ignore": {}},
        {"exclude": "ways"},
        {"exclude": [1]},
        {"require": True},
        {"strict": "yes"},
        {"accept": 7},
        {"accept": ["x"]},
    ],
    ids=json.dumps,
)
def test_a_wrong_type_below_lint_is_one_finding_and_the_rest_is_linted(
    repo: Path, ways_guard: Run, settings: object
) -> None:
    (repo / "ways.json").write_text(json.dumps({"lint": settings}))
    (repo / "ways/tests/tests.locales.jsonl").write_text(_STUB.replace("}", ',"embed_model":"x"}'))
    code, out, _ = ways_guard(repo, "lint", "--format", "concise")
    assert (1, ["WG203", "WG602"]) == (code, sorted(line.split()[1] for line in out.splitlines()))
    for call in (_CALLS[4], _CALLS[2]):
        assert 2 != ways_guard(repo, *call)[0]


def test_each_of_several_repos_has_its_own_rules_and_is_as_strict_as_it_is(tmp_path: Path, ways_guard: Run) -> None:
    for name, settings in (("a", {"ignore": ["WG203"]}), ("b", {"strict": True}), ("c", {"ignore": ["WG001"]})):
        (tmp_path / name / "ways/t").mkdir(parents=True)
        (tmp_path / name / "ways.json").write_text(json.dumps({"lint": settings}))
        (tmp_path / name / "ways/t/t.md").write_text("\ufeff" + _WAY.format(""))
    (tmp_path / "a/ways/t/t.locales.jsonl").write_text(_STUB.replace("}", ',"embed_model":"x"}'))
    exits = {call: ways_guard(tmp_path, "lint", *call)[0] for call in (("a", "b"), ("b", "a"), ("a", "c"))}
    assert {("a", "b"): 1, ("b", "a"): 1, ("a", "c"): 0} == exits
    out = ways_guard(tmp_path, "lint", "c", "a", "--format", "concise")[1]
    assert ["a/ways/t/t.md:1:1:"] == [line.split()[0] for line in out.splitlines()]
