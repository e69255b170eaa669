from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from tests.home import Home
from ways_guard.agents import AGENTS
from ways_guard.match import gates, runtime
from ways_guard.match.events import as_it_stands
from ways_guard.match.replay import replay


def _user(text: Any, **values: Any) -> Mapping[str, Any]:
    return {"type": "user", "message": {"role": "user", "content": text}, **values}


def _tool(name: str, given: Any, **values: Any) -> Mapping[str, Any]:
    block = {"type": "tool_use", "name": name, "input": given}
    return {"type": "assistant", "message": {"content": [{"type": "text", "text": "zebra"}, block]}, **values}


def _told(home: Home, *records: Mapping[str, Any]) -> list[tuple[int, str, list[str], list[str]]]:
    scene = runtime.scene(AGENTS["claude-code"], home.environ, home.project)
    outcomes = replay(
        records,
        as_it_stands(scene),
        lambda who: lambda entry: gates.open_for(entry.trigger, scene, who),
        home.project,
        200_000,
    )
    return [
        (one.step.line, one.step.kind, [verdict.entry.id for verdict in one.fired], list(one.shown))
        for one in outcomes
    ]


ZEBRA = ["animals/zebra"]


def test_prompts_fire_what_they_would_have_fired(home: Home) -> None:
    records = [
        {"type": "summary", "summary": "zebra"},
        _user("paint a zebra"),
        _user([{"type": "text", "text": "another zebra"}, {"type": "image"}]),
        _user([{"type": "tool_result", "content": "zebra"}]),
        _user("zebra", isMeta=True),
        _user("zebra", isCompactSummary=True),
        _user("ok"),
        _user("a horse"),
        {"type": "system", "subtype": "compact_boundary"},
        _user("zebra again"),
    ]
    assert [
        (2, "prompt", ZEBRA, ZEBRA),
        (3, "prompt", ZEBRA, []),
        (8, "prompt", [], []),
        (10, "prompt", ZEBRA, ZEBRA),
    ] == _told(home, *records)


def test_tools_fire_by_their_fields_and_sub_agents_for_themselves(home: Home) -> None:
    home.way("ops/push", "Push.", "commands: ^git push", "scope: agent, subagent")
    home.way("code/py", "Type.", r"files: ^a\.py$")
    push, edited = {"command": "git push"}, {"file_path": str(home.project / "a.py")}
    told = _told(
        home,
        _tool("Bash", push),
        _tool("Bash", push, isSidechain=True),
        _tool("Edit", edited),
        _tool("Edit", edited, isSidechain=True),
        _tool("Read", edited),
        _tool("Bash", {"command": 7}),
        _tool("Bash", "git push"),
    )
    ids = [(line, fired, shown) for line, _, fired, shown in told]
    assert [
        (1, ["ops/push"], ["ops/push"]),
        (2, ["ops/push"], ["ops/push"]),
        (3, ["code/py"], ["code/py"]),
        (4, [], []),
    ] == ids


def test_ways_show_again_as_the_window_fills(home: Home) -> None:
    def filled(tokens: int) -> Mapping[str, Any]:
        return {"type": "assistant", "message": {"content": [], "usage": {"input_tokens": tokens}}}

    records = [_user("a zebra"), filled(20_000), _user("a zebra"), filled(60_000), _user("a zebra")]
    assert [ZEBRA, [], ZEBRA] == [shown for *_, shown in _told(home, *records)]


def test_odd_records_are_passed_over(home: Home) -> None:
    odd: list[Any] = [{}, {"type": "user"}, {"type": "user", "message": 7}, _user(None), _user([7, None, "zebra"])]
    assert [] == _told(home, *odd, {"type": "assistant", "message": {"content": [7, {"type": "tool_use"}]}})
