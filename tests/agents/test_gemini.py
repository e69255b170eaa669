from __future__ import annotations

from pathlib import Path, PurePosixPath
from typing import Any

import pytest

from ways_guard.agents import gemini

# As docs/hooks/reference.md of google-gemini/gemini-cli has them.
COMMON = {
    "session_id": "6e0f",
    "transcript_path": "/home/jo/.gemini/tmp/chats/session.json",
    "cwd": "/repo",
    "timestamp": "2026-11-30T12:00:00.000Z",
}


def test_the_hooks_are_among_its_settings(tmp_path: Path) -> None:
    home = {"HOME": str(tmp_path), "USERPROFILE": str(tmp_path)}
    assert tmp_path / ".gemini" == gemini.config_dir(home)
    assert tmp_path / ".gemini/settings.json" == gemini.settings_path("user", tmp_path / ".gemini", tmp_path)
    assert tmp_path / "p/.gemini/settings.json" == gemini.settings_path("project", tmp_path, tmp_path / "p")


def test_the_entries_have_names_and_limits_in_milliseconds() -> None:
    entries = gemini.hook_entries(PurePosixPath("/opt/ways-guard-hook"))
    assert [(entry.event, entry.matcher, entry.handler["name"], entry.handler["timeout"]) for entry in entries] == [
        ("SessionStart", None, "ways-guard-session-start", 10_000),
        ("BeforeAgent", None, "ways-guard-user-prompt-submit", 10_000),
        ("AfterTool", "run_shell_command|write_file|replace", "ways-guard-pre-tool-use", 5_000),
        ("PreCompress", None, "ways-guard-pre-compact", 5_000),
    ]
    assert '"/opt/ways-guard-hook" user-prompt-submit --agent gemini' == entries[1].command


@pytest.mark.parametrize(
    "payload",
    [
        COMMON | {"hook_event_name": "SessionStart", "source": "startup"},
        COMMON | {"hook_event_name": "BeforeAgent", "prompt": "paint a zebra"},
        COMMON | {"hook_event_name": "PreCompress", "trigger": "auto"},
        COMMON | {"hook_event_name": "AfterTool", "tool_name": "read_file", "tool_input": {"file_path": "/a"}},
        COMMON | {"hook_event_name": "AfterTool", "tool_name": 7},
        {},
    ],
)
def test_payloads_are_those_of_claude_code(payload: dict[str, Any]) -> None:
    assert payload == gemini.decode(payload)


@pytest.mark.parametrize(
    ("own", "ours"), [("run_shell_command", "Bash"), ("write_file", "Write"), ("replace", "Edit")]
)
def test_its_tools_have_names_of_their_own(own: str, ours: str) -> None:
    sent = COMMON | {"hook_event_name": "AfterTool", "tool_name": own, "tool_input": {"command": "ls"}}
    assert sent | {"tool_name": ours} == gemini.decode(sent)


def test_an_answer_names_the_event_as_it_does() -> None:
    expected = {"hookSpecificOutput": {"hookEventName": "BeforeAgent", "additionalContext": "x"}}
    assert expected == gemini.encode("user-prompt-submit", "x")
