from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest
from jsonschema import Draft202012Validator

from ways_guard.way import schema

_TOP = Path(__file__).resolve().parent.parent.parent
_WAY = "---\ndescription: Writing tests\nvocabulary: test\n---\nBody.\n"
_GOOD = '{"lang":"de","description":"Größe prüfen","vocabulary":"Test"}\n'
_BAD = _GOOD.replace("}", ',"embed_threshold":0.7}')
_LOCALES = "ways/code/tests/tests.locales.jsonl"


@pytest.fixture
def repo(tmp_path: Path) -> Path:
    _write(tmp_path, "ways/code/tests/tests.md", _WAY)
    _write(tmp_path, _LOCALES, _BAD)
    return tmp_path


def _write(top: Path, name: str, text: str | bytes) -> None:
    path = top / name
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(text if isinstance(text, bytes) else text.encode())


def _lint(repo: Path, *arguments: str, **variables: str) -> tuple[int, str, str]:
    """Exit code, standard output and standard error of a real run inside the repo."""
    run = "from ways_guard.cli import main; main()"
    kept = {"XDG_CACHE_HOME": str(repo.parent / "kept"), "XDG_STATE_HOME": str(repo.parent / "kept")}
    environment = {**os.environ, **kept, "PYTHONPATH": str(_TOP), **variables}
    command = [sys.executable, "-c", run, "lint", *arguments]
    done = subprocess.run(command, cwd=repo, env=environment, capture_output=True, check=False)
    assert b"Traceback" not in done.stderr
    return (
        done.returncode,
        done.stdout.decode().replace("\r\n", "\n"),
        done.stderr.decode().replace("\r\n", "\n"),
    )


def test_a_finding_is_shown_counted_and_fails_the_run(repo: Path) -> None:
    code, out, err = _lint(repo)
    assert (1, f"{_LOCALES}:1:{len(_GOOD)}: WG203") == (code, " ".join(out.split()[:2]))
    summary = "2 files checked: 1 error, 0 warnings, 0 notes, 1 of them fixable with --fix"
    assert [summary, "note: WG401, WG402 could not be measured: this is no git repository"] == err.splitlines()


def test_fix_mends_and_then_reports_what_is_left(repo: Path) -> None:
    assert (0, "", "") == _lint(repo, "--fix", "--quiet")
    assert _GOOD.encode() == (repo / _LOCALES).read_bytes()


def test_diff_shows_the_change_and_makes_none(repo: Path) -> None:
    code, out, _ = _lint(repo, "--diff")
    expected = f"--- a/{_LOCALES}\n+++ b/{_LOCALES}\n@@ -1 +1 @@\n-{_BAD}+{_GOOD}"
    assert (1, expected) == (code, out)
    assert _BAD.encode() == (repo / _LOCALES).read_bytes()
    _lint(repo, "--fix")
    assert (0, "") == _lint(repo, "--diff")[:2]


def test_rules_are_selected_by_option_and_else_by_ways_json(repo: Path) -> None:
    assert 0 == _lint(repo, "--ignore", "WG203")[0]
    assert 0 == _lint(repo, "--select", "wg1, WG202")[0]
    _write(repo, "ways.json", '{"lint": {"ignore": ["WG203"]}}')
    assert 0 == _lint(repo)[0]
    assert 1 == _lint(repo, "--ignore", "WG1")[0]


def test_strict_lets_warnings_fail_the_run(repo: Path) -> None:
    _write(repo, _LOCALES, "\ufeff" + _GOOD)
    assert (0, 1) == (_lint(repo)[0], _lint(repo, "--strict")[0])
    _write(repo, "ways.json", '{"lint": {"strict": true}}')
    assert 1 == _lint(repo)[0]


def test_the_json_report_keeps_its_schema(repo: Path) -> None:
    code, out, err = _lint(repo, "--format", "json", "-q")
    document = json.loads(out)
    Draft202012Validator(schema.load("report")).validate(document)
    assert (1, "", ["WG203"]) == (code, err, [finding["code"] for finding in document["findings"]])


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["nope"], "ways-guard: nope: no such file or folder: check the path\n"),
        (["ways", "nope/x.md"], "ways-guard: nope/x.md: no such file or folder: check the path\n"),
        (
            ["--select", "WG9"],
            "ways-guard: no rule has the code or prefix 'WG9': see ways-guard rule --all\n",
        ),
        (["--format", "xml"], "Error: Invalid value for '--format'"),
        (["--nope"], "No such option"),
    ],
)
def test_a_wrong_call_is_one_line_and_exit_code_2(repo: Path, arguments: list[str], message: str) -> None:
    code, out, err = _lint(repo, *arguments)
    assert (2, "") == (code, out)
    assert message in err.replace("\\", "/")


