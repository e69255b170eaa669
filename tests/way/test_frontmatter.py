from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ways_guard.way.frontmatter import Document, FrontmatterError, body_of, parse
from ways_guard.way.text import Span


def _values(text: str) -> dict[str, object]:
    document = parse(text)
    assert document.error is None
    assert document.fields is not None
    return {name: field.value for name, field in document.fields.items()}


def test_values_stay_what_was_typed() -> None:
    text = "---\na: no\nb: 1.10\nc: 0x1F\nd: 2024-01-01\ne: 'it''s'\nf: x # y\ng: x#y\nh: ~\n---\n"
    typed = ["no", "1.10", "0x1F", "2024-01-01", "it's", "x", "x#y", "~"]
    assert dict(zip("abcdefgh", typed, strict=True)) == _values(text)


def test_lists_mappings_and_blocks_are_read() -> None:
    lines = ["vocabulary: [a, b c]", "when:", "  project: ~/x", "description: >", "  one", "  two"]
    text = "\n".join(["---", *lines, "pattern: |-", "  a|b", "---", ""])
    assert {
        "vocabulary": ["a", "b c"],
        "when": {"project": "~/x"},
        "description": "one two\n",
        "pattern": "a|b",
    } == _values(text)


def test_keys_and_values_have_places_nested_ones_too() -> None:
    fields = parse("---\nname: é x\nwhen:\n  project:  ~/x\nempty:\n---\n").fields
    assert fields is not None
    assert (Span(2, 1, 2, 5), Span(2, 7, 2, 10)) == (fields["name"].key_span, fields["name"].span)
    below = fields["when"].nested["project"]
    assert (Span(4, 3, 4, 10), Span(4, 13, 4, 16)) == (below.key_span, below.span)
    assert ("", Span(5, 7, 5, 7)) == (fields["empty"].value, fields["empty"].span)


def test_places_count_lines_as_an_editor_does() -> None:
    fields = parse('---\na: "x\u2028y"\nb: c\n---\n').fields
    assert fields is not None
    assert Span(3, 1, 3, 2) == fields["b"].key_span


def test_crlf_changes_nothing_but_the_body() -> None:
    text = "---\na: 1\nb: two words\n---\nBody\n\nmore\n"
    lf, crlf = parse(text), parse(text.replace("\n", "\r\n"))
    assert lf.fields == crlf.fields
    assert ("Body\n\nmore\n", 5) == (lf.body, lf.body_line)
    assert ("Body\r\n\r\nmore\r\n", 5) == (crlf.body, crlf.body_line)


@pytest.mark.parametrize("text", ["", "# Title\n", "--- x\na: 1\n---\n", "\n---\na: 1\n---\n", "----\n"])
def test_a_file_without_frontmatter_is_all_body(text: str) -> None:
    assert Document(None, text, 1) == parse(text)


@pytest.mark.parametrize("text", ["---\n---\nx", "---\n# nothing\n---\nx", "---  \n\n---\t\nx"])
def test_empty_frontmatter_has_no_fields(text: str) -> None:
    document = parse(text)
    assert ({}, "x", None) == (document.fields, document.body, document.error)


def test_a_rule_in_the_body_does_not_end_anything() -> None:
    assert "x\n---\ny" == parse("---\na: 1\n---\nx\n---\ny").body


def test_frontmatter_without_an_end_says_so() -> None:
    error = FrontmatterError("open", "the frontmatter has no closing '---' line", Span(1, 1, 1, 4))
    assert Document({}, "", 4, error) == parse("---\na: 1\nbody\n")


@pytest.mark.parametrize(
    ("yaml", "line", "column", "part"),
    [
        ("a: b: c", 2, 5, "mapping values are not allowed"),
        ("ok: 1\na: 'x", 3, 4, "unexpected end"),
        ("a: [x, y", 2, 4, "expected ','"),
        ("a: 1\njust words", 3, 1, "expected ':'"),
        ("a: @x", 2, 4, "cannot start any token"),
        ("a: *x", 2, 4, "alias"),
        ("a: 1\nb: 2\na: 3", 4, 1, "'a' stands twice"),
        ("when:\n  x: 1\n  x: 2", 4, 3, "'x' stands twice"),
        ("a: &x 1\nb: *x", 2, 4, "anchors"),
        ("a: &x {b: *x}", 2, 4, "anchors"),
        ("- a\n- b", 2, 1, "'key: value' lines"),
        ("words", 2, 1, "'key: value' lines"),
        ("[a]: b", 2, 1, "a key must be a plain word"),
        ("a: é\x07", 2, 5, "U+0007"),
        ("a: 1\n\tb: 2", 3, 1, ""),
    ],
)
def test_what_is_not_yaml_says_what_and_where(yaml: str, line: int, column: int, part: str) -> None:
    error = parse(f"---\n{yaml}\n---\nbody").error
    assert error is not None
    assert ("yaml", line, column) == (error.kind, error.span.line, error.span.column)
    assert part in error.message


def test_the_body_survives_broken_frontmatter() -> None:
    assert ("body", 4) == (parse("---\na: b: c\n---\nbody").body, parse("---\na: b: c\n---\nbody").body_line)


def test_hostile_nesting_is_an_error_and_no_crash() -> None:
    error = parse("---\na: " + "[" * 2_000 + "]" * 2_000 + "\n---\n").error
    assert error is not None
    assert "yaml" == error.kind


@given(st.text(alphabet="---\n\r: ab[]{}&*!|>'\"#%@`\t,?é\u2028", max_size=40))
def test_anything_can_be_parsed(text: str) -> None:
    for source in (text, f"---\n{text}\n---\n"):
        document = parse(source)
        assert source.endswith(document.body)
        if not document.error or document.error.kind == "yaml":
            assert document.body == body_of(source)
