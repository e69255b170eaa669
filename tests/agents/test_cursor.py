from __future__ import annotations

from pathlib import Path, PurePosixPath
from typing import Any

import pytest

from ways_guard.agents import cursor

# As cursor.com/docs/hooks has them.
COMMON = {
    "conversation_id": "c-1",
    "generation_id": "g-1",
    "model": "composer",
    "cursor_version": "2.9.1",
    "workspace_roots": ["/repo", "/other"],
    "user_email": None,
    "transcript_path": None,
}


def test_the_hooks_have_a_file_of_their_own(tmp_path: Path) -> None:
    home = {"HOME": str(tmp_path), "USERPROFILE": str(tmp_path)}
    assert tmp_path / ".cursor" == cursor.config_dir(home)
    assert tmp_path / ".cursor/hooks.json" == cursor.settings_path("user", tmp_path / ".cursor", tmp_path)
    assert tmp_path / "p/.cursor/hooks.json" == cursor.settings_path("project", tmp_path, tmp_path / "p")


def test_the_entries_have_no_type() -> None:
    entries = cursor.hook_entries(PurePosixPath("/opt/ways-guard-hook"))
    program = '"/opt/ways-guard-hook"'
    assert [(entry.event, entry.matcher, dict(entry.handler)) for entry in entries] == [
        (event, matcher, {"command": f"{program} {name} --agent cursor", "timeout": seconds})
        for event, matcher, name, seconds in [
            ("sessionStart", None, "session-start", 10),
            ("beforeSubmitPrompt", None, "user-prompt-submit", 10),
            ("postToolUse", "Shell|Write", "pre-tool-use", 5),
            ("preCompact", None, "pre-compact", 5),
        ]
    ]


@pytest.mark.parametrize(
    ("sent", "known"),
    [
        ({"hook_event_name": "sessionStart", "session_id": "c-1", "composer_mode": "agent"}, {}),
        ({"hook_event_name": "beforeSubmitPrompt", "prompt": "paint a zebra", "attachments": []}, {}),
        ({"hook_event_name": "beforeSubmitPrompt", "cwd": ""}, {}),
        ({"hook_event_name": "beforeSubmitPrompt", "cwd": "/deep"}, {"cwd": "/deep"}),
        (
            {"hook_event_name": "postToolUse", "tool_name": "Shell", "tool_input": {"command": "ls"}},
            {"tool_name": "Bash", "tool_input": {"command": "ls", "file_path": ""}},
        ),
        (
            {"tool_name": "Write", "tool_input": {"path": "/repo/a.py", "content": "x"}},
            {"tool_input": {"path": "/repo/a.py", "content": "x", "file_path": "/repo/a.py"}},
        ),
        (
            {"tool_name": "Write", "tool_input": {"file_path": "/repo/a.py"}},
            {"tool_input": {"file_path": "/repo/a.py"}},
        ),
        ({"tool_name": "Write", "tool_input": '{"path": 7}'}, {}),
    ],
)
def test_conversation_folder_tool_and_file_are_where_claude_code_has_them(
    sent: dict[str, Any], known: dict[str, Any]
) -> None:
    expected = COMMON | sent | {"session_id": "c-1", "cwd": "/repo"} | known
    assert expected == cursor.decode(COMMON | sent)


@pytest.mark.parametrize("roots", [None, [], "/repo", [None], {}])
def test_without_a_conversation_or_a_folder_it_stays_empty(roots: Any) -> None:
    assert {"workspace_roots": roots, "cwd": ""} == cursor.decode({"workspace_roots": roots})


def test_an_answer_is_flat_and_lets_the_prompt_go_on() -> None:
    assert {"additional_context": "x"} == cursor.encode("session-start", "x")
    assert {"continue": True, "additional_context": "x"} == cursor.encode("user-prompt-submit", "x")
