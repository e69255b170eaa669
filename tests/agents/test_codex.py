from __future__ import annotations

from pathlib import Path, PurePosixPath
from typing import Any

import pytest

from ways_guard.agents import codex

# As the schemas in openai/codex have them.
COMMON = {
    "session_id": "0199",
    "turn_id": "7",
    "transcript_path": None,
    "cwd": "/repo",
    "model": "gpt-5",
    "permission_mode": "default",
}
PATCH = """*** Begin Patch
*** Add File: docs/new page.md
+*** Delete File: not a header
*** Update File: src/a.py
*** Move to: src/b.py
@@
-x
+y
*** Delete File: /elsewhere/c.py
*** Update File: src/a.py
*** End Patch"""


def test_the_config_folder_is_codex_home(tmp_path: Path) -> None:
    home = {"HOME": str(tmp_path), "USERPROFILE": str(tmp_path)}
    assert tmp_path / ".codex" == codex.config_dir({**home, "CODEX_HOME": ""})
    assert tmp_path / "c" == codex.config_dir({**home, "CODEX_HOME": str(tmp_path / "c")})
    assert tmp_path / "c/hooks.json" == codex.settings_path("user", tmp_path / "c", tmp_path)
    assert tmp_path / "p/.codex/hooks.json" == codex.settings_path("project", tmp_path / "c", tmp_path / "p")


def test_the_entries() -> None:
    entries = codex.hook_entries(PurePosixPath("/opt/ways-guard-hook"))
    program = '"/opt/ways-guard-hook"'
    assert [(entry.event, entry.matcher, dict(entry.handler)) for entry in entries] == [
        (event, matcher, {"type": "command", "command": f"{program} {name} --agent codex", "timeout": seconds})
        for event, matcher, name, seconds in [
            ("SessionStart", None, "session-start", 10),
            ("UserPromptSubmit", None, "user-prompt-submit", 10),
            ("PreToolUse", "Bash|apply_patch", "pre-tool-use", 5),
            ("SubagentStart", None, "subagent-start", 5),
            ("PreCompact", None, "pre-compact", 5),
        ]
    ]


@pytest.mark.parametrize(
    "payload",
    [
        COMMON | {"hook_event_name": "SessionStart", "source": "startup"},
        COMMON | {"hook_event_name": "UserPromptSubmit", "prompt": "paint a zebra"},
        COMMON | {"hook_event_name": "PreToolUse", "tool_name": "Bash", "tool_input": {"command": "ls"}},
        COMMON | {"hook_event_name": "SubagentStart", "agent_id": "a", "agent_type": "explorer"},
        {},
    ],
)
def test_payloads_are_those_of_claude_code(payload: dict[str, Any]) -> None:
    assert payload == codex.decode(payload)


def test_a_patch_is_the_edit_of_the_files_that_it_names() -> None:
    sent = COMMON | {"tool_name": "apply_patch", "tool_input": {"command": PATCH}}
    paths = ["/repo/docs/new page.md", "/repo/src/a.py", "/repo/src/b.py", "/elsewhere/c.py"]
    assert COMMON | {"tool_name": "Edit", "tool_input": {"file_paths": paths}} == codex.decode(sent)


def test_a_patch_on_windows_has_slashes() -> None:
    patch = "*** Begin Patch\r\n*** Update File: src\\a.py\r\n@@\r\n*** End Patch\r\n"
    sent = {"cwd": "C:\\repo", "tool_name": "apply_patch", "tool_input": {"command": patch}}
    assert {"file_paths": ["C:/repo/src/a.py"]} == codex.decode(sent)["tool_input"]


@pytest.mark.parametrize("given", [None, "x", [], {}, {"command": None}, {"command": ""}, {"command": ["a"]}])
def test_a_patch_without_a_text_edits_nothing(given: Any) -> None:
    assert {"file_paths": []} == codex.decode({"tool_name": "apply_patch", "tool_input": given})["tool_input"]


def test_an_answer_has_no_key_that_codex_does_not_know() -> None:
    expected = {"hookSpecificOutput": {"hookEventName": "PreToolUse", "additionalContext": "x"}}
    assert expected == codex.encode("pre-tool-use", "x")
