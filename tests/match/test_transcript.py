from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from ways_guard.constants import TRANSCRIPT_TAIL
from ways_guard.match import transcript


def _answer(tokens: Any, **values: Any) -> str:
    return json.dumps({"type": "assistant", "message": {"usage": {"input_tokens": tokens}}} | values)


def _tokens(folder: Path, text: str) -> int | None:
    path = folder / "t.jsonl"
    path.write_text(text, encoding="utf-8")
    return transcript.tokens(str(path))


def test_the_last_answer_tells(tmp_path: Path) -> None:
    usage = {
        "input_tokens": 3,
        "cache_creation_input_tokens": 10,
        "cache_read_input_tokens": 200,
        "output_tokens": 5_000,
        "service_tier": "standard",
    }
    last = json.dumps({"message": {"usage": usage}})
    assert 5_213 == _tokens(tmp_path, f"{_answer(7)}\n{last}\n" + '{"type":"user","message":"hello"}\n')


@pytest.mark.parametrize(
    "text",
    [
        "",
        "no JSON",
        "[]\n3\nnull\n",
        '{"message": []}',
        '{"message": {"usage": 3}}',
        _answer("many"),
        _answer(True),
        _answer(0),
        _answer(-5),
        _answer(9, isSidechain=True),
        "[" * 100_000,
    ],
)
def test_what_tells_nothing(tmp_path: Path, text: str) -> None:
    assert _tokens(tmp_path, text) is None


def test_a_line_that_is_being_written_does_not_count(tmp_path: Path) -> None:
    assert 7 == _tokens(tmp_path, f"{_answer(7)}\n{_answer(9)[:-4]}")


def test_only_the_end_of_a_long_transcript_is_read(tmp_path: Path) -> None:
    long = json.dumps({"type": "user", "message": "x" * (TRANSCRIPT_TAIL - 1_000)})
    assert 9 == _tokens(tmp_path, f"{_answer(7)}\n{long}\n{_answer(9)}\n{long[:500]}")
    assert _tokens(tmp_path, f"{_answer(7)}\n{long}{long}") is None
