from __future__ import annotations

import json
import os
from pathlib import Path
from typing import Any

import pytest

from ways_guard.agents import AGENTS
from ways_guard.install import installed
from ways_guard.install.installed import ORIGINAL, OURS

CLAUDE = AGENTS["claude-code"]


def _document(*handlers: Any, event: str = "SessionStart") -> dict[str, Any]:
    return {"hooks": {event: [{"hooks": list(handlers)}]}}


def _kinds(*commands: str) -> list[str]:
    return [hook.kind for hook in installed.hooks(_document(*({"command": command} for command in commands)))]


@pytest.mark.parametrize("scope", CLAUDE.SCOPES)
@pytest.mark.parametrize(
    "program", ["/opt/bin/ways-guard-hook", "/a b/é$x/ways-guard-hook", "C:/x/ways-guard-hook.exe"]
)
def test_what_we_install_is_known_in_every_scope(scope: str, program: str) -> None:
    commands = [entry.command for entry in CLAUDE.hook_entries(Path(program), scope)]
    assert commands
    assert [OURS] * len(commands) == _kinds(*commands)


@pytest.mark.parametrize(
    "command",
    [
        "~/.local/bin/ways-guard-hook session-start",
        r'"C:\Users\Jo Doe\ways-guard-hook.exe" session-start',
        "WAYS_GUARD_DAEMON=0 /x/ways-guard-hook session-start --agent claude-code",
    ],
)
def test_what_a_person_wrote_for_our_program_is_ours(command: str) -> None:
    assert [OURS] == _kinds(command)


def test_a_command_with_arguments_beside_it_is_ours(tmp_path: Path) -> None:
    handler = {"command": "/x y/ways-guard-hook", "args": ["session-start"]}
    (hook,) = installed.hooks(_document(handler))
    assert (OURS, "'/x y/ways-guard-hook' session-start") == (hook.kind, hook.command)


@pytest.mark.parametrize(
    "command",
    [
        "${HOME}/.claude/hooks/ways/check-prompt.sh",
        'bash "$HOME/.claude/hooks/ways/sub/check.sh" x',
        r"C:\Users\x\.claude\hooks\ways\check.sh",
    ],
)
def test_the_original_systems_scripts_are_known(command: str) -> None:
    assert [ORIGINAL] == _kinds(command)


@pytest.mark.parametrize(
    "command",
    ["true", "", "echo ways-guard-hooks", "my-ways-guard-hook x", "hooks/other/x.sh", "'", "/x/ways-guard-hook.py"],
)
def test_hooks_of_others_are_not_looked_at(command: str) -> None:
    assert [] == _kinds(command)


@pytest.mark.parametrize(
    "document",
    [
        {}, {"hooks": None}, {"hooks": []}, {"hooks": {"A": {}}}, {"hooks": {"A": [7, {"hooks": {}}]}},
        {"hooks": {"A": [{"hooks": [7]}]}},
        _document({"command": 7}), _document({"type": "prompt"}), _document({"command": "x", "args": "y"}),
    ],
)  # fmt: skip
def test_settings_of_another_shape_hold_none(document: dict[str, Any]) -> None:
    assert [] == list(installed.hooks(document))


def test_the_program_is_looked_for_where_the_command_says(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    program = tmp_path / ("ways-guard-hook.exe" if os.name == "nt" else "ways-guard-hook")
    program.write_text("", encoding="utf-8")
    program.chmod(0o755)
    monkeypatch.setenv("PATH", str(tmp_path))
    commands = (f'"{program.as_posix()}" x', "ways-guard-hook x", '"/gone/ways-guard-hook" x')
    hooks = installed.hooks(_document(*({"command": command} for command in commands)))
    assert [program, program, None] == [hook.found for hook in hooks]


@pytest.mark.parametrize(
    ("data", "error"),
    [
        (b"", ""),
        (b"\xef\xbb\xbf{}", ""),
        (b"{", "not JSON: a key in double quotes is missing here at line 1, column 2"),
        (b'{\n"a": NaN}', "not JSON: a JSON value is missing here at line 2, column 6"),
        (b'{"a": -Infinity}', "not JSON: a JSON value is missing here at line 1, column 7"),
        (b'{\n"a": "\xff"}', "not UTF-8 at byte 8"),
        (b"[]", "not a JSON object"),
        (b"[" * 100_000, "not JSON: nested too deeply"),
        (None, ""),
    ],
)
def test_a_file_that_the_agent_cannot_use_says_why(tmp_path: Path, data: bytes | None, error: str) -> None:
    path = tmp_path / "settings.json"
    if data is not None:
        path.write_bytes(data)
    found = installed.read("user", path)
    assert (data is not None, error) == (found.exists, found.error)


def test_a_folder_in_place_of_the_file_says_so(tmp_path: Path) -> None:
    assert installed.read("user", tmp_path).error.startswith("cannot be read: ")


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="this system has no named pipes")
def test_a_pipe_in_place_of_the_file_hangs_nobody(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "settings.json")
    assert "cannot be read: it is no regular file" == installed.read("user", tmp_path / "settings.json").error


def test_a_link_says_where_to(tmp_path: Path) -> None:
    (tmp_path / "real.json").write_text("{}", encoding="utf-8")
    (tmp_path / "settings.json").symlink_to("real.json")
    assert tmp_path / "real.json" == installed.read("user", tmp_path / "settings.json").target


def test_a_file_that_two_scopes_share_is_read_once(tmp_path: Path) -> None:
    config = tmp_path / ".claude"
    config.mkdir()
    (config / "settings.json").write_text(
        json.dumps(_document({"command": "/x/ways-guard-hook x"})), encoding="utf-8"
    )
    found = installed.all_scopes(CLAUDE, config, tmp_path)
    assert ["user", "local"] == [one.scope for one in found]
    assert 1 == sum(len(one.hooks) for one in found)


def test_a_number_of_any_length_is_no_error(tmp_path: Path) -> None:
    path = tmp_path / "settings.json"
    path.write_text(f'{{"n": {"9" * 5000}, "hooks": {{}}}}')
    found = installed.read("user", path)
    assert ("", ["n", "hooks"]) == (found.error, list(found.document))
