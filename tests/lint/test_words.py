from __future__ import annotations

import pytest

from ways_guard.lint.words import did_you_mean, plural


def test_plurals() -> None:
    assert ["0 files", "1 file", "2 files"] == [plural(count, "file") for count in range(3)]


@pytest.mark.parametrize(
    ("word", "expected"),
    [
        ("Threshold", 'did you mean "threshold"?'),
        ("treshold", 'did you mean "threshold"?'),
        ("scop", 'did you mean "scope"?'),
        ("owner", ""),
        ("", ""),
    ],
)
def test_the_nearest_known_word_is_meant_or_none(word: str, expected: str) -> None:
    assert expected == did_you_mean(word, ["threshold", "scope"])
