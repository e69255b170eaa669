from __future__ import annotations

import pytest

from ways_guard.way.regex import RegexError, compiled


def test_a_regex_ignores_case_in_every_script() -> None:
    assert compiled("straße|тест").search("ein ТЕСТ")
    assert not compiled(r"\btest\b").search("testing")


@pytest.mark.parametrize(
    ("pattern", "message", "construct"),
    [("a(?=b)", "invalid perl operator", "(?="), ("a**", "bad repetition operator", "**"), ("(", "missing )", "(")],
)
def test_a_refused_regex_says_what_it_stumbled_over(pattern: str, message: str, construct: str) -> None:
    with pytest.raises(RegexError) as raised:
        compiled(pattern)
    assert (message, construct) == (raised.value.message, raised.value.construct)
