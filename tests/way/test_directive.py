from __future__ import annotations

import pytest

from ways_guard.way.directive import lines_of


@pytest.mark.parametrize(
    ("text", "numbers"),
    [
        ("a\nWrite in {{output_language}}.\n", [1]),
        ("All output (commits, docs) MUST BE written in English, always.", [0]),
        ("must be in English\n\n{{output_language}}", [0, 2]),
        ("- All prose MUST be kept in **English**.\n- It must always be in English.", [0, 1]),
        ("must be in the English manner\nEnglish must be in", []),
        ("English is fine\nmust be in Englishish", []),
        ("", []),
    ],
)
def test_the_directive_is_known_however_it_is_worded(text: str, numbers: list[int]) -> None:
    assert numbers == lines_of(text)
