from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from tests.home import Home
from tests.match.events.asking import used
from ways_guard.match.events.tool import spellings


@pytest.fixture
def ways(home: Home) -> Home:
    home.way("ops/push", "Push in small steps.", r"commands: ^git push\b")
    home.way("code/python", "Type everything.", r"files: ^src/.*\.py$")
    home.way("code/all", "For each file.", r"files: /src/", "scope: agent, subagent")
    return home


@pytest.mark.parametrize("tool", ["Bash", "PowerShell"])
def test_a_command_brings_its_way_once(ways: Home, tool: str) -> None:
    assert "Push in small steps." in used(ways, tool, {"command": "git push --force"})
    assert "" == used(ways, tool, {"command": "git push --force"})
    assert "" == used(ways, tool, {"command": "git pull && echo git push"}, session_id="2")


@pytest.mark.parametrize("tool", ["Edit", "Write", "MultiEdit", "NotebookEdit"])
def test_a_file_brings_its_ways_by_its_path_from_the_project_or_whole(ways: Home, tool: str) -> None:
    field = "notebook_path" if tool == "NotebookEdit" else "file_path"
    text = used(ways, tool, {field: str(ways.project / "src/a.py")})
    assert "Type everything." in text
    assert "For each file." in text
    other = used(ways, tool, {field: "/elsewhere/src/a.py"}, session_id="2")
    assert ("Type everything." in other, "For each file." in other) == (False, True)


def test_a_sub_agents_tools_do_not_use_up_the_ways_of_the_main_conversation(ways: Home) -> None:
    given = {"file_path": str(ways.project / "src/a.py")}
    inside = used(ways, "Edit", given, agent_id="agent-1", agent_type="Explore")
    assert ("Type everything." in inside, "For each file." in inside) == (False, True)  # by their scopes
    main = used(ways, "Edit", given)
    assert ("Type everything." in main, "For each file." in main) == (True, True)


@pytest.mark.parametrize(
    ("tool", "given"),
    [
        ("Read", {"file_path": "/x/src/a.py"}),
        ("Bash", {"command": ["git push"]}),
        ("Bash", "git push"),
        ("Bash", {}),
        ("Edit", {"file_path": None}),
        ("Edit", {"file_path": ""}),
        (7, {"command": "git push"}),
        ("Agent", {}),
        ("Agent", {"prompt": 7}),
    ],
)
def test_what_is_no_use_of_a_tool_for_ways_gets_no_answer(ways: Home, tool: Any, given: Any) -> None:
    assert "" == used(ways, tool, given)


@pytest.mark.parametrize(
    ("path", "expected"),
    [
        ("/work/p/src/a.py", ["src/a.py", "/work/p/src/a.py"]),
        ("/work/pp/a.py", ["/work/pp/a.py"]),
        ("C:\\Users\\Jo Doe\\p\\a.py", ["C:/Users/Jo Doe/p/a.py"]),
        ("/odd\\name/a.py", ["/odd\\name/a.py"]),
        ("", []),
    ],
)
def test_paths_are_tried_from_the_project_and_whole(path: str, expected: list[str]) -> None:
    assert expected == spellings(path, Path("/work/p"))
