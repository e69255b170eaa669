"""The rules, one module each; adding one is a module and a line here."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from ways_guard.errors import WaysGuardError
from ways_guard.lint.model import Rule
from ways_guard.lint.rules import (
    wg001,
    wg101,
    wg102,
    wg103,
    wg201,
    wg202,
    wg203,
    wg204,
    wg205,
    wg206,
    wg207,
    wg208,
    wg209,
    wg301,
)

RULES: Mapping[str, Rule] = {
    rule.code: rule
    for rule in (
        wg001.RULE,
        wg101.RULE,
        wg102.RULE,
        wg103.RULE,
        wg201.RULE,
        wg202.RULE,
        wg203.RULE,
        wg204.RULE,
        wg205.RULE,
        wg206.RULE,
        wg207.RULE,
        wg208.RULE,
        wg209.RULE,
        wg301.RULE,
    )
}


def selected(select: Sequence[str] = (), ignore: Sequence[str] = ()) -> list[Rule]:
    """The rules to run: those whose code starts with one of `select` (none: all) and with none of `ignore`.

    Raises WaysGuardError for a code or prefix that no rule has.
    """
    for prefix in (*select, *ignore):
        if not prefix or not any(code.startswith(prefix) for code in RULES):
            raise WaysGuardError(f"no rule has the code or prefix '{prefix}': see ways-guard rule --all")
    return [
        rule
        for code, rule in RULES.items()
        if (not select or code.startswith(tuple(select))) and not (ignore and code.startswith(tuple(ignore)))
    ]


def find(code: str) -> Rule:
    """The rule with that code or name; WaysGuardError where there is none."""
    for rule in RULES.values():
        if code.upper() == rule.code or code.lower() == rule.name:
            return rule
    raise WaysGuardError(f"there is no rule '{code}': see ways-guard rule --all")
