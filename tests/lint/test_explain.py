from __future__ import annotations

import pytest

from ways_guard.lint.explain import Problem, problems, words
from ways_guard.way import schema


def test_a_good_value_has_no_problems() -> None:
    assert [] == list(problems({"lint": {"select": ["WG2"], "strict": True}, "bundled": False}, "ways"))


def test_problems_carry_the_path_to_them() -> None:
    found = list(problems({"lint": {"strikt": True}, "max_ways": 0, "disabled": ["a", 1]}, "ways"))
    assert {
        Problem(("lint", "strikt"), True, 'unknown field "strikt": did you mean "strict"?'),
        Problem(("max_ways",), False, '"max_ways" must be a whole number of at least 1'),
        Problem(("disabled", 1), False, '"disabled" must be text'),
    } == set(found)


def test_a_value_that_breaks_several_rules_is_one_problem() -> None:
    assert 1 == len(list(problems({"trigger": ["x"]}, "way")))


def test_what_is_missing_is_named() -> None:
    entry = {"rule": "WG103", "because": "x"}
    assert {
        Problem(("lint", "accept", 0), False, '"path" is missing: add it'),
        Problem(("lint", "accept", 0), False, '"reason" is missing: add it'),
        Problem(
            ("lint", "accept", 0, "because"),
            True,
            'unknown field "because": remove it; known are rule, path, language, reason',
        ),
    } == set(problems({"lint": {"accept": [entry]}}, "ways"))


def test_free_keys_are_free() -> None:
    assert [] == list(problems({"x-a": object()}, "way"))
    assert [] == list(problems({"_comment": "x", "languages": {}}, "languages"))


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ("vocabulary", "text or a list of text"),
        ("percent", "a number from 1 to 100"),
        ("repeat", "true or false"),
        ("macro", "one of prepend, append"),
        ("when", "a mapping with project, file_exists"),
    ],
)
def test_a_schema_in_words(name: str, expected: str) -> None:
    assert expected == words(schema.properties("way")[name])


@pytest.mark.parametrize("name", schema.properties("way"))
def test_every_field_of_a_way_can_be_put_into_words(name: str) -> None:
    assert words(schema.properties("way")[name])
