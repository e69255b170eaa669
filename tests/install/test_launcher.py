from __future__ import annotations

import os
import sys
from pathlib import Path

import pytest

from ways_guard.errors import WaysGuardError
from ways_guard.install.launcher import ephemeral_reason, find_launcher

NAME = "ways-guard-hook.exe" if os.name == "nt" else "ways-guard-hook"


@pytest.fixture
def scripts(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An installation whose scripts folder is empty, with nothing of ours elsewhere."""
    monkeypatch.setattr("sysconfig.get_path", lambda *_: str(tmp_path))
    monkeypatch.setattr(sys, "argv", [str(tmp_path / "other" / "ways-guard")])
    monkeypatch.setenv("PATH", str(tmp_path / "path"))
    return tmp_path


def make(folder: Path) -> Path:
    folder.mkdir(exist_ok=True)
    (folder / NAME).touch(mode=0o755)
    return folder / NAME


def test_the_script_of_this_installation_comes_before_the_one_on_path(scripts: Path) -> None:
    on_path = make(scripts / "path")
    assert on_path == find_launcher()
    beside = make(scripts / "other")
    assert beside == find_launcher()
    own = make(scripts)
    assert own == find_launcher()


def test_an_installation_without_the_script_is_an_error(scripts: Path) -> None:
    with pytest.raises(WaysGuardError, match="install ways-guard with"):
        find_launcher()


@pytest.mark.skipif(os.name == "nt", reason="such names cannot exist there")
@pytest.mark.parametrize("name", ["line\nbreak", os.fsdecode(b"\xff")])
def test_a_path_that_json_or_a_shell_cannot_hold_is_an_error(
    scripts: Path, monkeypatch: pytest.MonkeyPatch, name: str
) -> None:
    try:
        make(scripts / name)
    except OSError:
        pytest.skip("this file system refuses the name as well")
    monkeypatch.setenv("PATH", str(scripts / name))
    with pytest.raises(WaysGuardError, match="not a path"):
        find_launcher()


@pytest.mark.parametrize(
    "folder",
    [
        "home/u/.cache/uv/archive-v0/x/bin",
        "Users/u/AppData/Local/uv/cache/x/Scripts",
        "srv/cache/archive-v0/x/bin",
        "home/u/.cache/uv/environments-v2/tool-1/bin",
        "home/u/.cache/pipx/1/bin",
        "home/u/.local/share/pipx/.cache/1/bin",
        "Users/u/Library/Caches/pipx/1/bin",
        "Users/u/AppData/Local/pipx/pipx/Cache/1/Scripts",
        "home/u/.cache/pre-commit/repo/py_env/bin",
        "work/project/.nox/tests/bin",
        "temp/x/bin",
    ],
)
def test_a_place_that_is_cleaned_up_is_named(tmp_path: Path, folder: str) -> None:
    assert ephemeral_reason(tmp_path / folder / NAME, tmp_path / "temp")


@pytest.mark.parametrize(
    "folder",
    [
        "home/u/.local/bin",
        "home/u/.local/share/pipx/venvs/ways-guard/bin",
        "home/u/.local/share/uv/tools/ways-guard/bin",
        "usr/bin",
        "temporary/bin",
    ],
)
def test_a_place_that_stays_is_fine(tmp_path: Path, folder: str) -> None:
    assert ephemeral_reason(tmp_path / folder / NAME, tmp_path / "temp") is None
