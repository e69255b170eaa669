"""The commands as a person runs them: in a process, in a home of their own."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

Run = Callable[..., subprocess.CompletedProcess[str]]

COMMAND = [sys.executable, "-c", "from ways_guard.cli import main; main()"]
# These tests are about settings; to embed the bundled ways each time would take a minute.
NO_ENGINE = '{"engine": "none"}'
ORIGINAL = b'{\n    "model": "x",\n    "hooks": {}\n}'


@pytest.fixture
def env(tmp_path: Path) -> dict[str, str]:
    launcher = tmp_path / "bin" / ("ways-guard-hook.exe" if os.name == "nt" else "ways-guard-hook")
    launcher.parent.mkdir()
    launcher.touch(mode=0o755)
    home = tmp_path / "home"
    (home / ".claude").mkdir(parents=True)
    (home / ".claude" / "ways.json").write_text(NO_ENGINE, "utf-8")
    mine = {
        "HOME": home,
        "USERPROFILE": home,
        "XDG_STATE_HOME": home / "state",
        "XDG_CACHE_HOME": home / "cache",
    }
    path = f"{launcher.parent}{os.pathsep}{os.environ['PATH']}"
    kept = {name: value for name, value in os.environ.items() if name != "CLAUDE_CONFIG_DIR"}
    return {**kept, **{name: str(value) for name, value in mine.items()}, "PATH": path}


@pytest.fixture
def settings_path(tmp_path: Path) -> Path:
    return tmp_path / "home" / ".claude" / "settings.json"


@pytest.fixture
def run(env: dict[str, str]) -> Run:
    def runner(*arguments: str, **extra: str) -> subprocess.CompletedProcess[str]:
        return subprocess.run(
            [*COMMAND, *arguments],
            env={**env, **extra},
            stdin=subprocess.DEVNULL,
            capture_output=True,
            check=False,
            encoding="utf-8",
            timeout=120,
        )

    return runner


def commands(settings_path: Path) -> list[str]:
    hooks = json.loads(settings_path.read_bytes())["hooks"]
    return [handler["command"] for groups in hooks.values() for group in groups for handler in group["hooks"]]


def test_install_and_uninstall(run: Run, settings_path: Path) -> None:
    settings_path.write_bytes(ORIGINAL)
    done = run("install-hooks", "--yes")
    assert done.returncode == 0, done.stderr
    assert '+        "SessionStart": [' in done.stdout
    assert len(commands(settings_path)) == 2
    assert all("ways-guard-hook" in command for command in commands(settings_path))
    installed = settings_path.read_bytes()
    again = run("install-hooks", "--yes")
    assert (0, installed) == (again.returncode, settings_path.read_bytes())
    assert f"{settings_path}: nothing to change" in again.stdout
    assert run("uninstall-hooks", "--yes").returncode == 0
    assert settings_path.read_bytes() == ORIGINAL
    assert f"{settings_path}: nothing to change" in run("uninstall-hooks").stdout


def test_nothing_is_written_without_consent(run: Run, settings_path: Path, tmp_path: Path) -> None:
    settings_path.write_bytes(ORIGINAL)
    before = sorted(tmp_path.rglob("*"))
    asked = run("install-hooks")
    assert asked.returncode == 2
    assert "pass --yes" in asked.stderr
    assert "+++" in asked.stdout
    dry = run("install-hooks", "--dry-run", "--yes")
    assert dry.returncode == 0
    assert dry.stdout == asked.stdout
    printed = run("install-hooks", "--print", "--yes")
    assert printed.returncode == 0
    assert {"SessionStart", "UserPromptSubmit"} == set(json.loads(printed.stdout)["hooks"])
    assert settings_path.read_bytes() == ORIGINAL
    assert before == sorted(tmp_path.rglob("*"))


def test_the_config_folder_can_be_chosen(run: Run, settings_path: Path, tmp_path: Path) -> None:
    for name in ("a b", "é"):
        (tmp_path / name).mkdir()
        (tmp_path / name / "ways.json").write_text(NO_ENGINE, "utf-8")
    assert run("install-hooks", "--yes", CLAUDE_CONFIG_DIR=str(tmp_path / "a b")).returncode == 0
    assert run("install-hooks", "--yes", "--config-dir", str(tmp_path / "é")).returncode == 0
    assert 2 == len(commands(tmp_path / "a b" / "settings.json")) == len(commands(tmp_path / "é" / "settings.json"))
    assert not settings_path.exists()


@pytest.mark.parametrize("data", [b'{\n  "a": 1, // no\n}', b"\xff", b'{"a": 1, "a": 2}', b'{"hooks": 7}'])
def test_a_file_that_cannot_be_edited_is_left_alone_and_the_entries_are_printed(
    run: Run, settings_path: Path, data: bytes
) -> None:
    settings_path.write_bytes(data)
    refused = run("install-hooks", "--yes")
    assert refused.returncode == 2
    assert f"{settings_path}:" in refused.stderr.splitlines()[-1]
    assert "Traceback" not in refused.stderr
    assert '"UserPromptSubmit"' in refused.stdout
    assert data == settings_path.read_bytes()


def test_a_folder_in_place_of_the_settings_is_one_line(run: Run, settings_path: Path) -> None:
    settings_path.mkdir()
    for command in ("install-hooks", "uninstall-hooks"):
        refused = run(command, "--yes")
        assert refused.returncode == 2
        assert "not a file" in refused.stderr.splitlines()[-1]
        assert "Traceback" not in refused.stderr


@pytest.mark.skipif(os.name == "nt" or sys.platform == "darwin", reason="XDG decides the state folder")
def test_a_state_folder_that_cannot_be_written_is_one_line(run: Run, settings_path: Path, tmp_path: Path) -> None:
    settings_path.write_bytes(ORIGINAL)
    (tmp_path / "file").touch()
    refused = run("install-hooks", "--yes", XDG_STATE_HOME=str(tmp_path / "file" / "state"))
    assert refused.returncode == 2
    assert "Traceback" not in refused.stderr
    assert settings_path.read_bytes() == ORIGINAL


@pytest.mark.skipif(os.name == "nt", reason="needs a pseudo-terminal")
@pytest.mark.parametrize(("answer", "installed"), [(b"y\n", True), (b"n\n", False), (b"\n", False)])
def test_a_terminal_is_asked(env: dict[str, str], settings_path: Path, answer: bytes, installed: bool) -> None:
    import pty

    settings_path.write_bytes(ORIGINAL)
    ours, theirs = pty.openpty()
    process = subprocess.Popen([*COMMAND, "install-hooks"], env=env, stdin=theirs, stdout=subprocess.PIPE)
    os.write(ours, answer)
    shown, _ = process.communicate(timeout=60)
    os.close(ours)
    os.close(theirs)
    assert process.returncode == 0
    assert f"Change {settings_path}?".encode() in shown
    assert installed == (settings_path.read_bytes() != ORIGINAL)
