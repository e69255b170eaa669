"""What holds for every agent, whatever its formats are."""

from __future__ import annotations

import json
from pathlib import Path, PurePosixPath
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ways_guard.agents import AGENTS
from ways_guard.agents.protocol import AgentConfig
from ways_guard.errors import WaysGuardError
from ways_guard.match import answer, events

LAUNCHER = PurePosixPath("/home/jo doe/bin/ways-guard-hook")
# As JSON may hold it, with the names that the agents' payloads use.
_KEYS = [
    "cwd",
    "tool_name",
    "tool_input",
    "toolArgs",
    "command",
    "file_path",
    "workspace_roots",
    "prompt",
    "sessionId",
]
_TEXTS = st.sampled_from(["", "apply_patch", "Shell", "*** Add File: a", "/x", "*** Update File: \udc80\n"])
_VALUES = st.recursive(
    st.none() | st.booleans() | st.integers() | _TEXTS,
    lambda inner: st.lists(inner, max_size=2) | st.dictionaries(st.sampled_from(_KEYS), inner, max_size=2),
    max_leaves=5,
)


@pytest.fixture(params=AGENTS)
def agent(request: pytest.FixtureRequest) -> AgentConfig:
    return AGENTS[request.param]


def test_all_but_one_are_experimental() -> None:
    assert ["claude-code"] == [name for name, agent in AGENTS.items() if not agent.EXPERIMENTAL]
    assert list(AGENTS) == [agent.NAME for agent in AGENTS.values()]


def test_every_event_has_an_entry_that_names_event_and_agent(agent: AgentConfig) -> None:
    entries = agent.hook_entries(LAUNCHER)
    assert list(agent.EVENTS.values()) == [entry.event for entry in entries]
    for event, entry in zip(agent.EVENTS, entries, strict=True):
        assert event in events.EVENTS
        words = entry.command.removeprefix(f'"{LAUNCHER}" ').split()
        assert [event, "--agent", agent.NAME][: len(words)] == words
        assert agent.NAME == answer.agent_of(words)
        assert event == answer.event_of({"x": 1}, words, agent)


def test_every_scope_has_a_file_of_its_own(agent: AgentConfig, tmp_path: Path) -> None:
    paths = {scope: agent.settings_path(scope, tmp_path / "own", tmp_path / "project") for scope in agent.SCOPES}
    assert len(agent.SCOPES) == len(set(paths.values()))
    assert paths["user"].is_relative_to(tmp_path / "own")
    assert paths["project"].is_relative_to(tmp_path / "project")
    with pytest.raises(WaysGuardError, match=f"{agent.NAME} has no scope 'galaxy'; choose one of: user, project"):
        agent.settings_path("galaxy", tmp_path, tmp_path)


def test_a_file_that_travels_holds_no_path(agent: AgentConfig) -> None:
    for entry in agent.hook_entries(LAUNCHER, "project"):
        assert "/home" not in repr(entry)
        assert entry.command.startswith(
            "command -v ways-guard-hook >/dev/null 2>&1 || exit 0; exec ways-guard-hook "
        )


def test_a_text_goes_into_each_answer_once(agent: AgentConfig) -> None:
    for event in agent.EVENTS:
        document = json.loads(answer.envelope(agent.encode(event, "Zebras “are” striped.")))
        assert 1 == json.dumps(document, ensure_ascii=False).count("Zebras “are” striped.")
        assert "deny" not in json.dumps(document)


def test_it_is_found_by_its_folder_and_its_program(agent: AgentConfig, tmp_path: Path) -> None:
    env = {"HOME": str(tmp_path), "USERPROFILE": str(tmp_path), "PATH": str(tmp_path / "bin")}
    assert not agent.detect(env)
    assert agent.client(env) is None
    assert tmp_path == agent.config_dir(env).parent
    agent.config_dir(env).mkdir()
    assert agent.detect(env)


@pytest.mark.parametrize("name", [name for name in AGENTS if name != "claude-code"])
def test_an_experimental_agent_says_nothing_of_what_is_not_known(name: str, tmp_path: Path) -> None:
    agent = AGENTS[name]
    assert agent.language(tmp_path, tmp_path) is None
    assert agent.plugin(tmp_path, tmp_path) is None
    assert agent.client_version({}) is None
    assert [] == list(agent.settings(tmp_path, tmp_path))


@given(payload=st.dictionaries(st.sampled_from(_KEYS), _VALUES, max_size=4), name=st.sampled_from(sorted(AGENTS)))
def test_no_payload_makes_it_stumble(payload: dict[str, Any], name: str) -> None:
    decoded = AGENTS[name].decode(payload)
    assert payload.keys() <= decoded.keys() | {"toolArgs", "sessionId"}
