"""Formats, baseline and fixes of `ways-guard lint`, as a person or a CI system runs it."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import xml.etree.ElementTree as ET
from pathlib import Path

import pytest

from tests.cli.conftest import Run

_WAY = "---\ndescription: Writing tests\nvocabulary: test\n---\nBody.\n"
_BAD = '{"lang":"de","description":"Größe prüfen","vocabulary":"Test","embed_threshold":0.7}\n'
_LOCALES = "ways/code/tests/tests.locales.jsonl"
_FIRST = f"{_LOCALES}:1:63: WG203"
_CODES = ("--select", "WG1,WG2,WG603")


@pytest.fixture
def repo(tmp_path: Path) -> Path:
    folder = tmp_path / "repo"
    _write(folder, "ways/code/tests/tests.md", _WAY)
    _write(folder, _LOCALES, _BAD)
    (folder / ".git").mkdir()
    return folder


def _write(top: Path, name: str, text: str) -> None:
    path = top / name
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(text.encode())


def test_without_a_terminal_the_text_is_plain_and_carets_are_under_the_place(repo: Path, ways_guard: Run) -> None:
    code, out, _ = ways_guard(repo, "lint", *_CODES)
    first, line, carets = out.splitlines()
    assert (1, _FIRST, False) == (code, " ".join(first.split()[:2]), "\x1b" in out)
    assert '"embed_threshold"' == line[carets.index("^") : carets.rindex("^") + 1]
    assert [first] == ways_guard(repo, "lint", *_CODES, "--format", "concise")[1].splitlines()


@pytest.mark.skipif(sys.platform == "win32", reason="needs a pseudo-terminal")
@pytest.mark.parametrize(
    ("variables", "coloured"), [({}, True), ({"NO_COLOR": "1"}, False), ({"TERM": "dumb"}, False)]
)
def test_on_a_terminal_there_is_colour_unless_it_is_unwanted(
    repo: Path, variables: dict[str, str], coloured: bool
) -> None:
    import pty

    leader, follower = pty.openpty()
    own = {"TERM": "xterm", "PYTHONPATH": str(Path(__file__).parents[2])}
    command = [sys.executable, "-m", "ways_guard", "lint", "--no-cache", "-q", *_CODES]
    done = subprocess.run(command, cwd=repo, env={**os.environ, **own, **variables}, stdout=follower, check=False)
    shown = os.read(leader, 4096)
    os.close(follower)
    os.close(leader)
    assert (1, coloured, True) == (done.returncode, b"\x1b[" in shown, b"WG203" in shown)


def test_under_actions_findings_are_annotations_from_the_top_of_the_repository(repo: Path, ways_guard: Run) -> None:
    arguments = ("lint", *_CODES)
    code, out, _ = ways_guard(repo / "ways/code", *arguments, GITHUB_ACTIONS="true")
    assert (1, True) == (code, out.startswith(f"::error file={_LOCALES},line=1,endLine=1,col=63,endColumn=79,"))
    _, out, _ = ways_guard(repo, *arguments, "--format", "concise", GITHUB_ACTIONS="true")
    assert out.startswith(_FIRST)


def test_the_page_of_a_run_lists_the_findings(repo: Path, tmp_path: Path, ways_guard: Run) -> None:
    page = tmp_path / "page.md"
    ways_guard(repo, "lint", *_CODES, GITHUB_STEP_SUMMARY=str(page))
    assert "| WG203 | forbidden\\-key | error | 1 |" in page.read_text()
    code, _, err = ways_guard(repo, "lint", *_CODES, GITHUB_STEP_SUMMARY=str(tmp_path / "no/page.md"))
    assert (1, True) == (code, "cannot be written" in err)


@pytest.mark.parametrize("name", ["text", "concise", "json", "github", "sarif", "gitlab", "junit"])
def test_a_report_can_go_to_a_file_with_the_same_exit_code(
    repo: Path, name: str, tmp_path: Path, ways_guard: Run
) -> None:
    path = tmp_path / "out" / "report"
    code, out, err = ways_guard(repo, "lint", *_CODES, "--format", name, "--output-file", str(path))
    assert (1, "", True) == (code, out, err.startswith("2 files checked: 1 error"))
    content = path.read_bytes().decode()
    assert "WG203" in content
    if name in ("json", "sarif", "gitlab"):
        json.loads(content)
    if name == "junit":
        ET.fromstring(content.encode())
    assert ["report"] == [each.name for each in path.parent.iterdir()]


def test_a_baseline_lets_old_findings_pass_and_new_ones_fail(repo: Path, ways_guard: Run) -> None:
    code, out, err = ways_guard(repo, "lint", *_CODES, "--write-baseline")
    assert (0, "", True) == (code, out, "1 in the baseline" in err)
    assert (0, "") == ways_guard(repo, "lint", *_CODES)[:2]
    assert 1 == ways_guard(repo, "lint", *_CODES, "--no-baseline")[0]
    _write(repo, _LOCALES, _BAD.replace(',"embed_threshold":0.7', ""))
    code, _, err = ways_guard(repo, "lint", *_CODES)
    assert (0, True) == (code, "1 entry of the baseline is stale" in err)
    assert 1 == ways_guard(repo, "lint", *_CODES, "--strict")[0]


@pytest.mark.parametrize("other", ["--diff", "--no-baseline"])
def test_writing_a_baseline_goes_with_nothing_that_contradicts_it(repo: Path, other: str, ways_guard: Run) -> None:
    code, out, err = ways_guard(repo, "lint", "--write-baseline", other)
    assert (2, "", True) == (code, out, "--write-baseline goes neither" in err)
    assert not (repo / ".ways-guard-baseline.json").exists()


def test_a_broken_baseline_is_one_line_and_exit_code_2(repo: Path, ways_guard: Run) -> None:
    _write(repo, ".ways-guard-baseline.json", "{")
    code, out, err = ways_guard(repo, "lint", *_CODES)
    assert (2, "", 1) == (code, out, err.count("\n"))
    assert "write it anew with --write-baseline" in err
    assert 0 == ways_guard(repo, "lint", *_CODES, "--write-baseline")[0]
    assert (0, "") == ways_guard(repo, "lint", *_CODES)[:2]
    code, out, err = ways_guard(repo, "lint", *_CODES, "--baseline", "nope.json")
    assert (2, "ways-guard: nope.json: no such file: write it with --write-baseline\n") == (code, err)


def test_fixes_that_may_change_meaning_wait_to_be_asked_for(repo: Path, ways_guard: Run) -> None:
    path = repo / "ways/code/tests/tests.md"
    before = _WAY.replace("test\n", "test c\u043everage\n").encode()  # a Cyrillic letter in a Latin word
    path.write_bytes(before)
    chosen = ("--select", "WG005,WG203")
    code, _, err = ways_guard(repo, "lint", "--fix", *chosen)
    assert (before, True) == (path.read_bytes(), "1 with --unsafe-fixes" in err)
    assert b"embed_threshold" not in (repo / _LOCALES).read_bytes()
    assert (0, "") == ways_guard(repo, "lint", "--diff", *chosen)[:2]
    code, out, _ = ways_guard(repo, "lint", "--diff", "--unsafe-fixes", *chosen)
    assert (1, True, before) == (code, "+vocabulary: test coverage\n" in out, path.read_bytes())
    assert 0 == ways_guard(repo, "lint", "--unsafe-fixes", *chosen)[0]
    assert before.replace("\u043e".encode(), b"o") == path.read_bytes()


def test_a_suppression_needs_a_reason(repo: Path, ways_guard: Run) -> None:
    accept = '{"lint": {"accept": [{"rule": "WG203", "path": "ways"%s}]}}'
    chosen = ("--select", "WG203,WG6")
    _write(repo, "ways.json", accept % "")
    code, out, _ = ways_guard(repo, "lint", "--format", "concise", *chosen)
    assert (1, ["WG203", "WG602"]) == (code, sorted(line.split()[1] for line in out.splitlines()))
    _write(repo, "ways.json", accept % ', "reason": "older readers"')
    code, out, err = ways_guard(repo, "lint", *chosen)
    assert (0, "", True) == (code, out, "1 suppressed" in err)
