"""Payloads of every agent, as its documentation shows them, through to the bytes of the answer."""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest

from tests.home import ZEBRA, Home
from ways_guard.agents import AGENTS
from ways_guard.match import answer

PUSH, PYTHON = "Push in small steps.", "Type everything."
_NODES = {ZEBRA: "animals/zebra", PUSH: "ops/push", PYTHON: "code/python"}
PATCH = "*** Begin Patch\n*** Update File: README.md\n*** Add File: src/a.py\n+x\n*** End Patch"


@pytest.fixture
def home(home: Home, monkeypatch: pytest.MonkeyPatch) -> Home:
    """The same ways in the folder of each agent; the home is no folder to work in."""
    monkeypatch.delenv("CLAUDE_CONFIG_DIR")
    del home.environ["CLAUDE_CONFIG_DIR"]
    for name, agent in AGENTS.items():
        home.config = agent.config_dir(home.environ)
        home.ways = home.config / "ways"
        home.ways.mkdir(parents=True)
        home.settings(engine="none", bundled=False)
        home.way("animals/zebra", ZEBRA, "pattern: zebra")
        home.way("ops/push", PUSH, r"commands: ^git push\b")
        home.way("code/python", PYTHON, r"files: ^src/.*\.py$")
        home.way("own", f"For {name}.", "pattern: whose")
    (home.project / ".git").mkdir()
    return home


def ask(home: Home, payload: Mapping[str, Any], event: str, agent: str = "") -> dict[str, Any]:
    """The document that an installed command prints, {} for none."""
    argv = [event, "--agent", agent] if agent else [event]
    response = answer.respond(argv, home.environ, json.dumps(payload).encode())
    if event != "session-start":  # that one would build the corpus in a process of its own
        response.after()
    return json.loads(response.data) if response.data else {}


def told(agent: str, event: str, body: str) -> Mapping[str, Any]:
    """The document that brings the body of a way to an agent."""
    return AGENTS[agent].encode(event, f"Guidance for this task (way {_NODES.get(body, 'own')}):\n\n{body}")


def prompts(home: Home, text: str = "paint a zebra") -> dict[str, tuple[str, dict[str, Any]]]:
    """Our event and the payload of each agent's prompt."""
    cwd = str(home.project)
    common = {"session_id": "7c0a", "cwd": cwd, "prompt": text}
    return {
        "claude-code": ("user-prompt-submit", common | {"hook_event_name": "UserPromptSubmit"}),
        "codex": ("user-prompt-submit", common | {"hook_event_name": "UserPromptSubmit", "turn_id": "1"}),
        "gemini": ("user-prompt-submit", common | {"hook_event_name": "BeforeAgent", "timestamp": "2026"}),
        "cursor": (
            "user-prompt-submit",
            {
                "conversation_id": "7c0a",
                "cursor_version": "2",
                "workspace_roots": [cwd],
                "hook_event_name": "beforeSubmitPrompt",
                "prompt": text,
            },
        ),
        "copilot": ("user-prompt-submit", {"sessionId": "7c0a", "timestamp": 1, "cwd": cwd, "prompt": text}),
    }


@pytest.mark.parametrize("name", AGENTS)
def test_a_prompt_is_answered_once_in_the_agents_words(home: Home, name: str) -> None:
    event, payload = prompts(home)[name]
    assert told(name, event, ZEBRA) == ask(home, payload, event, name)
    assert {} == ask(home, payload, event, name)


@pytest.mark.parametrize("name", AGENTS)
def test_each_agent_has_ways_of_its_own(home: Home, name: str) -> None:
    event, payload = prompts(home, "whose are these")[name]
    assert told(name, event, f"For {name}.") == ask(home, payload, event, name)


@pytest.mark.parametrize("name", AGENTS)
def test_the_home_of_another_agents_user_is_no_project(home: Home, name: str) -> None:
    """Claude Code's ways of the same person are not a stranger's that every agent sees below the home folder."""
    event, payload = prompts(home, "whose are these")[name]
    (home.project / ".git").rmdir()
    assert told(name, event, f"For {name}.") == ask(home, payload, event, name)


TOOLS = {
    "codex, a command": ("codex", "PreToolUse", "Bash", {"command": "git push"}, PUSH),
    "codex, a patch": ("codex", "PreToolUse", "apply_patch", {"command": PATCH}, PYTHON),
    "gemini, a command": ("gemini", "AfterTool", "run_shell_command", {"command": "git push"}, PUSH),
    "gemini, a file": ("gemini", "AfterTool", "write_file", {"file_path": "PROJECT/src/a.py"}, PYTHON),
    "gemini, an edit": ("gemini", "AfterTool", "replace", {"file_path": "PROJECT/src/a.py"}, PYTHON),
    "cursor, a command": ("cursor", "postToolUse", "Shell", {"command": "git push"}, PUSH),
    "cursor, a file": ("cursor", "postToolUse", "Write", {"path": "PROJECT/src/a.py"}, PYTHON),
}


