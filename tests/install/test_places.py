from __future__ import annotations

import json
import os
from pathlib import Path

import pytest

from ways_guard.agents import claude_code
from ways_guard.agents.protocol import HookEntry, Version
from ways_guard.errors import WaysGuardError
from ways_guard.install.apply import apply
from ways_guard.install.places import elsewhere, holds, place, supported
from ways_guard.install.plan import plan_install

LAUNCHER = Path("/opt/bin/ways-guard-hook")
MOVED = Path("/srv/bin/ways-guard-hook")

links = pytest.mark.skipif(os.name == "nt", reason="needs symbolic links")


@pytest.fixture
def environ(settings_path: Path, tmp_path: Path) -> dict[str, str]:
    return {"HOME": str(tmp_path / "home"), "USERPROFILE": str(tmp_path / "home")}


@pytest.fixture
def project(tmp_path: Path) -> Path:
    folder = tmp_path / "project"
    (folder / ".git").mkdir(parents=True)
    (folder / "sub").mkdir()
    return folder


def test_scopes_of_a_project_are_at_the_root_of_its_work_tree(environ: dict[str, str], project: Path) -> None:
    for scope, name in (("project", "settings.json"), ("local", "settings.local.json")):
        assert project / ".claude" / name == place(claude_code, scope, environ, project / "sub").path
    home = Path(environ["HOME"])
    user = place(claude_code, "user", environ, project / "sub")
    assert (home / ".claude" / "settings.json", project) == (user.path, user.project)
    chosen = {**environ, "CLAUDE_CONFIG_DIR": str(project / "c")}
    assert project / "c" / "settings.json" == place(claude_code, "user", chosen, project).path
    assert project / "d" / "settings.json" == place(claude_code, "user", chosen, project, project / "d").path


def test_a_home_folder_in_git_is_no_project(environ: dict[str, str]) -> None:
    home = Path(environ["HOME"])
    (home / ".git").mkdir(parents=True)
    (home / ".claude").mkdir()
    for scope in ("project", "local"):
        with pytest.raises(WaysGuardError, match="take --scope user"):
            place(claude_code, scope, environ, home)


@links
@pytest.mark.parametrize("name", [".claude", ".claude/settings.json"])
def test_a_link_out_of_the_project_is_refused(
    environ: dict[str, str], project: Path, tmp_path: Path, name: str
) -> None:
    (tmp_path / "elsewhere").mkdir()
    (project / name).parent.mkdir(exist_ok=True)
    (project / name).symlink_to(tmp_path / "elsewhere")
    with pytest.raises(WaysGuardError, match="a link leads out of the project"):
        place(claude_code, "project", environ, project)


@links
def test_a_link_within_the_project_is_fine(environ: dict[str, str], project: Path) -> None:
    (project / ".claude").symlink_to(project / "sub")
    assert project / ".claude" / "settings.json" == place(claude_code, "project", environ, project).path


OLD = HookEntry("Old", {"command": "old"})
NEW = HookEntry("New", {"command": "new"}, since=(2, 0, 43))


@pytest.mark.parametrize(
    ("version", "installed", "expected"),
    [
        (None, set(), (OLD,)),
        (None, {"new"}, (OLD, NEW)),
        ((2, 0, 42), {"new"}, (OLD,)),
        ((2, 0, 43), set(), (OLD, NEW)),
        ((2, 1, 0), set(), (OLD, NEW)),
    ],
)
def test_entries_are_those_that_the_client_understands(
    version: Version | None, installed: set[str], expected: tuple[HookEntry, ...]
) -> None:
    assert expected == supported((OLD, NEW), version, installed)


def test_hooks_in_other_scopes_are_found_unless_they_are_the_same(environ: dict[str, str], project: Path) -> None:
    at = {scope: place(claude_code, scope, environ, project) for scope in claude_code.SCOPES}

    def install(scope: str, launcher: Path) -> None:
        apply(plan_install(at[scope].path, None, claude_code.hook_entries(launcher, scope), None))

    assert elsewhere(at["user"], LAUNCHER) == {}
    install("local", LAUNCHER)
    assert elsewhere(at["user"], LAUNCHER) == {}  # the client runs one command once
    assert elsewhere(at["project"], LAUNCHER) == {"local": at["local"].path}
    install("project", LAUNCHER)
    assert elsewhere(at["user"], LAUNCHER) == {"project": at["project"].path}
    install("user", MOVED)
    assert elsewhere(at["local"], LAUNCHER) == {"user": at["user"].path, "project": at["project"].path}


def test_what_cannot_be_read_holds_nothing(tmp_path: Path) -> None:
    path = tmp_path / "settings.json"
    assert not holds(path, {"x"})
    for data in (b"", b"\xff", b"{,}", json.dumps({"hooks": {"Stop": [{"hooks": [{"command": "x y"}]}]}}).encode()):
        path.write_bytes(data)
        assert not holds(path, {"x"})
    path.write_bytes(data)
    assert holds(path, {"x y"})
