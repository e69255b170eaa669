from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

Run = Callable[..., tuple[int, str, str]]
_WAY = "---\ndescription: Writing tests\nvocabulary: test\n---\nBody.\n"
_NAME = "ways/code/tests/tests.locales.jsonl"
_MESSY = (
    '{"lang":"fr","vocabulary":"v",  "description":"\\u00e9"}\r\n\n{"lang":"de","description":"d","vocabulary":"v"}'
)
_TIDY = (
    '{"lang":"de","description":"d","vocabulary":"v"}\n{"lang":"fr","description":"\\u00e9",  "vocabulary":"v"}\n'
)


@pytest.fixture
def repo(tmp_path: Path) -> Path:
    top = tmp_path / "repo"
    (top / _NAME).parent.mkdir(parents=True)
    (top / _NAME).write_bytes(_MESSY.encode())
    (top / "ways/code/tests/tests.md").write_text(_WAY)
    (top / "ways.json").write_text("{}")
    return top


def _bytes(repo: Path) -> bytes:
    return (repo / _NAME).read_bytes()


def test_files_are_rewritten_and_then_left_alone(repo: Path, ways_guard: Run) -> None:
    assert (0, "", "1 file: 1 rewritten\n") == ways_guard(repo, "fmt")
    assert _TIDY.encode() == _bytes(repo)
    assert (0, "", "1 file: 0 rewritten\n") == ways_guard(repo, "fmt")
    assert 0 == ways_guard(repo, "lint", "--select", "WG209")[0]


def test_check_names_what_would_change_and_changes_nothing(repo: Path, ways_guard: Run) -> None:
    assert (1, f"{_NAME}\n", "1 file: 1 would be rewritten\n") == ways_guard(repo, "fmt", "--check")
    assert _MESSY.encode() == _bytes(repo)
    ways_guard(repo, "fmt")
    assert (0, "", "") == ways_guard(repo, "fmt", "--check", "-q")


def test_diff_shows_what_would_change(repo: Path, ways_guard: Run) -> None:
    code, out, _ = ways_guard(repo, "fmt", "--diff", _NAME)
    assert (1, f"--- a/{_NAME}\n+++ b/{_NAME}\n@@") == (code, out.split(" -")[0])
    assert _MESSY.encode() == _bytes(repo)


def test_a_byte_order_mark_goes(repo: Path, ways_guard: Run) -> None:
    (repo / _NAME).write_bytes(b"\xef\xbb\xbf" + _TIDY.encode())
    assert (0, "", "") == ways_guard(repo, "fmt", "-q")
    assert _TIDY.encode() == _bytes(repo)


@pytest.mark.parametrize(
    ("data", "place"),
    [
        (_MESSY.encode() + b"\n{bad\n[]\n", ":4:2: not JSON ("),
        (
            b"\xef\xbb\xbf" + _TIDY.encode() + b'{"lang": "\xff"}\n',
            ":3:11: not UTF-8: save the file as UTF-8 first",
        ),
    ],
)
def test_what_cannot_be_read_is_named_and_left_alone(repo: Path, ways_guard: Run, data: bytes, place: str) -> None:
    (repo / _NAME).write_bytes(data)
    other = repo / "ways/code/docs/docs.locales.jsonl"
    other.parent.mkdir()
    other.write_bytes(_MESSY.encode())
    code, out, err = ways_guard(repo, "fmt")
    assert (2, "", f"{_NAME}{place}") == (code, out, err[: len(_NAME + place)])
    assert "2 files: 1 rewritten, 1 left alone\n" == err.splitlines(True)[-1]
    assert (data, _TIDY.encode()) == (_bytes(repo), other.read_bytes())


def test_nothing_to_do_is_said(repo: Path, ways_guard: Run) -> None:
    code, out, err = ways_guard(repo, "fmt", "ways/code/tests/tests.md")
    assert (0, "", "no locale files here: name a folder that holds ways, or a way repo\n") == (code, out, err)


def test_excluded_files_are_rewritten_only_when_named(repo: Path, ways_guard: Run) -> None:
    (repo / "ways.json").write_text('{"lint": {"exclude": ["ways/code"]}}')
    assert 0 == ways_guard(repo, "fmt", "--check")[0]
    assert 0 == ways_guard(repo, "fmt", "--check", "--force-exclude", _NAME)[0]
    assert 1 == ways_guard(repo, "fmt", "--check", _NAME)[0]