@pytest.mark.parametrize("case", TOOLS)
def test_a_tool_brings_the_way_for_its_command_or_file(home: Home, case: str) -> None:
    name, event, tool, given, text = TOOLS[case]
    given = {key: value.replace("PROJECT", str(home.project)) for key, value in given.items()}
    payload = {"session_id": "7c0a", "cwd": str(home.project), "hook_event_name": event}
    sent = payload | {"tool_name": tool, "tool_input": given}
    assert told(name, "pre-tool-use", text) == ask(home, sent, "pre-tool-use", name)
    assert {} == ask(home, sent | {"tool_name": "read_file", "session_id": "2"}, "pre-tool-use", name)


@pytest.mark.parametrize("name", AGENTS)
def test_the_start_of_a_session_says_the_language(home: Home, name: str) -> None:
    event, payload = "session-start", dict(prompts(home)[name][1])
    if "hook_event_name" in payload:
        payload["hook_event_name"] = AGENTS[name].EVENTS[event]
    said = json.dumps(ask(home, payload | {"source": "startup"}, event, name))
    assert "English" in said


@pytest.mark.parametrize("name", AGENTS)
def test_compaction_lets_everything_show_again(home: Home, name: str) -> None:
    event, payload = prompts(home)[name]
    assert ask(home, payload, event, name)
    compact = dict(payload)
    if "hook_event_name" in payload:
        compact["hook_event_name"] = AGENTS[name].EVENTS["pre-compact"]
    assert {} == ask(home, compact, "pre-compact", name)
    assert ask(home, payload, event, name)


@pytest.mark.parametrize("name", AGENTS)
@pytest.mark.parametrize("lost", ["session_id", "sessionId", "conversation_id", "cwd", "workspace_roots", "prompt"])
def test_a_field_that_is_missing_does_no_harm(home: Home, name: str, lost: str) -> None:
    event, payload = prompts(home)[name]
    for damaged in ({key: value for key, value in payload.items() if key != lost}, payload | {lost: None}):
        document = ask(home, damaged, event, name)
        assert document in ({}, told(name, event, ZEBRA))


def test_an_event_that_is_not_hooked_is_not_answered(home: Home) -> None:
    payload = prompts(home)["copilot"][1]
    assert {} == ask(
        home, payload | {"toolName": "bash", "toolArgs": '{"command":"git push"}'}, "pre-tool-use", "copilot"
    )
    assert {} == ask(home, prompts(home)["gemini"][1] | {"hook_event_name": "BeforeModel"}, "x", "gemini")


class TestCursorRunsTheHooksOfClaudeCode:
    """It imports them from Claude Code's settings, beside those that it may have itself."""

    def test_it_is_answered_in_its_own_words(self, home: Home) -> None:
        event, payload = prompts(home)["cursor"]
        document = ask(home, payload, event)
        assert told("cursor", event, ZEBRA) == document
        assert {"continue", "additional_context"} == document.keys()

    def test_its_own_hook_does_not_say_it_again(self, home: Home) -> None:
        event, payload = prompts(home)["cursor"]
        assert ask(home, payload, event)
        assert {} == ask(home, payload, event, "cursor")

    @pytest.mark.parametrize(
        "event", ["sessionEnd", "stop", "beforeReadFile", "subagentStart", "afterAgentThought"]
    )
    def test_an_event_that_it_alone_has_gets_nothing(self, home: Home, event: str) -> None:
        payload = prompts(home)["cursor"][1] | {"hook_event_name": event, "status": "completed"}
        assert {} == ask(home, payload, "session-end")


class TestVsCodeRunsTheHooksOfClaudeCode:
    """It reads them from the same settings, and has camels in its payloads."""

    def payload(self, home: Home) -> dict[str, Any]:
        common = {"sessionId": "7c0a", "timestamp": "2026-11-30T12:00:00Z", "cwd": str(home.project)}
        return common | {"hookEventName": "UserPromptSubmit", "prompt": "paint a zebra"}

    def test_it_is_answered_like_claude_code(self, home: Home) -> None:
        expected = told("claude-code", "user-prompt-submit", ZEBRA)
        assert expected == ask(home, self.payload(home), "user-prompt-submit")

    def test_a_second_run_of_the_same_says_nothing(self, home: Home) -> None:
        assert ask(home, self.payload(home), "user-prompt-submit")
        assert {} == ask(home, self.payload(home), "user-prompt-submit", "copilot")


def test_codex_is_known_whoever_installed_the_hook(home: Home) -> None:
    payload = prompts(home)["codex"][1] | {"hook_event_name": "PreToolUse"}
    patch = payload | {"tool_name": "apply_patch", "tool_input": {"command": PATCH}}
    assert told("codex", "pre-tool-use", PYTHON) == ask(home, patch, "pre-tool-use")


def test_paths_of_a_patch_are_taken_from_the_folder_of_the_session(home: Home) -> None:
    folder = home.project / "src"
    folder.mkdir()
    patch = PATCH.replace("src/", "")
    sent = {"session_id": "1", "cwd": str(folder), "hook_event_name": "PreToolUse", "tool_name": "apply_patch"}
    found = ask(home, sent | {"tool_input": {"command": patch}}, "pre-tool-use", "codex")
    assert told("codex", "pre-tool-use", PYTHON) == found


def test_an_agent_that_nobody_knows_is_taken_for_claude_code(home: Home, tmp_path: Path) -> None:
    event, payload = prompts(home)["claude-code"]
    assert told("claude-code", event, ZEBRA) == ask(home, payload, event, "vim")
