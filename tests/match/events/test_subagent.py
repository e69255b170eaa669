from __future__ import annotations

from typing import Any

import pytest

from tests.home import Home
from tests.match.events.asking import told, used

KIND = "Explore"


@pytest.fixture
def ways(home: Home) -> Home:
    home.way("animals/okapi", "Okapis hide.", "pattern: okapi", "scope: subagent")
    home.way("animals/emu", "Emus run.", "pattern: emu", "scope: subagent, agent")
    return home


def _asked(home: Home, prompt: str, kind: str | None = KIND, **values: Any) -> None:
    given = {"prompt": prompt, "description": "a task"} | ({"subagent_type": kind} if kind else {})
    assert "" == used(home, "Agent", given, **values)


def _started(home: Home, agent: str, kind: str = KIND, **values: Any) -> str:
    return told(home, "subagent-start", agent_id=agent, agent_type=kind, **values)


def test_a_sub_agent_is_told_the_ways_for_its_task(ways: Home) -> None:
    _asked(ways, "find the okapi and the zebra")
    text = _started(ways, "agent-1")
    assert "Okapis hide." in text
    assert "striped" not in text  # the zebra's way is for the main conversation
    assert "" == _started(ways, "agent-2")


def test_tasks_at_once_go_to_the_sub_agents_of_their_kind(ways: Home) -> None:
    _asked(ways, "find the okapi", "Plan")
    _asked(ways, "count emus")
    assert "Emus run." in _started(ways, "agent-1")
    assert "Okapis hide." in _started(ways, "agent-2", "Plan")


def test_each_sub_agent_is_told_for_itself(ways: Home) -> None:
    for number in range(2):
        _asked(ways, "find the okapi")
        assert "Okapis hide." in _started(ways, f"agent-{number}")
    _asked(ways, "find the okapi")
    assert "" == _started(ways, "agent-0")  # the same one, which knows it


def test_a_task_without_a_kind_is_for_the_usual_one(ways: Home) -> None:
    _asked(ways, "find the okapi", None)
    assert "Okapis hide." in _started(ways, "agent-1", "general-purpose")


def test_a_task_that_was_never_started_is_not_told_to_that_of_a_later_prompt(ways: Home) -> None:
    _asked(ways, "find the okapi", prompt_id="one")  # denied by the user
    _asked(ways, "count emus", prompt_id="two")
    text = _started(ways, "agent-1", prompt_id="two")
    assert ("Okapis hide." in text, "Emus run." in text) == (False, True)


def test_tasks_hold_nothing_that_was_written(ways: Home) -> None:
    _asked(ways, "find the okapi in the secret garden")
    (path,) = ways.state.glob("**/tasks/*.json")
    assert "secret" not in path.read_text(encoding="utf-8")
    path.write_bytes(b"{}")
    assert "" == _started(ways, "agent-1")


def test_a_state_way_for_sub_agents_is_told_to_each(ways: Home) -> None:
    ways.way("start/all", "You are one of many.", "trigger: session-start", "scope: subagent")
    assert "You are one of many." in _started(ways, "agent-1")
    assert "You are one of many." in _started(ways, "agent-2")
    assert "You are one of many." not in told(ways, "session-start", source="startup")
