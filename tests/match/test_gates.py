from __future__ import annotations

import time
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from ways_guard.agents import AGENTS
from ways_guard.match import gates, runtime
from ways_guard.match.runtime import Scene


@pytest.fixture
def scene(tmp_path: Path) -> Scene:
    project = tmp_path / "project"
    (project / ".git").mkdir(parents=True)
    (project / "src").mkdir()
    (project / "src/go.mod").touch()
    (project / "LICENSE").touch()
    return runtime.scene(AGENTS["claude-code"], {}, project / "src", tmp_path / "config")


@pytest.mark.parametrize(
    ("scope", "who", "opened"),
    [
        (None, "agent", True),
        (None, "subagent", False),
        (["subagent"], "agent", False),
        (["agent", "subagent"], "subagent", True),
    ],
)
def test_scope(scene: Scene, scope: list[str] | None, who: str, opened: bool) -> None:
    trigger: dict[str, Any] = {"scope": scope} if scope else {}
    assert opened == gates.open_for(trigger, scene, who)


@pytest.mark.parametrize(
    ("pattern", "opened"),
    [
        ("src/go.mod", True),
        ("**/go.mod", True),
        ("src", True),
        ("*/go.mod", True),
        ("s?c/[a-g]o.*", True),
        ("*/*", True),
        ("*/*/go.mod", False),
        ("src/go.mod/*", False),
        ("go.mod", False),
        ("*.toml", False),
        ("", False),
        ("/etc/passwd", False),
        ("\0", False),
        ("**a[", False),
    ],
)
def test_a_file_that_has_to_be_there(scene: Scene, pattern: str, opened: bool) -> None:
    assert opened == gates.open_for({"when": {"file_exists": pattern}}, scene, "agent")


def test_a_project_that_it_has_to_be(scene: Scene, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.setenv("USERPROFILE", str(tmp_path))
    for wanted in (str(tmp_path / "project"), "~/project", f"{tmp_path}/x/../project/"):
        assert gates.open_for({"when": {"project": wanted}}, scene, "agent")
    for wanted in (str(tmp_path), str(tmp_path / "project/src"), "~nobody-of-that-name/project", "\0"):
        assert not gates.open_for({"when": {"project": wanted}}, scene, "agent")


def test_outside_a_project_the_folder_counts(scene: Scene) -> None:
    outside = replace(scene, project=None)
    assert gates.open_for({"when": {"file_exists": "go.mod"}}, outside, "agent")


def test_all_gates_have_to_be_open(scene: Scene) -> None:
    when = {"file_exists": "src/go.mod", "project": str(scene.project)}
    assert gates.open_for({"when": when, "scope": ["agent"]}, scene, "agent")
    assert not gates.open_for({"when": when | {"file_exists": "no"}}, scene, "agent")
    assert not gates.open_for({"when": when, "scope": ["teammate"]}, scene, "agent")


@pytest.mark.parametrize("pattern", ["../*", "../../**/x", "/etc/*", "a/../../*"])
def test_no_pattern_looks_outside_the_project(scene: Scene, pattern: str) -> None:
    (scene.folder.parent.parent / "x").write_text("", encoding="utf-8")
    assert not gates.open_for({"when": {"file_exists": pattern}}, scene, "agent")


def test_a_deep_pattern_finds_and_ends(scene: Scene) -> None:
    assert scene.project
    deep = scene.project / "a/b/c"
    deep.mkdir(parents=True)
    (deep / "main.tf").write_text("", encoding="utf-8")
    assert gates.open_for({"when": {"file_exists": "**/*.tf"}}, scene, "agent")
    assert gates.open_for({"when": {"file_exists": "a/**/main.tf"}}, scene, "agent")
    assert not gates.open_for({"when": {"file_exists": "b/**/main.tf"}}, scene, "agent")


def test_many_globs_in_a_large_project_take_a_moment_together(scene: Scene) -> None:
    assert scene.project
    for number in range(300):
        (scene.project / f"d{number}/e/f").mkdir(parents=True)
        for name in range(5):
            (scene.project / f"d{number}/e/{name}.py").touch()
    start = time.monotonic()
    for number in range(300):
        for pattern in (f"**/no-{number}", f"**/e/no{number}.*", f"*/*/*/no-{number}*"):
            assert not gates.open_for({"when": {"file_exists": pattern}}, scene, "agent")
    assert time.monotonic() - start < 1.5
