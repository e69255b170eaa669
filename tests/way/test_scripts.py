from __future__ import annotations

import pytest

from ways_guard.way.languages import load_bundled
from ways_guard.way.scripts import components, count_scripts, han_forms, own_share, script_of


@pytest.mark.parametrize(
    ("character", "script"),
    [
        ("a", "Latn"),
        ("ß", "Latn"),
        ("ế", "Latn"),
        ("Ａ", "Latn"),
        ("ж", "Cyrl"),
        ("ї", "Cyrl"),
        ("λ", "Grek"),
        ("ش", "Arab"),
        ("ی", "Arab"),
        ("ש", "Hebr"),
        ("한", "Hang"),
        ("ひ", "Hira"),
        ("カ", "Kana"),
        ("ｶ", "Kana"),
        ("ー", "Kana"),
        ("漢", "Hani"),
        ("々", "Hani"),
        ("ท", "Thai"),
        ("ี", "Thai"),
        ("ह", "Deva"),
        ("ि", "Deva"),
        ("ગ", "Gujr"),
        ("հ", "Armn"),
        ("ქ", "Geor"),
        ("မ", "Mymr"),
        ("ာ", "Mymr"),
        ("বা"[0], "Beng"),
        ("அ", "Taml"),
        ("1", None),
        ("٣", None),
        ("_", None),
        ("。", None),
        ("µ", None),
        ("\u0301", None),
        ("\u200d", None),
        ("\x00", None),
        ("🙂", None),
    ],
)
def test_script_of(character: str, script: str | None) -> None:
    assert script == script_of(character)


def test_every_bundled_native_name_is_in_the_scripts_of_its_language() -> None:
    for language in load_bundled().values():
        own, letters = own_share(language.native, language)
        assert (letters, True) == (own, letters > 0), language.code


def test_vowel_signs_count_as_letters() -> None:
    assert count_scripts("हिन्दी") == {"Deva": 6}


def test_count_scripts_of_a_mixed_text() -> None:
    assert count_scripts("cargo 依存をみる 2.0!") == {"Latn": 5, "Hani": 2, "Hira": 3}


def test_count_scripts_of_no_text() -> None:
    assert count_scripts("1 + 1 = 2") == {}


@pytest.mark.parametrize(
    ("code", "scripts"),
    [
        ("Jpan", {"Hira", "Kana", "Hani"}),
        ("Kore", {"Hang", "Hani"}),
        ("Hans", {"Hani"}),
        ("Hant", {"Hani"}),
        ("Latn", {"Latn"}),
    ],
)
def test_components(code: str, scripts: set[str]) -> None:
    assert scripts == components(code)


def test_own_share_counts_every_script_of_the_language() -> None:
    languages = load_bundled()
    assert own_share("cargo 依存をみる", languages["ja"]) == (5, 10)
    assert own_share("cargo 依存をみる", languages["zh"]) == (2, 10)
    assert own_share("Српски srpski", languages["sr"]) == (12, 12)


@pytest.mark.parametrize(
    ("character", "forms"),
    [
        ("请", {"Hans"}),
        ("請", {"Hant", "Jpan", "Kore"}),
        ("検", {"Jpan"}),
        ("人", {"Hans", "Hant", "Jpan", "Kore"}),
        ("か", set()),
        ("a", set()),
    ],
)
def test_han_forms(character: str, forms: set[str]) -> None:
    assert forms == han_forms(character)
