from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from ways_guard.way import jsonl
from ways_guard.way.text import Span


def test_lines_know_their_number_and_their_slice_of_the_text() -> None:
    text = '{"a":1}\r\n\n  {"b":"é"}  \n{"c":3}'
    lines = jsonl.read(text)
    assert [1, 3, 4] == [line.number for line in lines]
    assert [{"a": 1}, {"b": "é"}, {"c": 3}] == [line.value for line in lines]
    assert ['{"a":1}', '  {"b":"é"}  ', '{"c":3}'] == [text[line.start : line.end] for line in lines]
    assert ["\r\n", "\n", ""] == [text[line.end : line.next] for line in lines]


def test_a_bad_line_costs_nothing_but_itself() -> None:
    lines = jsonl.read('{"a":1}\n{"b":\n{"c":3}\n')
    assert [None, "a JSON value is missing here", None] == [line.error for line in lines]
    assert ({}, 6) == (lines[1].value, lines[1].error_column)


def test_a_line_that_is_json_but_no_object_is_an_error() -> None:
    errors = [(line.error, line.error_column) for line in jsonl.read("[1]\n null\n{}\n")]
    assert [("a JSON object is missing here", 1), ("a JSON object is missing here", 2), (None, 1)] == errors


def test_keys_and_values_have_places_and_a_missing_key_has_the_line() -> None:
    (line,) = jsonl.read('\n\n{"lang": "de", "lang": "fr"}\n'[2:])
    assert Span(1, 16, 1, 22) == line.key_span("lang")
    assert Span(1, 24, 1, 28) == line.value_span("lang")
    assert Span(1, 1, 1, 29) == line.key_span("x") == line.value_span("x") == line.whole


def test_characters_that_end_lines_elsewhere_do_not_end_one_here() -> None:
    lines = jsonl.read('{"a":"x\u2028y\x85z"}\n{"b":1}\n')
    assert [1, 2] == [line.number for line in lines]
    assert "x\u2028y\x85z" == lines[0].value["a"]


@given(st.text(alphabet='{}":,ab \t\r\n\u2028', max_size=40))
def test_no_character_is_lost_between_the_lines(text: str) -> None:
    position = 0
    for line in jsonl.read(text):
        assert not text[position : line.start].strip()
        assert line.text == text[line.start : line.end]
        assert line.number == text[: line.start].count("\n") + 1
        position = line.next
    assert not text[position:].strip()
