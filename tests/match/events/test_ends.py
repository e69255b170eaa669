from __future__ import annotations

import pytest

from tests.home import ZEBRA, Home
from tests.match.events.asking import prompted, reply, told, used


@pytest.mark.parametrize(
    ("event", "values", "again"),
    [
        ("pre-compact", {"trigger": "auto"}, True),
        ("session-start", {"source": "compact"}, True),
        ("session-start", {"source": "clear"}, True),
        ("session-start", {"source": "resume"}, False),
        ("session-end", {"reason": "clear"}, True),
        ("session-end", {"reason": "prompt_input_exit"}, False),
        ("session-end", {}, False),
    ],
)
def test_what_the_agent_no_longer_knows_is_told_again(
    home: Home, event: str, values: dict[str, str], again: bool
) -> None:
    assert ZEBRA in prompted(home)
    told(home, event, **values)
    assert again is (ZEBRA in prompted(home))


def test_compacting_the_main_conversation_leaves_its_sub_agents_alone(home: Home) -> None:
    home.way("ops/push", "Small steps.", "commands: ^git push", "scope: subagent")
    inside = {"agent_id": "agent-1"}
    assert "Small steps." in used(home, "Bash", {"command": "git push"}, **inside)
    told(home, "pre-compact")
    assert "" == used(home, "Bash", {"command": "git push"}, **inside)
    told(home, "pre-compact", **inside)
    assert "Small steps." in used(home, "Bash", {"command": "git push"}, **inside)


def test_what_could_not_be_printed_is_shown_with_the_next_prompt(home: Home) -> None:
    found = reply(home, "user-prompt-submit", prompt="a zebra")
    assert "" == prompted(home)  # not before it is known that the first one failed
    found.undo()
    assert ZEBRA in prompted(home)
