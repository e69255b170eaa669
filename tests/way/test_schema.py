from __future__ import annotations

import json

import pytest
from jsonschema import Draft202012Validator

from ways_guard.errors import WaysGuardError
from ways_guard.way import schema


@pytest.mark.parametrize("name", schema.names())
def test_every_schema_is_one(name: str) -> None:
    Draft202012Validator.check_schema(json.loads(schema.source(name)))


def test_an_unknown_name_says_which_there_are() -> None:
    with pytest.raises(WaysGuardError, match=r"'nope'.*locale.*way"):
        schema.load("nope")
    with pytest.raises(WaysGuardError):
        schema.source("../way")


def test_strings_become_what_the_schema_asks_for() -> None:
    typed = schema.typed(
        {"threshold": "0.40", "percent": "75", "repeat": "True", "description": "12", "refire": "once"},
        schema.load("way"),
    )
    assert {"threshold": 0.4, "percent": 75, "repeat": True, "description": "12", "refire": "once"} == typed
    assert 0.5 == schema.typed("0.5", schema.properties("way")["refire"])


@pytest.mark.parametrize("value", ["yes", "0,5", "1.10.0", "nan", "inf", "1e", "", "٣"])
def test_what_is_no_number_stays_a_string(value: str) -> None:
    assert value == schema.typed(value, {"type": "number"})


def test_what_the_schema_does_not_know_stays_as_it_is() -> None:
    value = {"x-mine": {"a": ["1", {"b": "true"}]}, "vocabulary": ["1", "2"]}
    assert value == schema.typed(value, schema.load("way"))
