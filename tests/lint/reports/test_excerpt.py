from __future__ import annotations

import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st
from rich.cells import cell_len

from ways_guard.lint.reports.excerpt import WIDTH, excerpt
from ways_guard.printable import printable
from ways_guard.way.text import Span

_GUTTER = len("    1 | ")


def _excerpt(line: str, start: int, end: int) -> list[str]:
    return [text[_GUTTER:] for text in excerpt(line, Span(1, start + 1, 1, end + 1))]


@pytest.mark.parametrize(
    ("line", "place", "carets"),
    [
        ("plain text", "text", "      ^^^^"),
        ("日本語 wide", "wide", "       ^^^^"),
        ("x 日本", "日本", "  ^^^^"),
        ("cafe\u0301 x", "x", "     ^"),
        ("किताब x", "x", "    ^"),
        ("각 x", "x", "   ^"),
    ],
)
def test_carets_stand_under_the_place_whatever_the_script(line: str, place: str, carets: str) -> None:
    start = line.index(place)
    assert [line, carets] == _excerpt(line, start, start + len(place))


def test_a_tab_is_as_wide_as_it_looks_and_what_is_invisible_is_written_out() -> None:
    assert ["    x", "    ^"] == _excerpt("\tx", 1, 2)
    assert [r"a\u200bx", r"       ^"] == _excerpt("a\u200bx", 2, 3)
    assert ["ab", " ^"] == _excerpt("ab\r", 1, 2)


def test_an_empty_place_and_one_behind_the_line_have_a_caret_too() -> None:
    assert ["ab", " ^"] == _excerpt("ab", 1, 1)
    assert ["ab", "  ^"] == _excerpt("ab", 2, 2)
    assert ["ab", "  ^"] == _excerpt("ab", 9, 12)


def test_a_place_of_several_lines_is_marked_to_the_end_of_the_first() -> None:
    assert ["    3 | abc", "      |  ^^"] == excerpt("abc", Span(3, 2, 5, 1))


@pytest.mark.parametrize("line", ["מילה word", "word مرحبا", "word ١٢"])
def test_where_terminals_turn_text_around_the_place_is_repeated(line: str) -> None:
    start = line.index("word")
    assert [f"    1 | {line}", "      = here: word"] == excerpt(line, Span(1, start + 1, 1, start + 5))
    assert [f"    1 | {line}"] == excerpt(line, Span(1, 1, 1, 1))


def test_a_blank_line_says_nothing() -> None:
    assert [] == excerpt("  ", Span(1, 1, 1, 2))


def test_a_long_line_is_cut_around_the_place() -> None:
    line = "a" * 500 + "HERE" + "b" * 500
    shown, carets = _excerpt(line, 500, 504)
    assert shown.startswith("…aaa")
    assert shown.endswith("bbb…")
    assert "HERE" == shown[carets.index("^") : carets.rindex("^") + 1]
    shown, _ = _excerpt(line, 0, 4)
    assert (WIDTH, "aaaa") == (len(shown), shown[:4])
    shown, carets = _excerpt("x" + "日" * 500, 1, 501)
    assert "日…" == shown[-2:]
    assert cell_len(shown) >= len(carets)


def test_a_cut_does_not_leave_an_accent_without_its_letter() -> None:
    shown, _ = _excerpt("e\u0301" * 500 + "x", 1000, 1001)
    assert not unicodedata.combining(shown[1])


_TEXT = st.text(alphabet=st.sampled_from("ab \t日é\u0301\u200dक‌ि\U0001f468…\x1b\ud800א"), max_size=300)


@given(line=_TEXT, start=st.integers(0, 310), length=st.integers(0, 310))
def test_any_place_of_any_line_can_be_shown(line: str, start: int, length: int) -> None:
    lines = excerpt(line, Span(1, start + 1, 1, start + length + 1))
    assert len(lines) <= 2
    for text in lines:
        assert text.isprintable()
        assert cell_len(text) <= WIDTH + 20
    if len(lines) == 2 and "^" in lines[1]:
        assert cell_len(lines[1].rstrip("^")) <= cell_len(lines[0])


@given(text=st.text())
def test_printable_text_says_what_it_stands_for(text: str) -> None:
    assert printable(text).isprintable()
    assert printable(printable(text)) == printable(text)
