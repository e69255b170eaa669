from __future__ import annotations

import os
from pathlib import Path

import pytest

from ways_guard.agents import claude_client
from ways_guard.agents.protocol import Setting, SettingsDocument

posix = pytest.mark.skipif(os.name == "nt", reason="stands in for the client by a shell script")


def client(path: Path, script: str) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(f"#!/bin/sh\n{script}\n")
    path.chmod(0o755)


@posix
@pytest.mark.parametrize(
    ("script", "expected"),
    [
        ("echo '2.1.332 (Claude Code)'", (2, 1, 332)),
        ("echo ' 2.0.9-beta.1 (Claude Code)'; exit 1", (2, 0, 9)),
        ("echo 'claude: not logged in'", None),
        ("exit 3", None),
        ("printf '\\377\\376'", None),
    ],
)
def test_the_version_is_what_the_client_says(
    tmp_path: Path, script: str, expected: tuple[int, int, int] | None
) -> None:
    client(tmp_path / "bin" / "claude", script)
    assert expected == claude_client.version({"PATH": str(tmp_path / "bin")}, tmp_path)


@posix
def test_a_client_that_is_not_on_path_is_found_where_its_installer_puts_it(tmp_path: Path) -> None:
    assert claude_client.version({}, tmp_path) is None
    client(tmp_path / ".claude" / "local" / "claude", "echo 1.0.3")
    assert claude_client.version({}, tmp_path) == (1, 0, 3)
    client(tmp_path / ".local" / "bin" / "claude", "echo 2.1.0")
    assert claude_client.version({}, tmp_path) == (2, 1, 0)


@pytest.mark.parametrize(
    ("near", "far", "expected"),
    [
        ({}, {}, None),
        ({}, {"ways-guard@m": True}, Setting("ways-guard@m", "far")),
        ({"ways-guard@m": True}, {"ways-guard@m": True}, Setting("ways-guard@m", "near")),
        ({"ways-guard@m": False}, {"ways-guard@m": True}, None),
        ({"ways-guard@m": False}, {"ways-guard@n": ["1.0"]}, Setting("ways-guard@n", "far")),
        ({"ways-guard-extra@m": True, "my-ways-guard@m": True}, {"other@ways-guard": True}, None),
        ([], "ways-guard", None),
    ],
)
def test_the_strongest_file_that_names_it_decides(near: object, far: object, expected: Setting | None) -> None:
    files = (SettingsDocument(name, {"enabledPlugins": value}) for name, value in (("near", near), ("far", far)))
    assert expected == claude_client.plugin(files)
