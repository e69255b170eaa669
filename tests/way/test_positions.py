from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ways_guard.way.positions import JsonSyntaxError, line_column, parse

_VALUES = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False, allow_infinity=False) | st.text(),
    lambda below: st.lists(below, max_size=4) | st.dictionaries(st.text(), below, max_size=4),
    max_leaves=20,
)


@given(_VALUES, st.sampled_from([None, 0, 3]), st.booleans())
def test_reads_what_the_standard_reader_reads(value: Any, indent: int | None, ascii_only: bool) -> None:
    text = json.dumps(value, indent=indent, ensure_ascii=ascii_only)
    assert value == parse(text).value


@given(st.text(alphabet='{}[]",:0123456789.eE-+truefalsn \n\\u', max_size=30))
def test_accepts_and_refuses_what_the_standard_reader_does(text: str) -> None:
    try:
        expected = json.loads(text, parse_constant=_refuse)
    except ValueError:
        with pytest.raises(JsonSyntaxError):
            parse(text)
    else:
        assert repr(expected) == repr(parse(text).value)


def _refuse(word: str) -> None:
    raise ValueError(word)


def test_members_carry_their_place_and_duplicates_are_kept() -> None:
    text = '{"a": 1, "a" : [true, "é"]}'
    node = parse(text)
    assert node.members is not None
    assert ['"a"', '"a"'] == [text[m.key_start : m.key_end] for m in node.members]
    assert ["1", '[true, "é"]'] == [text[m.node.start : m.node.end] for m in node.members]
    assert {"a": [True, "é"]} == node.value


def test_find_walks_keys_and_indexes_and_takes_the_last_of_two_keys() -> None:
    node = parse('{"a": {"b": [1, 2]}, "a": {"b": [3, 4]}}')
    found = node.find("a", "b", 1)
    assert found is not None
    assert 4 == found.value
    assert node.find("a", "c") is None
    assert node.find("a", "b", 2) is None
    assert node.find("a", "b", 0, "x") is None


@pytest.mark.parametrize(
    ("text", "offset", "message"),
    [
        ("", 0, "a JSON value is missing here"),
        ('{"a" 1}', 5, "':' is missing after the key"),
        ('{"a": 1 "b": 2}', 8, "',' or '}' is missing here"),
        ('{"a": 1,}', 8, "a key in double quotes is missing here"),
        ("{'a': 1}", 1, "a key in double quotes is missing here"),
        ("[1 2]", 3, "',' or ']' is missing here"),
        ("[1,]", 3, "a JSON value is missing here"),
        ("1 2", 2, "more text after the JSON value"),
        ('"abc', 0, "unterminated string"),
        ('{"a": NaN}', 6, "a JSON value is missing here"),
        ('{"a": 01}', 7, "',' or '}' is missing here"),
        ('"a\tb"', 2, "invalid control character"),
    ],
)
def test_an_error_says_what_and_where(text: str, offset: int, message: str) -> None:
    with pytest.raises(JsonSyntaxError) as raised:
        parse(text)
    assert (offset, message) == (raised.value.offset, raised.value.message)


def test_hostile_nesting_is_an_error_and_no_crash() -> None:
    with pytest.raises(JsonSyntaxError, match="nested too deeply"):
        parse("[" * 100_000)


def test_a_number_too_long_for_an_integer_is_read() -> None:
    assert float("inf") == parse("9" * 5000).value


def test_line_and_column_count_characters_and_only_lf_ends_a_line() -> None:
    assert (1, 1) == line_column("", 0)
    assert (2, 2) == line_column("é\nab", 3)
    assert (1, 4) == line_column("a\r\u2028b", 3)
