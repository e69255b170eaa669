from __future__ import annotations

from typing import TYPE_CHECKING

from ways_guard.lint import collect
from ways_guard.lint.age import stale_stubs
from ways_guard.lint.coverage import Staleness
from ways_guard.lint.rules.samples import FRENCH, GERMAN, TEXT, way

if TYPE_CHECKING:
    from tests.lint.conftest import Lab


def _age(lab: Lab) -> Staleness:
    plan = collect.plan([lab.top])
    return stale_stubs(plan.repos[0], plan.tree)


def test_the_stubs_that_did_not_follow_their_way(lab: Lab) -> None:
    lab.write({lab.way: TEXT, lab.locales: GERMAN + FRENCH})
    lab.commit()
    assert Staleness() == _age(lab)
    lab.write(
        {
            lab.way: way("Writing tests that last", "test coverage"),
            lab.locales: GERMAN + FRENCH.replace("test", "t"),
        }
    )
    assert Staleness(frozenset({(lab.top / lab.way, "de")})) == _age(lab)


def test_without_git_nobody_can_tell(lab: Lab) -> None:
    lab.write({lab.way: TEXT, lab.locales: GERMAN})
    assert "this is no git repository" == _age(lab).unmeasured


def test_in_a_shallow_clone_nobody_can_tell(lab: Lab) -> None:
    lab.write({lab.way: TEXT, lab.locales: GERMAN})
    lab.commit()
    lab.commit()
    shallow = type(lab)(lab.top.with_name("shallow"), lab.gauge.cache)
    lab.git("clone", "--quiet", "--depth=1", lab.top.as_uri(), str(shallow.top))
    assert "shallow" in str(_age(shallow).unmeasured)
