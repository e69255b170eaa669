from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.home import Home
from ways_guard.agents import AGENTS
from ways_guard.errors import WaysGuardError
from ways_guard.match import runtime
from ways_guard.match.runtime import Scene


@pytest.fixture
def home(tmp_path: Path) -> Home:
    home = Home(tmp_path)
    (home.project / ".git").mkdir()
    (home.project / ".claude/ways").mkdir(parents=True)
    (home.project / "src").mkdir()
    return home


def _scene(home: Home, folder: str = "src", **variables: str) -> Scene:
    environ = {"CLAUDE_CONFIG_DIR": str(home.config), **variables}
    return runtime.scene(AGENTS["claude-code"], environ, home.project / folder)


def test_the_roots_of_project_user_and_package_are_in_force(home: Home) -> None:
    scene = _scene(home)
    assert home.project == scene.project
    assert ["project", "user", "bundled"] == [root.origin for root in scene.roots]
    home.settings(bundled=False)
    assert [home.project / ".claude/ways", home.ways] == [root.path for root in _scene(home).roots]


def test_the_folder_that_the_client_started_in_is_the_project(home: Home) -> None:
    started = home.top / "elsewhere"
    (started / ".claude/ways").mkdir(parents=True)
    assert started == _scene(home, CLAUDE_PROJECT_DIR=str(started)).project
    assert home.project == _scene(home, CLAUDE_PROJECT_DIR=str(home.top / "gone")).project


def test_a_folder_that_is_not_there_belongs_to_no_other_project(home: Home) -> None:
    assert runtime.scene(AGENTS["claude-code"], {}, home.top / "gone", home.config).project is None


def test_the_output_language_is_resolved_from_all_places(home: Home) -> None:
    def language(**variables: str) -> tuple[str, str]:
        found = _scene(home).output_language(variables)
        return found.code, found.step

    assert ("en", "default") == language(LANG="C.UTF-8")
    assert ("pt-br", "system") == language(LANG="pt_BR.UTF-8")
    (home.config / "settings.json").write_text('{"language": "日本語"}', encoding="utf-8")
    assert ("ja", "agent") == language(LANG="pt_BR.UTF-8")
    (home.project / ".claude/settings.local.json").write_text('{"language": "klingon"}', encoding="utf-8")
    assert ("en", "default") == language()
    (home.project / ".claude/ways.json").write_text('{"output_language": "Korean"}', encoding="utf-8")
    assert ("ko", "project") == language()
    home.settings(output_language="de")
    assert ("de", "user") == language()
    home.settings(output_language="auto")
    assert ("ko", "project") == language()


def test_roots_that_a_project_names_are_the_projects(home: Home) -> None:
    (home.project / "more").mkdir()
    (home.project / ".claude/ways.json").write_text(
        json.dumps({"roots": ["../more"], "canonical_language": "de"}), encoding="utf-8"
    )
    found = {root.path.name: (root.origin, root.canonical) for root in _scene(home).roots}
    assert ("project", "de") == found["more"]


def test_a_link_to_the_users_ways_does_not_make_them_the_projects(home: Home) -> None:
    link = home.project / ".claude/ways"
    if link.exists():
        link.rmdir()
    try:
        link.symlink_to(home.ways, target_is_directory=True)
    except OSError:
        pytest.skip("links cannot be made here")
    (home.project / ".claude/ways.json").write_text(json.dumps({"canonical_language": "de"}), encoding="utf-8")
    found = [(root.origin, root.canonical) for root in _scene(home).roots if root.path.samefile(home.ways)]
    assert [("user", "en")] == found


def test_a_configuration_that_cannot_be_used_says_where(home: Home) -> None:
    (home.config / "ways.json").write_text(json.dumps({"roots": "ways"}), encoding="utf-8")
    with pytest.raises(WaysGuardError, match=r'ways\.json:1:11: "roots" must be a list of strings'):
        _scene(home)


def test_a_projects_configuration_that_cannot_be_used_is_left_out_and_told(home: Home) -> None:
    path = home.project / ".claude/ways.json"
    path.write_text(json.dumps({"output_language": "ko", "roots": "ways"}), encoding="utf-8")
    scene = _scene(home)
    assert scene.config.output_language_project is None
    assert (f'{path}:1:36: "roots" must be a list of strings',) == scene.config.problems
