from __future__ import annotations

import re
from typing import TYPE_CHECKING

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

if TYPE_CHECKING:
    from tests.lint.conftest import Lab

_WAY = "---\ndescription: Writing tests\nvocabulary: test\ntreshold: 0.4\nweight: 3\n---\nBody.\n"
_STUBS = (
    '{"lang":"de","description":"Tests","vocabulary":"Test","note":1}\n'
    '{"lang":"fr","description":"","vocabulary":"test","note":1}\n'
)


def _prints(lab: Lab, *codes: str) -> list[str]:
    return [finding.fingerprint for finding in lab.report(*(codes or ("WG103", "WG202"))).findings]


@pytest.fixture(autouse=True)
def _files(lab: Lab) -> None:
    lab.write({lab.way: _WAY, lab.locales: _STUBS})


def test_every_finding_has_one_of_its_own(lab: Lab) -> None:
    found = _prints(lab)
    assert (5, 5) == (len(found), len(set(found)))
    assert all(re.fullmatch("[0-9a-f]{32}", each) for each in found)


def test_it_stays_when_lines_move(lab: Lab) -> None:
    before = set(_prints(lab))
    moved = "".join(reversed(_STUBS.splitlines(keepends=True)))
    lab.write({lab.way: _WAY.replace("---\nd", "---\n# new\n\nd"), lab.locales: "\n" + moved})
    assert before == set(_prints(lab))


def test_it_stays_when_something_else_on_the_line_changes(lab: Lab) -> None:
    before = _prints(lab)
    lab.write({lab.locales: _STUBS.replace("Tests", "Andere Tests"), lab.way: _WAY.replace("0.4", "0.5")})
    assert before == _prints(lab)


def test_it_changes_with_what_the_finding_points_at(lab: Lab) -> None:
    before = _prints(lab, "WG103")
    lab.write({lab.way: _WAY.replace("treshold", "thresh")})
    after = _prints(lab, "WG103")
    assert (False, True) == (before[0] == after[0], before[1] == after[1])


def test_it_hangs_on_the_path_and_not_on_where_the_repo_lies(lab: Lab) -> None:
    before = _prints(lab)
    moved = lab.top.with_name("moved")
    lab.top.rename(moved)
    lab.top = moved
    assert before == _prints(lab)
    (moved / "ways/code").rename(moved / "ways/other")
    assert not set(before) & set(_prints(lab))


def test_equal_findings_are_numbered(lab: Lab) -> None:
    line = '{"lang":"de","description":"d","vocabulary":"v","note":1}\n'
    lab.write({lab.locales: line})
    one = _prints(lab, "WG202")
    lab.write({lab.locales: line + line})
    two = _prints(lab, "WG202")
    assert (one[0], 2) == (two[0], len(set(two)))


def test_what_points_at_nothing_is_told_apart_by_its_message_but_for_numbers(lab: Lab) -> None:
    lab.write({lab.locales: '{"lang":"de"}\n'})
    assert 2 == len(set(_prints(lab, "WG202")))


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture], deadline=None, max_examples=50)
@given(line=st.text(st.characters(exclude_categories=["Cs"])))
def test_any_line_has_one(lab: Lab, line: str) -> None:
    lab.write({lab.locales: line, lab.way: _WAY + line})
    found = _prints(lab, "WG0", "WG1", "WG2")
    assert len(found) == len(set(found))
