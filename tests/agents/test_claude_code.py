from __future__ import annotations

import json
import os
import shlex
import subprocess
from pathlib import Path, PurePosixPath, PureWindowsPath

import pytest

from ways_guard.agents import AGENTS, claude_code
from ways_guard.agents.protocol import AgentConfig, Setting
from ways_guard.errors import WaysGuardError


def test_it_is_registered_and_speaks_the_protocol() -> None:
    agent: AgentConfig = claude_code
    assert AGENTS["claude-code"] is agent


def test_the_config_folder_is_the_one_that_the_client_uses(tmp_path: Path) -> None:
    home = {"HOME": str(tmp_path), "USERPROFILE": str(tmp_path)}
    assert tmp_path / ".claude" == claude_code.config_dir(home)
    assert tmp_path / ".claude" == claude_code.config_dir({**home, "CLAUDE_CONFIG_DIR": ""})
    chosen = tmp_path / "elsewhere é"
    assert chosen == claude_code.config_dir({**home, "CLAUDE_CONFIG_DIR": str(chosen)})
    assert not claude_code.detect(home)
    (tmp_path / ".claude").mkdir()
    assert claude_code.detect(home)


def test_each_scope_has_its_file(tmp_path: Path) -> None:
    project = tmp_path / "project"
    assert tmp_path / "settings.json" == claude_code.settings_path("user", tmp_path, project)
    assert project / ".claude/settings.json" == claude_code.settings_path("project", tmp_path, project)
    assert project / ".claude/settings.local.json" == claude_code.settings_path("local", tmp_path, project)


def test_a_scope_that_it_does_not_have_is_an_error(tmp_path: Path) -> None:
    with pytest.raises(WaysGuardError, match="choose one of: user, project, local"):
        claude_code.settings_path("galaxy", tmp_path, Path())


def test_an_entry_is_what_the_client_expects() -> None:
    entries = claude_code.hook_entries(PurePosixPath("/opt/bin/ways-guard-hook"))
    program = '"/opt/bin/ways-guard-hook"'
    assert [(entry.event, entry.command, entry.handler["timeout"]) for entry in entries] == [
        ("SessionStart", f"{program} session-start", 10),
        ("UserPromptSubmit", f"{program} user-prompt-submit", 10),
        ("PreToolUse", f"{program} pre-tool-use", 5),
        ("SubagentStart", f"{program} subagent-start", 5),
        ("PreCompact", f"{program} pre-compact", 5),
        ("SessionEnd", f"{program} session-end", 1),
    ]
    assert {entry.handler["type"] for entry in entries} == {"command"}
    tools = "Bash|PowerShell|Edit|Write|MultiEdit|NotebookEdit|Agent|Task"
    assert [entry.matcher for entry in entries] == [None, None, tools, None, None, None]
    assert {entry.event: entry.since for entry in entries if entry.since} == {"SubagentStart": (2, 0, 43)}


def test_a_file_that_travels_holds_no_path_and_no_name(tmp_path: Path) -> None:
    entries = claude_code.hook_entries(tmp_path / "ways-guard-hook", "project")
    guard = "command -v ways-guard-hook >/dev/null 2>&1 || exit 0; exec ways-guard-hook"
    assert f"{guard} session-start" == entries[0].command
    assert str(tmp_path) not in repr(entries)
    own = claude_code.hook_entries(tmp_path / "ways-guard-hook")
    assert own == claude_code.hook_entries(tmp_path / "ways-guard-hook", "local")


@pytest.mark.skipif(os.name == "nt", reason="a POSIX shell")
def test_a_guarded_command_is_quiet_where_there_is_no_program(tmp_path: Path) -> None:
    command = claude_code.hook_entries(tmp_path, "project")[1].command

    def run() -> tuple[int, str, str]:
        done = subprocess.run(
            ["/bin/sh", "-c", command],
            env={"PATH": str(tmp_path)},
            capture_output=True,
            encoding="utf-8",
            check=False,
        )
        return done.returncode, done.stdout, done.stderr

    assert run() == (0, "", "")
    (tmp_path / "ways-guard-hook").write_text('#!/bin/sh\necho "$@"\n')
    (tmp_path / "ways-guard-hook").chmod(0o755)
    assert run() == (0, "user-prompt-submit\n", "")


