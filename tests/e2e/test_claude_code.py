"""What the real Claude Code client sends to the model when ways-guard's hooks are installed."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from ways_guard.way.discover import bundled_root

from .conftest import RunClaude, RunWaysGuard
from .messages_api import Text, ToolCall, contexts

pytestmark = pytest.mark.e2e

PROMPT = "コミットメッセージの書き方を教えて。この変更をコミットしたい。"
# No final newline, and spaces that a JSON writer of ours would not choose.
SETTINGS = b'{ "language":"japanese" }'


def envelope_hook(event: str, text: str) -> dict[str, list[object]]:
    """Return the settings entry of a shell hook that adds ``text`` at ``event``."""
    envelope = {"hookSpecificOutput": {"hookEventName": event, "additionalContext": text}}
    return {event: [{"hooks": [{"type": "command", "command": f"printf '%s' '{json.dumps(envelope)}'"}]}]}


def longest_line(way_file: Path) -> str:
    """Return the longest line of a way's body: distinctive, and whole only where the body arrived whole."""
    body = way_file.read_text(encoding="utf-8").split("\n---\n", 1)[1]
    return max((line.strip() for line in body.splitlines()), key=len)


def test_harness_shows_exactly_what_hooks_added(settings_file: Path, run_claude: RunClaude) -> None:
    start_hook = envelope_hook("SessionStart", "Begin.\n\n# Second paragraph")
    prompt_hook = envelope_hook("UserPromptSubmit", "Go on.")
    settings_file.write_text(json.dumps({"hooks": start_hook | prompt_hook}), encoding="utf-8")

    (first,) = run_claude("first prompt", answers=[Text("An answer.")])
    (second,) = run_claude("second prompt", resume=True)

    start = "SessionStart hook additional context: Begin.\n\n# Second paragraph"
    prompt = "UserPromptSubmit hook additional context: Go on."
    assert contexts(first) == [start, prompt]
    assert contexts(second)[:2] == [start, prompt], "a resumed session replays its first turn"
    assert contexts(second)[-1] == prompt
    assert "An answer." in json.dumps(second["messages"])


def test_harness_has_the_client_run_a_tool(settings_file: Path, project: Path, run_claude: RunClaude) -> None:
    settings_file.write_text(json.dumps({"hooks": envelope_hook("PostToolUse", "It ran.")}), encoding="utf-8")
    call = ToolCall("Bash", {"command": "echo made > made.txt", "description": "make a file"})

    _, with_result = run_claude("make a file", answers=[call])

    assert (project / "made.txt").read_text(encoding="utf-8") == "made\n"
    assert contexts(with_result) == ["PostToolUse:Bash hook additional context: It ran."]


def test_japanese_prompt_brings_way_and_directive(
    settings_file: Path, run_ways_guard: RunWaysGuard, run_claude: RunClaude
) -> None:
    settings_file.write_bytes(SETTINGS)
    run_ways_guard("install-hooks", "--scope", "user", "--yes")

    (request,) = run_claude(PROMPT)

    added = "\n".join(contexts(request))
    assert longest_line(bundled_root() / "delivery" / "commits" / "commits.md") in added
    assert [line for line in added.splitlines() if "Japanese" in line and "日本語" in line]


def test_uninstall_leaves_no_trace(
    settings_file: Path, run_ways_guard: RunWaysGuard, run_claude: RunClaude
) -> None:
    settings_file.write_bytes(SETTINGS)
    run_ways_guard("install-hooks", "--scope", "user", "--yes")
    assert settings_file.read_bytes() != SETTINGS

    run_ways_guard("uninstall-hooks", "--yes")
    (request,) = run_claude(PROMPT)

    assert settings_file.read_bytes() == SETTINGS
    assert contexts(request) == []
