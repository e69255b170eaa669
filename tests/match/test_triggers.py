from __future__ import annotations

import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ways_guard.match import triggers


def test_a_pattern_is_searched_whatever_the_case_and_in_all_scripts() -> None:
    assert "Commit MESSAGES" == triggers.search(r"\bcommit messages?\b", "About Commit MESSAGES here")
    assert "ÜBUNG" == triggers.search("übung", "Eine ÜBUNG")
    assert "ЖУРНАЛ" == triggers.search("журнал", "Открой ЖУРНАЛ")
    assert "コミット" == triggers.search("コミット", "変更をコミットする")
    assert "é" == triggers.search(r"\p{L}$", "café")
    assert triggers.search(r"\bcommit\b", "committed") is None


@pytest.mark.parametrize(
    "pattern",
    [
        "(",
        "[",
        "a{1001}",
        "(?<!x)y",
        r"(a)\1",
        "(?=a)",
        "*",
        "[[:foo:]]",
        r"\p{Nope}",
        "\ud800",
        "\\",
        "a{9}" * 3_000,
    ],
)
def test_a_broken_pattern_matches_nothing(pattern: str) -> None:
    assert triggers.search(pattern, "a y x \ud800") is None
    assert triggers.search(pattern, "a y x") is None


def test_no_pattern_matches_nothing() -> None:
    assert triggers.search(None, "x") is None
    assert triggers.search("", "x") is None


@given(st.text(st.characters(exclude_categories=()), max_size=30), st.text(st.characters(exclude_categories=())))
def test_nothing_that_is_typed_or_authored_makes_it_fail(pattern: str, text: str) -> None:
    triggers.search(pattern, text)
    triggers.search("x", triggers.spoken(text))


@pytest.mark.parametrize(
    ("pattern", "text"),
    [
        ("(a+)+$", "a" * 50_000 + "!"),
        ("(a|aa)+$", "a" * 50_000 + "!"),
        ("(.*)*x", "a" * 50_000),
        (r"(\w+\s?)*$", "word " * 10_000 + "!"),
    ],
)
def test_no_pattern_takes_long(pattern: str, text: str) -> None:
    started = time.perf_counter()
    triggers.search(pattern, text)
    assert time.perf_counter() - started < 1


@pytest.mark.parametrize(
    ("prompt", "expected"),
    [
        ("say it", "say it"),
        ("before\n```py\ncode\n```\nafter", "before after"),
        ("before\n  ~~~\ncode ``` more\n  ~~~\nafter", "before after"),
        ("before\n```\nnever closed", "before"),
        ("use `git commit` here", "use here"),
        ("a ` alone\nand ` another", "a ` alone and ` another"),
        ("see https://example.com/commit?x=1 now", "see now"),
        ("open file:///tmp/commit.md or HTTP://X.org/commit", "open or"),
        ("git+ssh://host/commit", ""),
        ("`only` ```code``` https://and.links", ""),
        ("a ratio of 3:1 and c://", "a ratio of 3:1 and c://"),
    ],
)
def test_code_and_links_are_not_spoken(prompt: str, expected: str) -> None:
    assert expected.split() == triggers.spoken(prompt).split()


@pytest.mark.parametrize(
    "part", ["`", "```\n", "~~~ `", "a://", "a.-+", "`a\n", " ", "\n", "```a\n  ```b ", "http"]
)
def test_no_prompt_takes_long(part: str) -> None:
    started = time.perf_counter()
    triggers.spoken(part * (200_000 // len(part)))
    assert time.perf_counter() - started < 1


WORDS = ["commit", "tests?", r"\bsql\b", "über", "[", "a(?=b)", "x*", "(?i)Docs", "日本"]


@given(st.lists(st.sampled_from(WORDS), max_size=12), st.text(max_size=60), st.integers(0, 1))
def test_many_patterns_find_what_each_finds(words: list[str], text: str, many: int) -> None:
    patterns = dict(enumerate([*words, *(f"never{number}" for number in range(many * 1_500))]))
    text += " Commit ÜBER sql docs"
    expected = {number: triggers.search(pattern, text) for number, pattern in patterns.items()}
    found = triggers.Patterns(patterns).search(text)
    assert {number: match for number, match in expected.items() if match} == found
