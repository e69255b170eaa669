from __future__ import annotations

import json

import pytest
from click.testing import CliRunner

from ways_guard.cli import group
from ways_guard.errors import WaysGuardError
from ways_guard.way import schema


@pytest.mark.parametrize("name", schema.names())
def test_a_schema_is_printed_as_it_is_shipped(name: str) -> None:
    result = CliRunner().invoke(group, ["schema", name])
    assert (0, schema.load(name)) == (result.exit_code, json.loads(result.output))


def test_without_a_name_the_names_are_listed() -> None:
    result = CliRunner().invoke(group, ["schema"])
    assert (0, schema.names()) == (result.exit_code, result.output.splitlines())


def test_a_wrong_name_is_an_error_that_says_which_there_are() -> None:
    result = CliRunner().invoke(group, ["schema", "nope"])
    assert isinstance(result.exception, WaysGuardError)
    assert "languages" in str(result.exception)
