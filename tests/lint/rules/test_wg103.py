from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from tests.lint.conftest import Lab

Lint = Callable[..., list[str]]


@pytest.mark.parametrize(
    ("yaml", "finding"),
    [
        ("treshold: 0.4", '2:1: WG103 unknown field "treshold": did you mean "threshold"?'),
        ("Scope: agent", '2:1: WG103 unknown field "Scope": did you mean "scope"?'),
        ("when:\n  projekt: x", '3:3: WG103 unknown field "projekt": did you mean "project"?'),
        ("threshold: high", '2:12: WG103 "threshold" must be a number'),
        ("threshold: [0.4]", '2:12: WG103 "threshold" must be a number'),
        ("percent: 101", '2:10: WG103 "percent" must be a number from 1 to 100'),
        (
            "refire: often",
            '2:9: WG103 "refire" must be a number from 0 to 1 or one of once, rare, normal, frequent',
        ),
        ("repeat: yes", '2:9: WG103 "repeat" must be true or false'),
        ("macro: before", '2:8: WG103 "macro" must be one of prepend, append'),
        (
            "trigger: [a]",
            '2:10: WG103 "trigger" must be one of session-start, file-exists, context-threshold',
        ),
        ("scope: agents", '2:8: WG103 "scope" must be a comma list of agent, subagent, teammate'),
        ("vocabulary: {a: b}", '2:13: WG103 "vocabulary" must be text or a list of text'),
        ("pattern:\n  - a", '3:3: WG103 "pattern" must be text'),
        ("when: x", '2:7: WG103 "when" must be a mapping with project, file_exists'),
        ("when:\n  project: [x]", '3:12: WG103 "project" must be text'),
        ("description:", '2:1: WG103 "description" is empty: give it text, or remove it'),
        ("macro:", '2:1: WG103 "macro" is empty: give it one of prepend, append, or remove it'),
    ],
)
def test_a_field_is_found_with_its_place_and_what_to_do(way: Lint, yaml: str, finding: str) -> None:
    assert [finding] == way(f"---\n{yaml}\n---\nBody.\n", "WG103")


def test_an_unknown_field_like_no_other_says_what_there_is(way: Lint) -> None:
    (line,) = way("---\nowner: me\n---\n", "WG103")
    assert (
        '2:1: WG103 unknown field "owner": remove it, or call it "x-owner" if it is your own; known are d' in line
    )


def test_all_that_is_wrong_is_found_at_once_in_order(way: Lint) -> None:
    found = way("---\nfoo1: 1\nrepeat: maybe\nwhen:\n  bar: 1\n---\n", "WG103")
    assert ["2:1", "3:9", "5:3"] == [line.split(": ")[0] for line in found]


@pytest.mark.parametrize(
    "yaml",
    [
        "description: no\nvocabulary: [a, b]\nthreshold: 2.0\nscope: agent , subagent",
        "trigger: context-threshold\nthreshold: 75\nrepeat: true\nmacro: prepend",
        "refire: 0.4\nwhen: {project: ~/x, file_exists: Makefile}\nx-anything: [1, {a: b}]",
        "refire: rare\nredisclose: 10\npercent: 80\npattern: 12",
    ],
)
def test_what_is_right_is_left_alone(way: Lint, yaml: str) -> None:
    assert [] == way(f"---\n{yaml}\n---\n", "WG103")


def test_overrides_checks_and_core_are_looked_at_and_other_pages_are_not(lab: Lab) -> None:
    text = "---\ntreshold: 1\n---\n"
    names = ["code/tests/tests.check.md", "code/tests/tests.de.md", "core.md"]
    lab.write({f"ways/{name}": text for name in [*names, "page.md", "code/tests/notes.md"]})
    assert [f"ways/{name}" for name in names] == [line.split(":")[0] for line in lab.lines("WG103")]
