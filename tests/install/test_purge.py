from __future__ import annotations

import os
from pathlib import Path

import pytest

from ways_guard.errors import WaysGuardError
from ways_guard.install import purge


@pytest.fixture
def ours(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> list[Path]:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "state"))
    return [tmp_path / "cache" / "ways-guard", tmp_path / "state" / "ways-guard"]


def test_only_what_is_there_and_ours_goes(ours: list[Path]) -> None:
    assert purge.folders() == []
    assert purge.still_installed() == []
    for path in ours:
        (path / "v1" / "deep").mkdir(parents=True)
        (path.parent / "another").mkdir()
    assert ours == purge.folders()
    for path in ours:
        purge.delete(path)
        assert [path.parent / "another"] == list(path.parent.iterdir())
    purge.delete(ours[0])  # gone already


@pytest.mark.skipif(os.name == "nt", reason="needs symbolic links")
def test_a_link_in_place_of_a_folder_is_not_followed(ours: list[Path], tmp_path: Path) -> None:
    (tmp_path / "precious").mkdir()
    ours[0].parent.mkdir()
    ours[0].symlink_to(tmp_path / "precious")
    with pytest.raises(WaysGuardError, match="delete it by hand"):
        purge.delete(*purge.folders())
    assert (tmp_path / "precious").is_dir()
