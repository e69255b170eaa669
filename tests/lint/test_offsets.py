from __future__ import annotations

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ways_guard.lint import offsets
from ways_guard.way.text import Span


def test_places_and_offsets_belong_together() -> None:
    text = "ab\ncd\n\né"
    for at in range(len(text) + 1):
        place = offsets.span(text, at, at)
        assert at == offsets.offset(text, place.line, place.column)
    assert Span(1, 2, 2, 2) == offsets.span(text, 1, 4)


@pytest.mark.parametrize("ascii_only", [True, False])
@given(value=st.text())
def test_escapes_are_read_as_json_reads_them(ascii_only: bool, value: str) -> None:
    source = json.dumps(value, ensure_ascii=ascii_only)
    shown = offsets.unescaped(source)
    # A half character that is typed beside its other half is one to JSON and two to Python.
    assert value.encode("utf-16", "surrogatepass") == shown.text[1:-1].encode("utf-16", "surrogatepass")
    assert len(shown.starts) == len(shown.text) + 1
    assert source == "".join(source[slice(*shown.source(at, at + 1))] for at in range(len(shown.text)))
