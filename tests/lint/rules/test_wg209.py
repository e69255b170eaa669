from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from tests.lint.conftest import Lab

Lint = Callable[..., list[str]]
_DE = '{"lang":"de","description":"d x","vocabulary":"v"}'
_FR = '{ "lang" : "fr", "description":"\\u00e9", "vocabulary":"v" }'
_PREFIX = "WG209 not in canonical form: "


@pytest.mark.parametrize(
    ("text", "finding"),
    [
        (f"{_FR}\n{_DE}\n", f"2:9: {_PREFIX}sort the lines by lang"),
        (f"{_DE}\r\n{_FR}\n", f"1:{len(_DE) + 1}: {_PREFIX}end lines with LF, not CRLF"),
        (f"{_DE}\n\n  \n{_FR}\n", f"2:1: {_PREFIX}remove the blank lines"),
        (f"\n{_DE}\n{_FR}\n", f"1:1: {_PREFIX}remove the blank lines"),
        (f"{_DE}\n{_FR}\n\n", f"3:1: {_PREFIX}remove the blank lines"),
        (f"{_DE}\n{_FR}", f"2:{len(_FR) + 1}: {_PREFIX}end the last line with a line feed"),
    ],
)
def test_each_defect_is_found_at_its_first_place_and_mended(lab: Lab, stubs: Lint, text: str, finding: str) -> None:
    assert [finding] == stubs(text, "WG209")
    lab.fix("WG209")
    assert f"{_DE}\n{_FR}\n".encode() == lab.read(lab.locales)


def test_keys_move_with_their_values_and_spacing_stays(lab: Lab, stubs: Lint) -> None:
    text = '{ "x":1, "vocabulary" : "v,\\"w", "description":"\\u00e9",  "lang":"de"}\n'
    assert [f"1:10: {_PREFIX}order the keys lang, description, vocabulary"] == stubs(text, "WG209")
    lab.fix("WG209")
    expected = '{ "lang":"de", "description":"\\u00e9", "vocabulary" : "v,\\"w",  "x":1}\n'
    assert expected.encode() == lab.read(lab.locales)


def test_several_defects_are_several_findings_with_one_fix(lab: Lab, stubs: Lint) -> None:
    assert 4 == len(stubs(f"{_FR}\r\n\r\n{_DE}", "WG209"))
    lab.fix("WG209")
    assert f"{_DE}\n{_FR}\n".encode() == lab.read(lab.locales)


def test_nothing_is_moved_while_a_line_is_not_json(lab: Lab, stubs: Lint) -> None:
    text = f"{_FR}\r\n{_DE}\n\n{{bad"
    assert [] == stubs(text, "WG209")
    lab.fix()
    assert text.encode() == lab.read(lab.locales)


def test_lines_keep_their_order_while_one_has_no_language(lab: Lab, stubs: Lint) -> None:
    text = f'{_FR}\n{{"description":"d"}}\n{_DE}'
    stubs(text)
    lab.fix("WG209")
    assert f"{text}\n".encode() == lab.read(lab.locales)


def test_stubs_of_one_language_keep_their_order(lab: Lab, stubs: Lint) -> None:
    first, second = _DE.replace("d x", "1"), _DE.replace("d x", "2")
    stubs(f"{_FR}\n{first}\n{second}\n")
    lab.fix("WG209")
    assert f"{first}\n{second}\n{_FR}\n".encode() == lab.read(lab.locales)


@pytest.mark.parametrize("text", ["", f"{_DE}\n", f"  {_DE} \n{_FR}\n"])
def test_canonical_files_and_free_spacing_are_left_alone(stubs: Lint, text: str) -> None:
    assert [] == stubs(text, "WG209")


def test_a_file_of_blank_lines_becomes_empty(lab: Lab, stubs: Lint) -> None:
    stubs("\n \r\n")
    lab.fix("WG209")
    assert b"" == lab.read(lab.locales)
