from __future__ import annotations

import os
from pathlib import Path

import pytest

from ways_guard.errors import WaysGuardError
from ways_guard.install.replace import leftovers, replace, sweep


def test_only_what_a_killed_run_left_is_swept(tmp_path: Path) -> None:
    target = tmp_path / "settings.json"
    others = [
        ".settings.json.swp",
        ".settings.json.ways-guard-",
        ".settings.json.ways-guard-too-long9",
        "settings.json",
    ]
    for name in (*others, ".settings.json.ways-guard-ab_12xyz"):
        (tmp_path / name).touch()
    assert leftovers(target) == [tmp_path / ".settings.json.ways-guard-ab_12xyz"]
    sweep(target)
    assert sorted(others) == sorted(path.name for path in tmp_path.iterdir())
    assert leftovers(tmp_path / "missing" / "settings.json") == []


def test_a_check_that_fails_leaves_the_old_file_and_nothing_else(tmp_path: Path) -> None:
    target = tmp_path / "settings.json"
    target.write_bytes(b"old")

    def check() -> None:
        assert target.read_bytes() == b"old"
        raise WaysGuardError("changed")

    with pytest.raises(WaysGuardError, match="changed"):
        replace(target, b"new", check)
    assert target.read_bytes() == b"old"
    assert list(tmp_path.iterdir()) == [target]


@pytest.mark.skipif(os.name == "nt" or os.geteuid() != 0, reason="only root gives files away")
def test_with_sudo_a_file_stays_its_owners(tmp_path: Path) -> None:
    os.chown(tmp_path, 1234, 1235)
    target = tmp_path / "settings.json"
    replace(target, b"new")
    assert (target.stat().st_uid, target.stat().st_mode & 0o7777) == (1234, 0o600)
    os.chown(target, 1236, 1237)
    target.chmod(0o644)
    replace(target, b"newer")
    assert (target.stat().st_uid, target.stat().st_gid, target.stat().st_mode & 0o7777) == (1236, 1237, 0o644)
