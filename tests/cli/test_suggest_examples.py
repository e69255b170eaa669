"""`ways-guard suggest-examples`: what it prints, what it keeps of an answer, and what it says of the rest."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from .conftest import Run

_TOP = Path(__file__).resolve().parent.parent.parent
_EXAMPLES = "ways/code/tests/tests.examples.jsonl"
_OLD = '{"prompt":  "cover the date helpers"}'
_GOOD = (
    '{"prompt": "write a pytest test for the parser"}\n{"lang": "de", "prompt": "schreib mir dafür einen Test"}\n'
)
_ADDED = (
    '{"lang":"en","prompt":"write a pytest test for the parser"}\n'
    '{"lang":"de","prompt":"schreib mir dafür einen Test"}\n'
)


@pytest.fixture
def repo(tmp_path: Path) -> Path:
    top = tmp_path / "repo"
    for name, text in {
        "ways.json": "{}",
        "ways/code/tests/tests.md": "---\ndescription: Writing tests\nvocabulary: test pytest\n---\nTest.\n",
        "ways/cooking/bread/bread.md": "---\ndescription: Baking bread\nvocabulary: bread oven dough\n---\nBake.\n",
        _EXAMPLES: _OLD,
    }.items():
        (top / name).parent.mkdir(parents=True, exist_ok=True)
        (top / name).write_text(text)
    return top


def _examples(repo: Path) -> str:
    return (repo / _EXAMPLES).read_text(encoding="utf-8")


@pytest.mark.engine
def test_an_instruction_is_printed_with_the_neighbours_of_the_way(repo: Path, ways_guard: Run) -> None:
    code, out, _ = ways_guard(repo, "suggest-examples", "code/tests", "--lang", "ja,pt_BR", "--engine", "embedded")
    assert 0 == code
    assert "cooking/bread: Baking bread\n" in out
    assert "Japanese (ja), Brazilian Portuguese (pt-br)" in out


def test_without_a_model_it_says_so_and_goes_without(repo: Path, ways_guard: Run) -> None:
    code, out, err = ways_guard(repo, "suggest-examples", "code/tests", "--engine", "none")
    assert (0, True, True) == (code, "there was no model to tell" in out, "there is none" in err)
    (repo / "answer").write_text(_GOOD, encoding="utf-8")
    accept = ("suggest-examples", "code/tests", "--engine", "none", "--accept", "answer")
    code, out, err = ways_guard(repo, *accept)
    assert (0, f"{_EXAMPLES}: 2 examples added, 0 refused\n") == (code, out)
    assert "whether another way is nearer was not checked" in err
    assert f"{_OLD}\n{_ADDED}" == _examples(repo)


@pytest.mark.engine
def test_a_line_that_is_refused_keeps_all_out_unless_the_others_are_wanted(repo: Path, ways_guard: Run) -> None:
    (repo / "answer").write_text(f'```json\n{_GOOD}{{"prompt": "bake bread in the oven"}}\n```\n', encoding="utf-8")
    accept = ("suggest-examples", "code/tests", "--engine", "embedded", "--accept", "answer")
    code, out, _ = ways_guard(repo, *accept)
    told = "answer:4: is nearer to the way cooking/bread than to code/tests\n"
    assert (1, _OLD) == (code, _examples(repo))
    assert f"{told}{_EXAMPLES}: nothing added, 1 of 3 lines refused: mend them, or add the others" in out
    assert 1 == ways_guard(repo, *accept, "--partial")[0]
    assert f"{_OLD}\n{_ADDED}" == _examples(repo)


def test_an_answer_may_come_from_standard_input(repo: Path, tmp_path: Path) -> None:
    command = [sys.executable, "-m", "ways_guard", "suggest-examples", "code/tests", "--engine", "none"]
    own = {name: str(tmp_path / "home") for name in ("HOME", "XDG_CACHE_HOME", "XDG_STATE_HOME")}
    done = subprocess.run(
        [*command, "--accept", "-"],
        cwd=repo,
        env={**os.environ, **own, "PYTHONPATH": str(_TOP)},
        input=_GOOD.encode(),
        capture_output=True,
        check=False,
    )
    assert (0, f"{_OLD}\n{_ADDED}") == (done.returncode, _examples(repo))


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        (("code/test",), 'did you mean "code/tests"?'),
        (("code/tests", "--lang", "xx"), '"xx" is no code'),
        (("code/tests", "--accept", "missing"), "missing: cannot be read"),
        (("code/tests", "--accept", "empty"), "empty: holds no examples"),
        (("code/tests", "--accept", "bytes"), "bytes:1: not UTF-8"),
        (("code/tests", "--accept", "empty", "--lang", "de"), "give one of them"),
        (("code/tests", "--partial"), "--partial goes with --accept"),
        (("code/tests", "--repo", "nowhere"), "nowhere: no such folder"),
    ],
)
def test_a_wrong_call_ends_with_one_line_and_code_2(
    repo: Path, ways_guard: Run, arguments: tuple[str, ...], told: str
) -> None:
    (repo / "empty").write_text("```\n\n```\n")
    (repo / "bytes").write_bytes(b"\xff\xfe")
    code, _, err = ways_guard(repo, "suggest-examples", "--engine", "none", *arguments)
    assert (2, True) == (code, told in err), err
    assert _OLD == _examples(repo)


def test_the_ways_text_cannot_move_the_terminal(repo: Path, ways_guard: Run) -> None:
    (repo / "ways/code/tests/tests.md").write_text("---\ndescription: x\nvocabulary: y\n---\n\x1b[2Jgone\tnow\n")
    _, out, _ = ways_guard(repo, "suggest-examples", "code/tests", "--engine", "none")
    assert ("\x1b" in out, "\\x1b[2Jgone" in out) == (False, True)
