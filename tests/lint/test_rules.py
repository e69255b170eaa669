"""Every rule against its own documentation."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import pytest

from ways_guard.errors import WaysGuardError
from ways_guard.lint import rules
from ways_guard.lint.model import Example, Rule

if TYPE_CHECKING:
    from tests.lint.conftest import Lab

_RULES = pytest.mark.parametrize("rule", rules.RULES.values(), ids=lambda rule: rule.code)


def _write(lab: Lab, rule: Rule, example: Example) -> None:
    if rule.before:
        lab.write({f"ways/{path}": text for path, text in rule.before.items()})
        lab.commit()
        for path in rule.before:
            (lab.top / "ways" / path).unlink()
    files = {**(rule.beside or {}), example.path: example.text}
    lab.write({f"ways/{path}": text for path, text in files.items()})


@_RULES
def test_the_bad_example_is_found(lab: Lab, rule: Rule) -> None:
    _write(lab, rule, rule.bad)
    assert {rule.code} & {finding.code for finding in lab.report("WG", rule.code).findings}


@_RULES
def test_the_good_example_is_clean(lab: Lab, rule: Rule) -> None:
    _write(lab, rule, rule.good)
    assert [] == lab.lines("WG", rule.code)


@_RULES
def test_the_fix_mends_the_bad_example_where_there_is_one(lab: Lab, rule: Rule) -> None:
    _write(lab, rule, rule.bad)
    assert rule.fixable == any(finding.fix and finding.fix.safe for finding in lab.report(rule.code).findings)
    lab.fix()
    assert bool(lab.lines(rule.code)) != rule.fixable


@_RULES
def test_a_rule_is_documented(rule: Rule) -> None:
    assert re.fullmatch(r"WG\d{3}", rule.code)
    assert re.fullmatch(r"[a-z]+(-[a-z]+)*", rule.name)
    for text in (rule.what, rule.why, rule.how):
        assert re.fullmatch(r"\S.*[.)]", text)


def test_names_are_unique_and_codes_in_order() -> None:
    assert len(rules.RULES) == len({rule.name for rule in rules.RULES.values()})
    assert sorted(rules.RULES) == list(rules.RULES)


def test_rules_are_selected_by_code_or_prefix() -> None:
    chosen = [rule.code for rule in rules.selected(["WG20", "WG101"], ["WG202", "WG205"])]
    assert ["WG101", "WG201", "WG203", "WG204", "WG206", "WG207", "WG208", "WG209"] == chosen
    on = [code for code, rule in rules.RULES.items() if rule.default]
    assert on == [rule.code for rule in rules.selected()]


def test_a_rule_that_is_off_by_default_runs_when_its_whole_code_is_selected() -> None:
    assert "WG112" not in {rule.code for rule in rules.selected(["WG11"])}
    assert {"WG111", "WG112"} <= {rule.code for rule in rules.selected(["WG11", "WG112"])}
    assert [] == rules.selected(["WG112"], ["WG1"])


def test_rules_that_need_a_model_run_when_their_family_is_selected() -> None:
    semantic = [code for code, rule in rules.RULES.items() if rule.needs_model]
    assert semantic == [rule.code for rule in rules.selected(["WG7"])]
    assert semantic[1:] == [rule.code for rule in rules.selected(["WG70"], semantic[:1])]
    assert not {rule.code for rule in rules.selected(["WG"])} & set(semantic)
    assert semantic[:1] == [rule.code for rule in rules.selected(["WG", semantic[0]]) if rule.needs_model]


@pytest.mark.parametrize("prefix", ["WG9", "", "forbidden-key", "wg203"])
def test_a_prefix_that_selects_nothing_is_an_error(prefix: str) -> None:
    with pytest.raises(WaysGuardError, match="no rule has the code or prefix"):
        rules.selected([prefix])
    with pytest.raises(WaysGuardError):
        rules.selected([], [prefix])


def test_a_rule_is_found_by_code_and_by_name() -> None:
    assert "WG203" == rules.find("wg203").code == rules.find("Forbidden-Key").code
    with pytest.raises(WaysGuardError, match="there is no rule 'WG2'"):
        rules.find("WG2")
