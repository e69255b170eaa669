"""WG201, WG202 and WG203."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from tests.lint.conftest import Lab

Lint = Callable[..., list[str]]
_GOOD = '{"lang":"de","description":"Tests schreiben","vocabulary":"Test"}'
_KEYS = ("description", "lang", "vocabulary")


@pytest.mark.parametrize(
    ("line", "column", "reason"),
    [
        (_GOOD[:-1], len(_GOOD), "',' or '}' is missing here"),
        (_GOOD[:-2], len(_GOOD) - 6, "unterminated string"),
        (_GOOD + ",", len(_GOOD) + 1, "more text after the JSON value"),
        ("[]", 1, "a JSON object is missing here"),
        ("null", 1, "a JSON object is missing here"),
        ("<<<<<<< HEAD", 1, "a JSON value is missing here"),
    ],
)
def test_a_line_that_is_not_json_is_placed(stubs: Lint, line: str, column: int, reason: str) -> None:
    expected = f"2:{column}: WG201 not JSON ({reason}): mend this line, its stub is lost"
    assert [expected] == stubs(f"{_GOOD}\n{line}\n")


@pytest.mark.parametrize(
    ("line", "findings"),
    [
        ('{"lang":"de","description":"d x"}', ['1:1: WG202 the key "vocabulary" is missing: add it']),
        (
            "{}",
            [f'1:1: WG202 the key "{key}" is missing: add it' for key in ("description", "lang", "vocabulary")],
        ),
        (
            '{"lang":"de","description":" ","vocabulary":["a"]}',
            [
                '1:28: WG202 "description" is empty: write it, or remove the line',
                '1:45: WG202 "vocabulary" must be text in quotes, not a list',
            ],
        ),
        (
            '{"lang":"de","description":null,"vocabulary":1}',
            [
                '1:28: WG202 "description" must be text in quotes, not null',
                '1:46: WG202 "vocabulary" must be text in quotes, not a number',
            ],
        ),
        (
            '{"lang":"de","description":"d","vocabulary":"v","vocabulary":"w"}',
            ['1:49: WG202 "vocabulary" stands twice on this line: keep one'],
        ),
        (
            '{"lang":"de","description":"d","vocabulary":"v","Description":"w","note":1}',
            [
                '1:49: WG202 unknown key "Description": did you mean "description"?',
                '1:67: WG202 unknown key "note": remove it; known are lang, description, vocabulary',
            ],
        ),
        (
            '{"lang":"de","description":"\\ud83d x","vocabulary":"v"}',
            ['1:28: WG202 "description" holds half a character (a lone \\ud… escape): write the character itself'],
        ),
        ('{"lang":"de","description":"\\ud83d\\ude00","vocabulary":"v"}', []),
    ],
)
def test_keys_are_found_with_their_place(stubs: Lint, line: str, findings: list[str]) -> None:
    assert findings == sorted(stubs(f"{line}\n", "WG202"))


def test_a_forbidden_key_is_no_unknown_one(stubs: Lint) -> None:
    (line,) = stubs(_GOOD.replace("}", ',"embed_threshold":0.5}\n'))
    assert f"1:{len(_GOOD) + 1}: WG203" in line


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ('{"lang":"de","embed_threshold":0.50,"description":"d"}', '{"lang":"de","description":"d"}'),
        ('{"embed_threshold":1e-1,  "lang":"de"}', '{"lang":"de"}'),
        ('{"lang":"de" , "embed_model" : "a,}\\"" }', '{"lang":"de" }'),
        ('{"embed_threshold":1,"embed_model":"x","lang":"\\u00fc"}', '{"lang":"\\u00fc"}'),
        ('{"lang":"de","embed_threshold":1,"embed_threshold":2}', '{"lang":"de"}'),
        ('{ "embed_threshold":1 }', "{  }"),
        ('{"embed_threshold":1,"embed_model":2,"embed_model":3}', "{}"),
    ],
)
def test_removing_a_key_leaves_every_other_byte(lab: Lab, stubs: Lint, before: str, after: str) -> None:
    context = '{"lang" : "fr"}\r\n\n{}\n'
    stubs(f"{context}{before}\r\n{{bad")
    lab.fix("WG203")
    assert f"{context}{after}\r\n{{bad".encode() == lab.read(lab.locales)
