from __future__ import annotations

import json
from typing import Any

import pytest

from ways_guard.install.render import Style, insert_last, is_multiline, render, style_of
from ways_guard.way.positions import parse

VALUE: dict[str, Any] = {"a": [1, {"ü": None}], "b": {}, "c": []}


def test_a_value_is_rendered_as_the_standard_library_does() -> None:
    assert json.dumps(VALUE, indent=2, ensure_ascii=False) == render(VALUE, Style(), "")
    assert json.dumps(VALUE, ensure_ascii=False) == render(VALUE, Style(), None)


@pytest.mark.parametrize(
    ("text", "style"),
    [
        ("{}", Style()),
        ('{"a":1}', Style(comma=",", colon=":")),
        ('{\n\t"a": 1\n}', Style(indent="\t")),
        ('{\r\n    "a" : 1\r\n}', Style(newline="\r\n", indent="    ", colon=" : ")),
        ('{\n"a":\n1\n}', Style(indent="")),
    ],
)
def test_the_style_is_read_from_the_file(text: str, style: Style) -> None:
    assert style == style_of(text, parse(text))


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("{}", "{\n  7\n}"),
        ("  { }", "  {\n    7\n  }"),
        ('{"a": 1}', '{"a": 1, 7}'),
        ('{"a":1,  "b":2 }', '{"a":1,  "b":2,  7 }'),
        ('{\n\n  "a": 1 \n}', '{\n\n  "a": 1,\n  7 \n}'),
    ],
)
def test_an_element_is_put_where_its_neighbours_are(text: str, expected: str) -> None:
    root = parse(text)
    assert expected == insert_last(text, root, lambda _: "7", style_of(text, root), True)


def test_an_empty_container_is_laid_out_as_the_one_around_it() -> None:
    text = '{"a": []}'
    root = parse(text)
    inner = root.find("a")
    assert inner is not None
    assert not is_multiline(text, inner, is_multiline(text, root, True))
    assert insert_last(text, inner, lambda _: "7", style_of(text, root), False) == '{"a": [7]}'
