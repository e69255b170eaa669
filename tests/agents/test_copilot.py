from __future__ import annotations

from pathlib import Path, PurePosixPath, PureWindowsPath
from typing import Any

import pytest

from ways_guard.agents import copilot

# As GitHub's "Copilot CLI hooks reference" has them; which event it is only the command says.
COMMON = {"sessionId": "714b", "timestamp": 1774281852263, "cwd": "/repo"}
KNOWN = {"session_id": "714b"}


def test_our_file_lies_in_its_folder_of_hooks(tmp_path: Path) -> None:
    home = {"HOME": str(tmp_path), "USERPROFILE": str(tmp_path)}
    assert tmp_path / ".copilot" == copilot.config_dir({**home, "COPILOT_HOME": ""})
    assert tmp_path / "c" == copilot.config_dir({**home, "COPILOT_HOME": str(tmp_path / "c")})
    assert tmp_path / "c/hooks/ways-guard.json" == copilot.settings_path("user", tmp_path / "c", tmp_path)
    expected = tmp_path / "p/.github/hooks/ways-guard.json"
    assert expected == copilot.settings_path("project", tmp_path / "c", tmp_path / "p")


def test_the_entries_are_for_the_shell_of_this_machine() -> None:
    entries = copilot.hook_entries(PurePosixPath("/opt/ways-guard-hook"))
    program = '"/opt/ways-guard-hook"'
    assert [(entry.event, dict(entry.handler)) for entry in entries] == [
        (event, {"type": "command", "bash": f"{program} {name} --agent copilot", "timeoutSec": seconds})
        for event, name, seconds in [
            ("sessionStart", "session-start", 10),
            ("userPromptSubmitted", "user-prompt-submit", 10),
            ("preCompact", "pre-compact", 5),
        ]
    ]


@pytest.mark.parametrize(
    ("path", "line"),
    [
        (r"C:\bin\ways-guard-hook.exe", "C:/bin/ways-guard-hook.exe session-start --agent copilot"),
        (r"C:\Jo Doe\ways-guard-hook.exe", '& "C:/Jo Doe/ways-guard-hook.exe" session-start --agent copilot'),
    ],
)
def test_on_windows_that_is_powershell(path: str, line: str) -> None:
    entry = copilot.hook_entries(PureWindowsPath(path))[0]
    assert {"type": "command", "powershell": line, "timeoutSec": 10} == entry.handler
    assert line == entry.command
    assert "bash" in copilot.hook_entries(PureWindowsPath(path), "project")[0].handler


@pytest.mark.parametrize(
    ("sent", "known"),
    [
        ({"source": "new", "initialPrompt": "hello"}, {"initial_prompt": "hello"}),
        ({"prompt": "paint a zebra"}, {}),
        ({"transcriptPath": "/t", "trigger": "auto"}, {"transcript_path": "/t"}),
    ],
)
def test_payloads_have_camels(sent: dict[str, Any], known: dict[str, Any]) -> None:
    assert COMMON | KNOWN | sent | known == copilot.decode(COMMON | sent)


def test_an_answer_is_flat() -> None:
    assert {"additionalContext": "x"} == copilot.encode("user-prompt-submit", "x")