@pytest.mark.parametrize("name", ["ways.json", "languages.json"])
def test_with_a_broken_configuration_the_rest_is_linted_all_the_same(repo: Path, name: str) -> None:
    _write(repo, name, '{"a": 1,}')
    code, out, _ = _lint(repo)
    assert (1, True) == (code, f"{_LOCALES}:1:{len(_GOOD)}: WG203" in out)


def test_a_file_that_is_not_utf8_is_a_finding_and_stays_as_it_is(repo: Path) -> None:
    data = _BAD.encode("latin-1")
    _write(repo, _LOCALES, data)
    code, out, _ = _lint(repo, "--fix")
    assert (1, f"{_LOCALES}:1:31: WG001 not UTF-8 (byte 0xF6 here)") == (code, out.split(": save")[0])
    assert data == (repo / _LOCALES).read_bytes()


@pytest.mark.skipif(not hasattr(os, "geteuid") or os.geteuid() == 0, reason="root may read everything")
def test_an_unreadable_file_is_one_line_and_exit_code_2(repo: Path) -> None:
    (repo / _LOCALES).chmod(0)
    code, out, err = _lint(repo)
    assert (2, "", 1) == (code, out, err.count("\n"))
    assert "cannot be read: Permission denied" in err


def test_excluded_files_are_linted_only_when_named(repo: Path) -> None:
    _write(repo, "ways.json", '{"lint": {"exclude": ["ways/code"]}}')
    assert (0, "no way files here") == (_lint(repo, "ways")[0], _lint(repo, "ways")[2].split(":")[0])
    assert 1 == _lint(repo, _LOCALES)[0]
    assert 0 == _lint(repo, "--force-exclude", _LOCALES)[0]


def test_control_characters_of_a_file_never_reach_the_terminal(repo: Path) -> None:
    _write(repo, _LOCALES, _GOOD.replace("de", r"\u001b[31m\u202e"))
    code, out, _ = _lint(repo)
    assert 1 == code
    assert r'"\x1b[31m\u202e" is no code of languages.json' in out


def test_any_terminal_can_show_any_path(repo: Path) -> None:
    _write(repo, "ways/テスト/テスト.md", "---\na: b: c\n---\n")
    code, out, _ = _lint(repo, "ways/テスト", LC_ALL="C", PYTHONIOENCODING="ascii", PYTHONUTF8="1")
    assert (1, "ways/テスト/テスト.md:2:5: WG102") == (code, out.split(" the")[0])


def _git(repo: Path, *arguments: str) -> None:
    who = ("-c", "user.name=x", "-c", "user.email=x", "-c", "init.defaultBranch=main")
    subprocess.run(["git", *who, *arguments], cwd=repo, capture_output=True, check=True)


def test_staged_lints_the_index_and_makes_no_fixes(repo: Path) -> None:
    _git(repo, "init")
    _git(repo, "add", "--all")
    _write(repo, _LOCALES, _GOOD)
    assert (1, 0) == (_lint(repo, "--staged")[0], _lint(repo)[0])
    for option in ("--fix", "--unsafe-fixes", "--diff"):
        code, out, err = _lint(repo, "--staged", option)
        assert (2, "", 1) == (code, out, err.count("\n"))
        assert err.startswith("ways-guard: --staged goes with no fixes: ")


def test_base_reports_on_changed_files_and_whole_repos(repo: Path) -> None:
    _write(repo, "ways/old/old.md", "---\na: b: c\n---\n")
    _git(repo, "init")
    _git(repo, "add", "--all")
    _git(repo, "commit", "--message", "x")
    assert (0, "") == _lint(repo, "--base", "HEAD", "--ignore", "WG2")[:2]
    _write(repo, "ways/ä b/ä b.md", "---\na: b: c\n---\n")
    code, out, err = _lint(repo, "--base", "main", "--ignore", "WG2", "--format", "concise")
    assert (1, 1, "ways/ä b/ä b.md:2:5: WG102") == (code, out.count("\n"), out.split(" the")[0])
    assert "1 file checked" in err
    _write(repo, "ways/code/tests/tests.md", _WAY.replace("Writing", "Breaking"))
    assert "WG401" in _lint(repo, "--base", "main", "ways/ä b")[1]
    code, out, err = _lint(repo, "--base", "nope")
    assert (2, "", "ways-guard: --base nope: no such commit here: fetch it, or name another\n") == (code, out, err)


def test_findings_are_kept_unless_told_otherwise(repo: Path, tmp_path: Path) -> None:
    kept = tmp_path / "cache"
    variables = {"XDG_CACHE_HOME": str(kept), "HOME": str(kept), "LOCALAPPDATA": str(kept)}
    first = _lint(repo, "--no-cache", **variables)
    assert not kept.exists()
    assert [first] * 2 == [_lint(repo, **variables) for _ in range(2)]
    assert 1 == len(list(kept.rglob("lint/*.json")))
