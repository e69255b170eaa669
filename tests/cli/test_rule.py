from __future__ import annotations

import pytest
from click.testing import CliRunner

from ways_guard.cli import group
from ways_guard.errors import WaysGuardError
from ways_guard.lint import pages, rules


@pytest.mark.parametrize("name", ["WG203", "wg203", "forbidden-key"])
def test_a_rule_is_explained(name: str) -> None:
    result = CliRunner().invoke(group, ["rule", name])
    assert (0, pages.page(rules.RULES["WG203"])) == (result.exit_code, result.output)


def test_all_rules_are_listed() -> None:
    result = CliRunner().invoke(group, ["rule", "--all"])
    assert (0, list(rules.RULES)) == (
        result.exit_code,
        [line.split()[0] for line in result.output.splitlines()],
    )


def test_no_name_and_a_wrong_one_are_errors() -> None:
    assert 2 == CliRunner().invoke(group, ["rule"]).exit_code
    wrong = CliRunner().invoke(group, ["rule", "WG999"])
    assert isinstance(wrong.exception, WaysGuardError)
