"""WG002 to WG005: rules about characters."""

from __future__ import annotations

import unicodedata
from collections.abc import Callable
from typing import TYPE_CHECKING

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ways_guard.lint import rules, run
from ways_guard.lint.rules import wg003

if TYPE_CHECKING:
    from tests.lint.conftest import Lab

Lint = Callable[..., list[str]]
_HEAD = "---\ndescription: Writing tests\nvocabulary: test\n---\n"


def _stub(lang: str, description: str) -> str:
    return f'{{"lang":"{lang}","description":"{description}","vocabulary":"v"}}\n'


def _severities(lab: Lab, code: str) -> list[str]:
    return [finding.severity.value for finding in lab.report(code).findings]


def _fix_all(lab: Lab, code: str) -> None:
    run.write(run.changes(lab.jobs(), rules.selected([code]), unsafe=True))


@pytest.mark.parametrize(
    ("text", "place", "mended"),
    [
        (_HEAD + "a\r\nb\nc\n", "5:2: WG002 1 line ends otherwise", _HEAD + "a\nb\nc\n"),
        (_HEAD + "a\r\r\nb\n", "5:2: WG002 1 line ends otherwise", _HEAD + "a\nb\n"),
        (
            (_HEAD + "a\n").replace("\n", "\r\n") + "b\nc\n",
            "6:2: WG002 2 lines end otherwise than the rest: end all of them with CRLF",
            (_HEAD + "a\nb\nc\n").replace("\n", "\r\n"),
        ),
        ("---\rdescription: d\r---\r", "1:4: WG002 3 carriage returns (CR)", "---\ndescription: d\n---\n"),
    ],
)
def test_line_ends_become_what_most_of_them_are(lab: Lab, way: Lint, text: str, place: str, mended: str) -> None:
    (line,) = way(text, "WG002")
    assert line.startswith(place)
    lab.fix("WG002")
    assert mended.encode() == lab.read(lab.way)


def test_either_kind_of_line_end_is_right_throughout_and_locale_files_are_not_looked_at(lab: Lab) -> None:
    stub = _stub("de", "Tests")
    lab.write({lab.way: _HEAD.replace("\n", "\r\n"), lab.locales: stub + stub.replace("\n", "\r\n")})
    assert [] == lab.lines("WG002")


def test_a_carriage_return_among_other_ends_is_an_error_that_a_person_looks_at(lab: Lab, way: Lint) -> None:
    way(_HEAD + "a\rb\n")
    assert ["error"] == _severities(lab, "WG002")
    lab.fix("WG002")
    assert (_HEAD + "a\rb\n").encode() == lab.read(lab.way)
    _fix_all(lab, "WG002")
    assert (_HEAD + "a\nb\n").encode() == lab.read(lab.way)


def test_decomposed_letters_are_found_by_their_first_and_composed(lab: Lab, way: Lint) -> None:
    text = _HEAD + "cafe\u0301 nai\u0308ve\n\u1112\u1161\u11ab\n"
    lines = way(text, "WG003")
    assert ["5:4", "6:1"] == [line.split(": ")[0] for line in lines]
    assert '"é" is written as U+0065 U+0301, in NFC it is U+00E9' in lines[0]
    lab.fix("WG003")
    assert unicodedata.normalize("NFC", text).encode() == lab.read(lab.way)
    assert [] == lab.lines("WG003")


def test_an_escaped_accent_is_found_in_its_place_and_nothing_else_is_rewritten(lab: Lab, stubs: Lint) -> None:
    text = _stub("fr", r"\u00c9t\u0065\u0301 \"\u0301")
    assert ["1:36"] == [line.split(": ")[0] for line in stubs(text, "WG003")]
    lab.fix("WG003")
    assert _stub("fr", r"\u00c9té \"\u0301").encode() == lab.read(lab.locales)


def test_a_character_whose_shape_would_change_is_left_to_a_person(lab: Lab, way: Lint) -> None:
    way(_HEAD + "\uf900\n")
    lab.fix("WG003")
    assert (_HEAD + "\uf900\n").encode() == lab.read(lab.way)
    _fix_all(lab, "WG003")
    assert (_HEAD + "\u8c48\n").encode() == lab.read(lab.way)


@given(
    st.text(
        st.characters(categories=["L", "M", "Po"]) | st.sampled_from("e\u0301\u0323\u1112\u1161\u11ab\u09c7\u09be")
    )
)
def test_composing_part_by_part_is_composing_the_whole(text: str) -> None:
    parts = [part for _, part in wg003._parts(text)] if text else []
    assert text == "".join(parts)
    assert unicodedata.normalize("NFC", text) == "".join(unicodedata.normalize("NFC", part) for part in parts)


