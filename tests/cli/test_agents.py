"""The commands for the agents other than Claude Code, whose hooks are experimental."""

from __future__ import annotations

import json
import os
from pathlib import Path

import pytest

from tests.home import Home
from ways_guard.agents import AGENTS

from .inside import Inside

OTHERS = sorted(AGENTS.keys() - {"claude-code"})
FILES = {
    "codex": (".codex/hooks.json", ".codex/hooks.json"),
    "copilot": (".copilot/hooks/ways-guard.json", ".github/hooks/ways-guard.json"),
    "cursor": (".cursor/hooks.json", ".cursor/hooks.json"),
    "gemini": (".gemini/settings.json", ".gemini/settings.json"),
}
EXPERIMENTAL = "is experimental: made after its documentation, and not tried with it"


@pytest.fixture
def home(tmp_path: Path) -> Home:
    home = Inside(tmp_path)
    home.settings(engine="none", bundled=False)
    home.environ["PATH"] = os.defpath  # an agent that happens to be here is not asked
    (home.project / ".git").mkdir()
    return home


def own(home: Home, name: str) -> None:
    """The agent's own folder, with a way and without a model."""
    home.config = AGENTS[name].config_dir(home.environ)
    home.ways = home.config / "ways"
    home.ways.mkdir(parents=True)
    home.settings(engine="none", bundled=False)
    home.way("animals/zebra", "Zebras.", "pattern: zebra")


def files(home: Home) -> list[str]:
    """What is there beside our cache and state."""
    found = (path.relative_to(home.top) for path in home.top.rglob("*"))
    return sorted(str(path) for path in found if path.parts[0] not in ("cache", "state"))


@pytest.mark.parametrize("name", OTHERS)
@pytest.mark.parametrize("scope", ["user", "project"])
def test_install_and_uninstall_leave_nothing(home: Home, name: str, scope: str) -> None:
    own(home, name)
    path = home.project / FILES[name][1] if scope == "project" else home.top / FILES[name][0]
    before = files(home)
    options = ("--agent", name, "--scope", scope, "--yes")
    code, out, err = home.run("install-hooks", *options)
    assert 0 == code, err
    assert f"warning: {name} {EXPERIMENTAL}" in err
    assert "1 way" in out
    assert f"{path}: done" in out
    for event in AGENTS[name].EVENTS.values():
        assert event in path.read_text("utf-8")
    assert (str(home.top) in path.read_text("utf-8"), f"--agent {name}" in path.read_text("utf-8")) == (False, True)
    assert f"{path}: nothing to change" in home.run("install-hooks", *options)[1]
    assert 0 == home.run("uninstall-hooks", *options)[0]
    assert before == files(home)


def test_what_is_left_to_do_in_codex_is_said(home: Home) -> None:
    own(home, "codex")
    code, out, _ = home.run("install-hooks", "--agent", "codex", "--yes", "--json")
    assert (0, "codex") == (code, json.loads(out)["agent"])
    first, *_, last = json.loads(out)["warnings"]
    assert (f"codex {EXPERIMENTAL}", AGENTS["codex"].AFTERWARDS) == (first, last)
    assert "/hooks" in AGENTS["codex"].AFTERWARDS


def test_the_entries_to_paste_have_the_agents_shape(home: Home) -> None:
    for name in OTHERS:
        code, out, _ = home.run("install-hooks", "--agent", name, "--print")
        document = json.loads(out)
        assert (0, list(AGENTS[name].EVENTS.values())) == (code, list(document["hooks"]))
        assert AGENTS[name].SHAPE.members == {key: value for key, value in document.items() if key != "hooks"}


def test_hooks_in_two_places_are_told_with_the_command_for_this_agent(home: Home) -> None:
    own(home, "cursor")
    home.run("install-hooks", "--agent", "cursor", "--scope", "project", "--yes")
    said = home.run("install-hooks", "--agent", "cursor", "--dry-run")[2]
    assert "both run: ways-guard uninstall-hooks --agent cursor --scope project takes them out" in said


def test_a_scope_that_the_agent_does_not_have_is_refused(home: Home) -> None:
    code, _, err = home.run("install-hooks", "--agent", "gemini", "--scope", "local", "--yes")
    assert 2 == code
    assert "ways-guard: gemini has no scope 'local'; choose one of: user, project\n" in err


@pytest.mark.parametrize("name", OTHERS)
def test_the_doctor_runs_its_hooks(home: Home, name: str) -> None:
    own(home, name)
    code, out, _ = home.run("doctor", "--agent", name)
    assert (3, True) == (code, f"ways-guard install-hooks --agent {name}" in out)
    assert 0 == home.run("install-hooks", "--agent", name, "--yes")[0]
    code, out, err = home.run("doctor", "--agent", name, "--json")
    document = json.loads(out)
    assert (0, "") == (code, err), document["findings"]
    assert list(AGENTS[name].EVENTS.values()) == [hook["event"] for hook in document["hooks"]]
    assert {None} == {hook["error"] for hook in document["hooks"]}


def test_delivery_cannot_be_tried_with_it(home: Home) -> None:
    own(home, "codex")
    home.run("install-hooks", "--agent", "codex", "--yes")
    code, out, _ = home.run("doctor", "--agent", "codex", "--deliver")
    assert 3 == code
    assert "delivery cannot be tried with codex, which is experimental" in out


def test_the_help_says_which_are_experimental(home: Home) -> None:
    said = " ".join(home.run("install-hooks", "--help")[1].split())
    assert "Experimental: codex, copilot, cursor, gemini." in said
