"""A settings file and a state folder of its own for every test."""

from __future__ import annotations

from pathlib import Path

import pytest


@pytest.fixture
def settings_path(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "state"))
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.setattr("ways_guard.install.record.state_dir", lambda: tmp_path / "state" / "ways-guard")
    return tmp_path / "home" / ".claude" / "settings.json"