@pytest.mark.parametrize(
    ("lang", "text"),
    [
        ("fa", "نیم\u200cفاصله"),
        ("fa", "API\u200cها"),
        ("ur", "ہم\u200cنے"),
        ("ku", "ته\u200cست"),
        ("hi", "क्\u200dष"),
        ("mr", "र\u200d्य"),
        ("gu", "ક્\u200cષ"),
        ("my", "မြန်\u200bမာ"),
        ("th", "ทดสอบ\u200bระบบ"),
        ("ar", "اختبار \u200f(CI)\u200f"),
        ("he", "בדיקה \u200eAPI\u200e"),
        ("zh", "葛\U000e0100城"),
        ("en", "\U0001f469\u200d\U0001f4bb ❤\ufe0f\u200d\U0001f525 1\ufe0f\u20e3"),
        ("en", "\U0001f3f4\U000e0067\U000e0062\U000e0065\U000e006e\U000e0067\U000e007f"),
        ("en", "a log with \\u001b[31m in it"),
        ("fr", "attention\u00a0!"),
    ],
)
def test_what_a_script_needs_is_right(stubs: Lint, lang: str, text: str) -> None:
    assert [] == stubs(_stub(lang, text), "WG004")


@pytest.mark.parametrize(
    ("text", "columns", "severity"),
    [
        ("Auf\u200clage", "32-33", "warning"),
        ("a\u200bb", "30-31", "warning"),
        ("a\\u200bb", "30-36", "warning"),
        ("weich\u00adheit", "34-35", "warning"),
        ("a\u200fb", "30-31", "warning"),
        ("a\ufe00\ufe01\ufe02", "31-33", "error"),
        ("a\u202eb", "30-31", "error"),
        ("a\u2066b", "30-31", "error"),
        ("a\U000e0041\U000e0042", "30-32", "error"),
        ("a\x7fb", "30-31", "error"),
    ],
)
def test_what_nobody_can_see_is_found(lab: Lab, stubs: Lint, text: str, columns: str, severity: str) -> None:
    stubs(_stub("de", text))
    (finding,) = lab.report("WG004").findings
    assert (columns, severity) == (f"{finding.span.column}-{finding.span.end_column}", finding.severity.value)


def test_bodies_are_looked_at_and_what_may_stand_for_a_space_is_kept(lab: Lab, way: Lint) -> None:
    lines = way(_HEAD + "run \u202ecode\u202c\nzero\u200bwidth\n", "WG004")
    assert ["5:5", "5:10", "6:5"] == [line.split(": ")[0] for line in lines]
    lab.fix("WG004")
    assert (_HEAD + "run code\nzero\u200bwidth\n").encode() == lab.read(lab.way)
    _fix_all(lab, "WG004")
    assert (_HEAD + "run code\nzerowidth\n").encode() == lab.read(lab.way)


@pytest.mark.parametrize(
    ("word", "column", "mended"),
    [
        ("p\u0430ssword", 14, "password"),
        ("\u0421laude", 13, "Claude"),
        ("na\u00efv\u0435", 17, "naïve"),
        ("\u0391pi", 13, "Api"),
        ("и\u0438нформац\u0069я", 22, "иинформація"),
    ],
)
def test_a_letter_that_only_looks_right_is_found(lab: Lab, way: Lint, word: str, column: int, mended: str) -> None:
    text = f"---\ndescription: d\nvocabulary: {word}\n---\n"
    assert [f"3:{column}"] == [line.split(": ")[0] for line in way(text, "WG005")]
    lab.fix("WG005")
    assert text.encode() == lab.read(lab.way)
    _fix_all(lab, "WG005")
    assert text.replace(word, mended).encode() == lab.read(lab.way)


@pytest.mark.parametrize(
    "text",
    [
        *("PDFы", "PDFа", "TNFα", "kΩ", "μm", "ΔT", "λx", "C++の", "getИмя", "SQLзапрос"),
        *("Docker-образ", "сервер test", "日本語test", "x [eе] y", "Ελλάδα", "αβγ", "%(count)sфайл %dсимвол"),
    ],
)
def test_a_mix_that_anyone_can_see_is_no_finding(way: Lint, text: str) -> None:
    assert [] == way(f"---\ndescription: d\nvocabulary: {text}\n---\n{text}\n", "WG005")


def test_every_kind_of_text_is_looked_at(lab: Lab) -> None:
    lab.write(
        {
            lab.way: _HEAD,
            lab.locales: _stub("de", "T\u0435sts"),
            "ways/code/tests/tests.examples.jsonl": '{"prompt":"t\\u0435st"}\n',
            "ways/page.md": "t\u0435st\n",
            "languages.json": '{"languages":{"de":{"name":"G\u0435rman"}}}\n',
        }
    )
    assert 4 == len(lab.lines("WG005"))