@pytest.mark.parametrize(
    ("path", "program"),
    [
        (r"C:\Users\jo\bin\ways-guard-hook.exe", "C:/Users/jo/bin/ways-guard-hook.exe"),
        (r"C:\Users\Jo Doe\ways-guard-hook.exe", '"C:/Users/Jo Doe/ways-guard-hook.exe"'),
        (r"C:\Users\日本\ways-guard-hook.exe", '"C:/Users/日本/ways-guard-hook.exe"'),
        (r"C:\Users\a$b`c\ways-guard-hook.exe", '"C:/Users/a\\$b\\`c/ways-guard-hook.exe"'),
        (r"C:\PROGRA~1\ways-guard-hook.exe", '"C:/PROGRA~1/ways-guard-hook.exe"'),
        (r"\\server\share\ways-guard-hook.exe", "//server/share/ways-guard-hook.exe"),
    ],
)
def test_windows_paths_are_for_git_bash_and_without_quotes_where_they_need_none(path: str, program: str) -> None:
    entries = claude_code.hook_entries(PureWindowsPath(path))
    assert f"{program} session-start" == entries[0].command


def test_the_version_of_the_client_and_the_plugin_are_those_of_this_machine(tmp_path: Path) -> None:
    assert claude_code.client_version({"PATH": "", "HOME": str(tmp_path), "USERPROFILE": str(tmp_path)}) is None
    config = tmp_path / "config"
    write(config / "settings.json", b'{"enabledPlugins": {"ways-guard@somewhere": true}}')
    expected = Setting("ways-guard@somewhere", str(config / "settings.json"))
    assert expected == claude_code.plugin(config, tmp_path)


@pytest.mark.skipif(os.name == "nt", reason="a POSIX shell")
@pytest.mark.parametrize("name", ["a b", "$HOME", "`id`", 'q"q', "back\\slash", "it's", "日本 é"])
def test_any_path_survives_the_shell(name: str) -> None:
    launcher = Path("/opt") / name / "ways-guard-hook"
    entry = claude_code.hook_entries(launcher)[0]
    shown = subprocess.run(
        ["/bin/sh", "-c", f"printf '%s\\n' {entry.command}"],
        capture_output=True,
        check=True,
        encoding="utf-8",
    )
    assert f"{launcher}\nsession-start\n" == shown.stdout
    if not set("$`\\") & set(name):
        assert [str(launcher), "session-start"] == shlex.split(entry.command)


@pytest.fixture
def places(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> dict[str, Path]:
    """The files that may set the language, from the strongest to the weakest."""
    monkeypatch.setattr(claude_code, "managed_dir", lambda: tmp_path / "managed")
    root, project = tmp_path / "repo", tmp_path / "repo" / "sub"
    (root / ".git").mkdir(parents=True)
    return {
        "late drop-in": tmp_path / "managed" / "managed-settings.d" / "20.json",
        "drop-in": tmp_path / "managed" / "managed-settings.d" / "10.json",
        "managed": tmp_path / "managed" / "managed-settings.json",
        "root local": root / ".claude" / "settings.local.json",
        "local": project / ".claude" / "settings.local.json",
        "project": project / ".claude" / "settings.json",
        "user": tmp_path / "config" / "settings.json",
    }


def write(path: Path, data: bytes) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(data)


def read(tmp_path: Path) -> Setting | None:
    return claude_code.language(tmp_path / "config", tmp_path / "repo" / "sub")


def test_the_language_comes_from_the_strongest_file(tmp_path: Path, places: dict[str, Path]) -> None:
    assert read(tmp_path) is None
    for name, path in reversed(places.items()):
        write(path, json.dumps({"language": name}).encode())
        assert Setting(name, str(path)) == read(tmp_path)


@pytest.mark.parametrize(
    "data",
    [
        b"", b"{", b"[]", b"\xff\xfe", b"{}", b'{"language": 7}', b'{"language": " "}', b'{"language": null}',
        b"[" * 100_000,
    ],
)  # fmt: skip
def test_a_file_without_a_usable_language_is_skipped(tmp_path: Path, places: dict[str, Path], data: bytes) -> None:
    for path in places.values():
        write(path, data)
    write(places["user"], b'\xef\xbb\xbf{"language": "\xe6\x97\xa5\xe6\x9c\xac\xe8\xaa\x9e"}')
    assert Setting("日本語", str(places["user"])) == read(tmp_path)


def test_a_folder_in_place_of_a_file_is_skipped(tmp_path: Path, places: dict[str, Path]) -> None:
    for path in places.values():
        path.mkdir(parents=True)
    assert read(tmp_path) is None
