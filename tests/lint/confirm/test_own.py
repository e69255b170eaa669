from __future__ import annotations

from ways_guard.lint.confirm.own import own


def test_words_are_sorted_by_whether_they_say_anything() -> None:
    found = own("Tests mit `pytest -q` in src/main.rs und JSON, camelCase prüfen: Tests!", "Write a test")
    assert ("mit", "in", "und", "prüfen") == found.own
    assert ("Tests",) == found.shared
    assert ("src/main.rs", "JSON", "camelCase") == found.names


def test_latin_and_native_words_part_without_a_space() -> None:
    found = own("GitHub Actions流水线 npm依赖缓存", "GitHub Actions npm pipeline")
    assert ("流水线", "依赖缓存") == found.own
    assert {"Hani": 7} == found.letters


def test_vowel_signs_belong_to_their_words() -> None:
    assert ("परीक्षण", "कोड") == own("परीक्षण, कोड", "").own
    assert {"Deva": 10} == own("परीक्षण कोड", "").letters


def test_a_word_counts_once_and_its_script_is_that_of_its_first_letter() -> None:
    found = own("тест тест Prüfung", "")
    assert {"Cyrl": ("тест",), "Latn": ("Prüfung",)} == found.by_script
