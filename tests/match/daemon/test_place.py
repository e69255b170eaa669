from __future__ import annotations

import os
from pathlib import Path

import pytest

from ways_guard.match.daemon import place

pytestmark = pytest.mark.skipif(os.name == "nt", reason="POSIX permissions and sockets in folders")


def test_the_socket_lies_in_the_runtime_folder() -> None:
    path = Path(place.address({"XDG_RUNTIME_DIR": "/run/user/7", "HOME": "/home/jo"}))
    assert (Path("/run/user/7/ways-guard"), ".sock") == (path.parent, path.suffix)


@pytest.mark.parametrize("runtime", ["", "relative"])
def test_without_one_it_lies_in_a_folder_of_the_user_in_the_temporary_folder(runtime: str) -> None:
    path = Path(place.address({"XDG_RUNTIME_DIR": runtime, "TMPDIR": "/var/t"}))
    assert Path(f"/var/t/ways-guard-{os.getuid()}") == path.parent


def test_a_path_that_is_too_long_for_a_socket_is_not_used() -> None:
    places = [place.address({"XDG_RUNTIME_DIR": f"/{letter}" + "é" * 60}) for letter in "ab"]
    assert [Path(f"/tmp/ways-guard-{os.getuid()}")] * 2 == [Path(path).parent for path in places]
    assert 2 == len(set(places))


def test_who_keeps_files_elsewhere_has_a_daemon_of_its_own() -> None:
    usual = {"XDG_RUNTIME_DIR": "/run/user/7", "HOME": "/home/jo", "LANG": "de_DE.UTF-8"}
    assert place.address(usual) == place.address({**usual, "LANG": "", "CLAUDE_CONFIG_DIR": "/c", "PWD": "/x"})
    others = [{"HOME": "/home/jo2"}, {"XDG_STATE_HOME": "/s"}, {"XDG_CACHE_HOME": "/s"}, {"HF_HOME": "/s"}]
    assert 5 == len({place.address({**usual, **other}) for other in [{}, *others]})


def test_a_folder_is_made_and_closed_to_others(tmp_path: Path) -> None:
    folder = tmp_path / "ways-guard"
    assert place.make(str(folder))
    assert 0o700 == folder.stat().st_mode & 0o777
    assert place.make(str(folder))


def test_a_folder_that_others_may_enter_is_refused(tmp_path: Path) -> None:
    for mode in (0o755, 0o710, 0o702):
        tmp_path.chmod(mode)
        assert not place.make(str(tmp_path))


def test_a_link_to_a_folder_is_refused(tmp_path: Path) -> None:
    target, link = tmp_path / "target", tmp_path / "link"
    target.mkdir(0o700)
    link.symlink_to(target)
    assert place.is_own(str(target))
    assert not place.make(str(link))
    assert not place.make(str(tmp_path / "missing" / "folder"))


@pytest.mark.skipif(os.name == "nt" or os.getuid() != 0, reason="only root can give folders away")
def test_a_folder_of_somebody_else_is_refused(tmp_path: Path) -> None:
    tmp_path.chmod(0o700)
    assert place.make(str(tmp_path))
    os.chown(tmp_path, 65534, 65534)
    assert not place.make(str(tmp_path))
