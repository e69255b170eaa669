from __future__ import annotations

from langdetect.utils.ngram import NGram

from ways_guard.lint.confirm.grams import folded, grams
from ways_guard.way.scripts import script_of

_SHARED = ("Arab", "Cyrl", "Deva", "Latn")


def test_letters_are_folded_as_in_the_profiles() -> None:
    letters = [chr(code) for code in range(0x3000) if script_of(chr(code)) in _SHARED and chr(code).isalpha()]
    lower = [letter for letter in letters if letter.lower() == letter and letter not in "ªº"]
    assert [] == [letter for letter in lower if NGram.normalize(letter) != folded(letter)]
    assert [" "] * 4 == list(map(folded, "1-’«"))


def test_the_spaces_around_a_word_belong_to_it() -> None:
    assert ["o", "n", " o", "on", "n ", " on", "on "] == grams(["On"])
