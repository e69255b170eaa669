from __future__ import annotations

import json
import os
import shlex
from pathlib import Path

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


def test_a_scope_that_it_does_not_have_is_an_error(tmp_path: Path) -> None:
    assert tmp_path / "settings.json" == claude_code.settings_path("user", tmp_path, Path())
    with pytest.raises(WaysGuardError, match="choose one of: user"):
        claude_code.settings_path("galaxy", tmp_path, Path())


def test_an_entry_is_what_the_client_expects() -> None:
    start, prompt = claude_code.hook_entries(Path("/opt/bin/ways-guard-hook"))
    command = '"/opt/bin/ways-guard-hook" user-prompt-submit'
    assert ("UserPromptSubmit", command) == (prompt.event, prompt.command)
    assert {"type": "command", "command": command, "timeout": 10} == prompt.handler
    assert (start.event, start.command) == ("SessionStart", '"/opt/bin/ways-guard-hook" session-start')


@pytest.mark.skipif(os.name == "nt", reason="a POSIX shell")
@pytest.mark.parametrize("name", ["a b", "$HOME", "`id`", 'q"q', "back\\slash", "it's", "日本 é"])
def test_any_path_survives_the_shell(name: str) -> None:
    launcher = Path("/opt") / name / "ways-guard-hook"
    entry = claude_code.hook_entries(launcher)[0]
    import subprocess

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
