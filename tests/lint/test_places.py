from __future__ import annotations

from pathlib import Path

from ways_guard.lint.model import Finding, Severity
from ways_guard.lint.places import Place, place
from ways_guard.lint.sources import Sources
from ways_guard.way.text import START, Span


def _place(name: str, text: str, span: Span) -> Place:
    finding = Finding(Path("/r") / name, span, "WG000", "x", Severity.ERROR, "m")
    return place(finding, Sources(lambda _: text.encode()))


_STUB = '{"lang":"de","description":"ein  Test","vocabulary":"v"}'
_START = _STUB.index('"ein')


def test_in_a_stub_it_is_language_key_and_text() -> None:
    value = Span(1, _START + 1, 1, _START + 12)
    assert Place("de", "description", '"ein Test"') == _place("a.locales.jsonl", _STUB, value)
    key = Span(1, 2, 1, 8)
    assert Place("de", "lang", '"lang"') == _place("a.locales.jsonl", _STUB, key)


def test_a_whole_stub_is_known_by_its_language() -> None:
    assert Place("de", None, "") == _place("a.locales.jsonl", _STUB, Span(1, 1, 1, len(_STUB) + 1))
    record = '{"prompt":"x"}'
    assert Place(None, None, record) == _place("a.examples.jsonl", record, Span(1, 1, 1, len(record) + 1))


def test_a_whole_file_is_not_known_by_its_first_line() -> None:
    assert Place(None, None, "") == _place("a.locales.jsonl", _STUB, START)


def test_a_line_that_is_no_json_is_its_text() -> None:
    assert Place(None, None, "{bad") == _place("a.locales.jsonl", " {bad \r\n", Span(1, 3, 1, 4))
    assert Place(None, None, "") == _place("a.locales.jsonl", "", Span(1, 1, 1, 1))


def test_in_markdown_it_is_the_text_of_the_first_line() -> None:
    text = "---\nkey:  some\tvalue \nmore\n"
    assert Place(None, None, "some value") == _place("a.md", text, Span(2, 5, 3, 5))
    assert Place(None, None, "some") == _place("a.md", text, Span(2, 7, 2, 11))
    assert Place(None, None, "") == _place("a.md", text, Span(1, 1, 1, 1))


def test_an_override_is_about_its_language() -> None:
    assert "pt-br" == _place("a.pt-br.md", "x", Span(1, 1, 1, 2)).lang
