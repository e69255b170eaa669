from __future__ import annotations

import pytest

from ways_guard.way import jsonl, stubs
from ways_guard.way.stubs import Stub


def _stub(text: str) -> Stub | None:
    (line,) = jsonl.read(text)
    return stubs.stub(line)


def test_a_stub_is_read_with_its_line_whatever_else_the_line_holds() -> None:
    lines = jsonl.read('\n{"vocabulary":"v w","embed_threshold":1,"lang":"de","description":"d"}\n')
    stub = stubs.stub(lines[0])
    assert Stub("de", "d", "v w", 2) == stub
    assert stub is not None
    assert "d v w" == stub.text


@pytest.mark.parametrize(
    "text",
    [
        '{"lang":"de","description":"d"}',
        '{"lang":"de","description":"d","vocabulary":" "}',
        '{"lang":"de","description":1,"vocabulary":"v"}',
        '{"lang":null,"description":"d","vocabulary":"v"}',
        '{"lang":"de","description":"d","vocabulary":["v"]}',
        "{}",
    ],
)
def test_what_lacks_a_key_is_no_stub(text: str) -> None:
    assert _stub(text) is None


@pytest.mark.parametrize(
    ("text", "lang"),
    [('{"lang":"pt_BR"}', "pt_BR"), ('{"lang":" "}', None), ('{"lang":1}', None), ("{}", None)],
)
def test_the_language_is_what_is_written(text: str, lang: str | None) -> None:
    (line,) = jsonl.read(text)
    assert lang == stubs.lang_of(line)
