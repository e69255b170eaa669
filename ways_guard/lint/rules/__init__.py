"""The rules, one module each; adding one is a module and a line here."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from ways_guard.errors import WaysGuardError
from ways_guard.lint.model import SEMANTIC, Rule
from ways_guard.lint.rules import (
    wg001,
    wg002,
    wg003,
    wg004,
    wg005,
    wg101,
    wg102,
    wg103,
    wg104,
    wg105,
    wg106,
    wg107,
    wg108,
    wg109,
    wg110,
    wg111,
    wg112,
    wg113,
    wg201,
    wg202,
    wg203,
    wg204,
    wg205,
    wg206,
    wg207,
    wg208,
    wg209,
    wg210,
    wg211,
    wg212,
    wg213,
    wg301,
    wg302,
    wg303,
    wg304,
    wg401,
    wg402,
    wg501,
    wg503,
    wg504,
    wg601,
    wg602,
    wg603,
    wg701,
    wg702,
    wg703,
    wg704,
    wg705,
    wg801,
)

RULES: Mapping[str, Rule] = {
    rule.code: rule
    for rule in (
        wg001.RULE,
        wg002.RULE,
        wg003.RULE,
        wg004.RULE,
        wg005.RULE,
        wg101.RULE,
        wg102.RULE,
        wg103.RULE,
        wg104.RULE,
        wg105.RULE,
        wg106.RULE,
        wg107.RULE,
        wg108.RULE,
        wg109.RULE,
        wg110.RULE,
        wg111.RULE,
        wg112.RULE,
        wg113.RULE,
        wg201.RULE,
        wg202.RULE,
        wg203.RULE,
        wg204.RULE,
        wg205.RULE,
        wg206.RULE,
        wg207.RULE,
        wg208.RULE,
        wg209.RULE,
        wg210.RULE,
        wg211.RULE,
        wg212.RULE,
        wg213.RULE,
        wg301.RULE,
        wg302.RULE,
        wg303.RULE,
        wg304.RULE,
        wg401.RULE,
        wg402.RULE,
        wg501.RULE,
        wg503.RULE,
        wg504.RULE,
        wg601.RULE,
        wg602.RULE,
        wg603.RULE,
        wg701.RULE,
        wg702.RULE,
        wg703.RULE,
        wg704.RULE,
        wg705.RULE,
        wg801.RULE,
    )
}


def selected(select: Sequence[str] = (), ignore: Sequence[str] = ()) -> list[Rule]:
    """The rules to run: those whose code starts with one of `select` (none: all) and with none of `ignore`.

    A rule that is not on by default runs where `select` has its whole code, one that needs a model where it has
    its family (`WG7`) too. Raises WaysGuardError for a code or prefix that no rule has.
    """
    for prefix in (*select, *ignore):
        if not is_known(prefix):
            raise WaysGuardError(f"no rule has the code or prefix '{prefix}': see ways-guard rule --all")
    return [
        rule
        for code, rule in RULES.items()
        if (not select or code.startswith(tuple(select))) and not (ignore and code.startswith(tuple(ignore)))
        if rule.default
        or code in select
        or any(code.startswith(prefix) for prefix in select if is_semantic(prefix))
    ]


def is_semantic(prefix: str) -> bool:
    """Whether a code or prefix names rules that need a model, and none but those."""
    return prefix.startswith(SEMANTIC)


def is_known(prefix: str) -> bool:
    """Whether a rule has that code, or one that starts so."""
    return bool(prefix) and any(code.startswith(prefix) for code in RULES)


def find(code: str) -> Rule:
    """The rule with that code or name; WaysGuardError where there is none."""
    for rule in RULES.values():
        if code.upper() == rule.code or code.lower() == rule.name:
            return rule
    raise WaysGuardError(f"there is no rule '{code}': see ways-guard rule --all")
