from __future__ import annotations

from pathlib import Path

import pytest

from ways_guard import folders
from ways_guard.constants import CORPUS_FORMAT


def test_the_variables_decide_on_every_system(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "state"))
    assert tmp_path / f"cache/ways-guard/v{CORPUS_FORMAT}" == folders.cache_dir()
    assert tmp_path / "state/ways-guard" == folders.state_dir()


@pytest.mark.parametrize("value", [None, "", "relative/folder"])
def test_else_the_usual_place_of_the_system_does(monkeypatch: pytest.MonkeyPatch, value: str | None) -> None:
    for name in ("XDG_CACHE_HOME", "XDG_STATE_HOME"):
        monkeypatch.delenv(name, raising=False)
        if value is not None:
            monkeypatch.setenv(name, value)
    for folder in (folders.cache_dir(), folders.state_dir()):
        assert folder.is_absolute()
        assert "ways-guard" in folder.parts
