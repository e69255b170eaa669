"""WG201, WG202 and WG204 in files of examples and probes."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from tests.lint.conftest import Lab

_NAMES = {
    "examples": "ways/code/tests/tests.examples.jsonl",
    "golden": "ways/code/tests/tests.golden.jsonl",
    "none": "ways/golden-none.jsonl",
}


def _lines(lab: Lab, kind: str, text: str) -> list[str]:
    lab.write({_NAMES[kind]: text})
    return [line.removeprefix(f"{_NAMES[kind]}:") for line in lab.lines("WG2")]


@pytest.mark.parametrize(
    ("kind", "text", "findings"),
    [
        (
            "examples",
            '{"prompt":"a"}\n{"prompt":"b"\n',
            ["2:14: WG201 not JSON (',' or '}' is missing here): mend this line, its prompt is lost"],
        ),
        ("examples", '{"lang":"de"}\n', ['1:1: WG202 the key "prompt" is missing: add it']),
        ("examples", '{"prompt":" "}\n', ['1:11: WG202 "prompt" is empty: write it, or remove the line']),
        ("examples", '{"prompt":3}\n', ['1:11: WG202 "prompt" must be text in quotes, not a number']),
        ("examples", '{"prompt":"a","promt":"b"}\n', ['1:15: WG202 unknown key "promt": did you mean "prompt"?']),
        (
            "examples",
            '{"prompt":"a","kind":"direct"}\n',
            ['1:15: WG202 unknown key "kind": remove it; known are lang, prompt'],
        ),
        ("examples", '{"prompt":"a","prompt":"b"}\n', ['1:15: WG202 "prompt" stands twice on this line: keep one']),
        ("golden", '{"prompt":"a"}\n', ['1:1: WG202 the key "kind" is missing: add it']),
        ("golden", '{"prompt":"a","kind":"odd"}\n', ['1:22: WG202 "kind" must be one of direct, situational']),
        (
            "none",
            '{"prompt":"a","kind":"direct"}\n',
            ['1:15: WG202 unknown key "kind": remove it; known are lang, prompt'],
        ),
        (
            "none",
            '{"lang":"pt_BR","prompt":"a"}\n',
            ['1:9: WG204 "pt_BR" is no code of languages.json: did you mean "pt-br"?'],
        ),
    ],
)
def test_what_a_line_lacks_or_has_too_much_is_found(lab: Lab, kind: str, text: str, findings: list[str]) -> None:
    assert findings == _lines(lab, kind, text)


@pytest.mark.parametrize(
    ("kind", "text"),
    [
        ("examples", '{"prompt":"a"}\n\n{"lang":"ja","prompt":"b"}'),
        ("golden", '{"kind":"situational","prompt":"a","lang":"de"}\r\n'),
        ("none", '{"prompt":"a"}\n'),
    ],
)
def test_good_lines_are_left_alone(lab: Lab, kind: str, text: str) -> None:
    assert [] == _lines(lab, kind, text)


def test_every_other_spelling_of_a_code_is_mended_however_many_lines_have_it(lab: Lab) -> None:
    _lines(lab, "examples", '{"lang":"pt_BR","prompt":"a"}\n{"lang":"pt-BR","prompt":"b"}\n')
    lab.fix("WG204")
    assert b'{"lang":"pt-br","prompt":"a"}\n{"lang":"pt-br","prompt":"b"}\n' == lab.read(_NAMES["examples"])
