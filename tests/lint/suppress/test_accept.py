from __future__ import annotations

import json
from pathlib import Path

import pytest

from ways_guard.lint.suppress import accept
from ways_guard.lint.suppress.model import Collected, Problem, Suppression
from ways_guard.way.text import Span

_PATH = Path("ways.json")


def _read(text: str) -> Collected:
    found = Collected()
    accept.read(_PATH, text, ("WG103", "WG301"), found)
    return found


def test_entries_are_read_with_their_place() -> None:
    text = '{"lint": {"accept": [\n  {"rule": "WG301", "path": "ways/*", "language": "ja", "reason": "names"}\n]}}'
    place = Span(2, 3, 2, len(text.splitlines()[1]) + 1)
    assert Collected([Suppression("WG301", _PATH, place, "ways/*", "ja")]) == _read(text)


def test_a_rule_that_is_none_is_a_problem_at_its_name() -> None:
    text = '{"lint": {"accept": [{"rule": "WG3O1", "path": "*", "reason": "x"}]}}'
    start = text.index('"WG3O1"') + 1
    message = 'no rule has the code "WG3O1": did you mean "WG301"?'
    assert [Problem(_PATH, Span(1, start, 1, start + 7), message)] == _read(text).problems


@pytest.mark.parametrize(
    "entry",
    [
        {"rule": "WG103", "path": "*"},
        {"rule": "WG103", "path": "*", "reason": " "},
        {"rule": "WG103", "reason": "x"},
        {"path": "*", "reason": "x"},
        {"rule": ["WG103"], "path": "*", "reason": "x"},
        "WG103",
    ],
)
def test_an_entry_that_the_schema_refuses_counts_for_nothing(entry: object) -> None:
    assert Collected() == _read(json.dumps({"lint": {"accept": [entry]}}))


@pytest.mark.parametrize("text", ["", "{", "[]", "{}", '{"lint": 1}', '{"lint": {"accept": {}}}'])
def test_without_entries_there_is_nothing(text: str) -> None:
    assert Collected() == _read(text)
