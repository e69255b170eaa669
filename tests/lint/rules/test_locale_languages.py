"""WG204, WG205, WG206 and WG208."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from tests.lint.conftest import Lab

Lint = Callable[..., list[str]]


def _stub(lang: str, description: str = "Tests schreiben") -> str:
    return f'{{"lang":"{lang}","description":"{description}","vocabulary":"Test"}}\n'


@pytest.mark.parametrize(
    ("written", "code"),
    [
        ("pt_BR", "pt-br"),
        ("pt-BR", "pt-br"),
        ("zh_TW", "zh-tw"),
        ("German", "de"),
        ("no", "nb"),
        ("iw", "he"),
    ],
)
def test_another_way_to_write_a_code_is_found_and_mended(lab: Lab, stubs: Lint, written: str, code: str) -> None:
    (line,) = stubs(_stub(written), "WG204")
    assert f'1:9: WG204 "{written}" is no code of languages.json: did you mean "{code}"?' == line
    lab.fix("WG204")
    assert _stub(code).encode() == lab.read(lab.locales)


def test_a_code_that_the_file_has_already_is_not_written_twice(lab: Lab, stubs: Lint) -> None:
    stubs(_stub("pt_BR", "a") + _stub("pt-br", "b") + _stub("zh_TW", "c") + _stub("zh-Hant", "d"))
    lab.fix("WG204")
    expected = _stub("pt_BR", "a") + _stub("pt-br", "b") + _stub("zh-tw", "c") + _stub("zh-Hant", "d")
    assert expected.encode() == lab.read(lab.locales)
    assert ["1:9", "4:9"] == [line.split(":", 1)[1].split(": ")[0] for line in lab.lines("WG204")]


def test_a_code_like_no_other_says_what_to_do_and_is_left_alone(lab: Lab, stubs: Lint) -> None:
    (line,) = stubs(_stub("xx"), "WG204")
    assert '"xx" is no code of languages.json: correct it, or add the language' in line
    lab.fix()
    assert _stub("xx").encode() == lab.read(lab.locales)


def test_a_language_of_the_repo_is_known_and_may_be_active(lab: Lab, stubs: Lint) -> None:
    assert ["1:9"] == [line.split(": ")[0] for line in stubs(_stub("sv"), "WG205")]
    entries = '{"languages": {"sv": {"active": true}, "tlh": {"name": "Klingon", "native": "tlhIngan"}}}'
    lab.write({"languages.json": entries})
    assert [] == stubs(_stub("sv") + _stub("tlh"), "WG204", "WG205")


def test_an_inactive_language_is_a_note_that_fails_nothing(lab: Lab, stubs: Lint) -> None:
    (line,) = stubs(_stub("sv", "Skriva tester och rätta felen"))
    assert 'WG205 Swedish ("sv") is not active: set "active": true' in line
    assert not replace(lab.report(), strict=True).failed


def test_the_later_of_two_equal_stubs_is_removed_whatever_its_spelling(lab: Lab, stubs: Lint) -> None:
    other = '{ "vocabulary":"Test", "description":"\\u0054ests schreiben", "lang":"de" }'
    (line,) = stubs(_stub("de") + other, "WG206")
    assert '2:69: WG206 "de" stands on line 1 already: remove this line' == line
    lab.fix("WG206")
    assert _stub("de").encode() == lab.read(lab.locales)


def test_two_different_stubs_are_left_to_their_author(lab: Lab, stubs: Lint) -> None:
    text = _stub("de") + _stub("fr") + _stub("de", "Anders") + _stub("de").replace("}", ',"x":1}')
    assert [
        '3:9: WG206 "de" stands on line 1 already: keep one, with the best of both',
        '4:9: WG206 "de" stands on line 1 already: keep one, with the best of both',
    ] == stubs(text, "WG206")
    lab.fix("WG206")
    assert text.encode() == lab.read(lab.locales)


def test_a_line_that_says_more_through_a_repeated_key_is_not_lost(lab: Lab, stubs: Lint) -> None:
    text = _stub("de") + _stub("de").replace("{", '{"description":"nur hier",')
    stubs(text)
    lab.fix("WG206")
    assert text.encode() == lab.read(lab.locales)


def test_an_override_hides_the_stub_of_its_language_and_no_other(lab: Lab, stubs: Lint) -> None:
    lab.write({"ways/code/tests/tests.de.md": "---\ndescription: Tests\nvocabulary: Test\n---\nText.\n"})
    assert ["1:9: WG208 tests.de.md takes the place of this stub: keep one of the two"] == stubs(
        _stub("de") + _stub("fr"), "WG208"
    )


def test_lines_that_differ_in_which_of_two_equal_keys_comes_last_are_not_the_same(lab: Lab, stubs: Lint) -> None:
    first = '{"lang":"de","description":"a","description":"b","vocabulary":"v"}\n'
    second = '{"lang":"de","description":"b","description":"a","vocabulary":"v"}\n'
    assert ["keep one, with the best of both"] == [
        line.rpartition(": ")[2] for line in stubs(first + second, "WG206")
    ]
    lab.fix("WG206")
    assert (first + second).encode() == lab.read(lab.locales)
