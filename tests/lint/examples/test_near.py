from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from ways_guard.lint.examples import near, place
from ways_guard.lint.rules.samples import way
from ways_guard.way.load import Example

if TYPE_CHECKING:
    from tests.lint.conftest import Lab

pytestmark = pytest.mark.engine
_FILES = {
    "ways/code/tests/tests.md": way("Writing automated tests for code", "test coverage assertion pytest"),
    "ways/code/tests/unit/unit.md": way("Writing unit tests of one function", "unit test function"),
    "ways/code/reviews/reviews.md": way("Reviewing what somebody else changed", "review pull request comment"),
    "ways/cooking/bread/bread.md": way("Baking bread with sourdough", "bread flour oven dough"),
    "ways/cooking/bread/bread.examples.jsonl": '{"prompt": "my loaf came out of the oven flat"}\n',
    "ways/start/start.md": "---\ntrigger: session-start\n---\nRead the tickets.\n",
}


def _find(lab: Lab, name: str) -> place.Place:
    lab.write(_FILES)
    return place.find(lab.top, name)


def _rivals(lab: Lab, *prompts: str, name: str = "code/tests") -> list[str | None]:
    found = _find(lab, name)
    examples = [Example("en", prompt, Path("x"), number) for number, prompt in enumerate(prompts)]
    return near.rivals(lab.gauge, found.way, found.ways, examples)


def test_the_nearest_ways_come_first_and_those_without_text_never(lab: Lab) -> None:
    found = _find(lab, "code/tests")
    ids = [one.id for one in near.neighbours(lab.gauge, found.way, found.ways, 3)]
    assert ("code/tests/unit", {"code/reviews", "cooking/bread"}) == (ids[0], set(ids[1:]))
    stateful = _find(lab, "start")
    assert [] == near.neighbours(lab.gauge, stateful.way, stateful.ways, 3)


def test_a_prompt_that_another_way_is_for_is_told_with_that_way(lab: Lab) -> None:
    own, other = "write a pytest test for this", "how long does bread dough have to rise before I bake it"
    assert [None, "cooking/bread"] == _rivals(lab, own, other)


def test_a_child_is_no_rival(lab: Lab) -> None:
    assert [None] == _rivals(lab, "write a unit test of this one function")


def test_a_way_without_text_has_its_new_examples_alone_to_be_near_to(lab: Lab) -> None:
    tickets = ("which tickets are open", "which of the open tickets comes next")
    assert [None] == _rivals(lab, "bake a bread with sourdough", name="start")
    assert [None, None, "cooking/bread"] == _rivals(lab, *tickets, "bake a bread with sourdough", name="start")
