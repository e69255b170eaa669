from __future__ import annotations

from pathlib import Path

import pytest

from tests.home import Home
from ways_guard.cli import shared
from ways_guard.errors import WaysGuardError
from ways_guard.way.discover import Root


@pytest.fixture(params=["terminal", "file"])
def terminal(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> bool:
    """Whether rich takes standard error for a terminal."""
    for name in ("NO_COLOR", "TTY_INTERACTIVE", "TTY_COMPATIBLE", "FORCE_COLOR"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("TERM", "xterm")
    if request.param == "terminal":
        monkeypatch.setenv("FORCE_COLOR", "1")
    return bool(request.param == "terminal")


def test_nothing_to_embed_leaves_no_trace(capsys: pytest.CaptureFixture[str], terminal: bool) -> None:
    with shared.bar():
        pass
    assert ("", "") == tuple(capsys.readouterr())


def test_a_terminal_shows_how_far_each_root_is_and_a_log_tells_once_that_it_works(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, terminal: bool
) -> None:
    with shared.bar() as progress:
        for ready in (0, 3):
            if progress:
                progress(Root(tmp_path / "ways", "repo"), ready, 3)
    out, err = capsys.readouterr()
    assert ("", terminal, terminal) == (out, "Embedding ways" in err, "3/3" in err)
    assert terminal or "embedding 3 texts …\n" == err


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Home:
    home = Home(tmp_path)
    for name, value in home.environ.items():
        monkeypatch.setenv(name, value)
    monkeypatch.chdir(home.project)
    return home


def test_without_a_repo_the_roots_in_force_here_are_meant(home: Home) -> None:
    (home.project / ".claude/ways").mkdir(parents=True)
    home.settings(disabled=["a"], engine="none")
    place = shared.place(None)
    assert ["project", "user", "bundled"] == [root.origin for root in place.roots]
    assert ("none", {"a"}) == (place.config.engine, set(place.config.disabled))


def test_a_repo_stands_alone_and_neither_hides_ways_nor_chooses_models(home: Home) -> None:
    repo = home.top / "repo"
    (repo / "hooks/ways").mkdir(parents=True)
    (repo / "ways.json").write_text('{"engine": "none", "models": {"english": "evil"}, "disabled": ["b"]}', "utf-8")
    (repo / "languages.json").write_text('{"languages": {"xx": {"name": "Xish", "native": "Xish"}}}', "utf-8")
    home.settings(disabled=["a"], engine="embedded")
    place = shared.place(repo)
    assert [(repo / "hooks/ways", "repo")] == [(root.path, root.origin) for root in place.roots]
    assert ("embedded", {}) == (place.config.engine, dict(place.config.models))
    assert not place.config.disabled | place.config.project_disabled
    assert "Xish" == place.languages["xx"].name


def test_an_engine_on_the_command_line_comes_before_all_of_ways_json(home: Home) -> None:
    home.settings(engine="embedded", models={"english": "gone"})
    assert ("none", {}) == (lambda chosen: (chosen.engine, dict(chosen.models)))(shared.place(None, "none").config)


def test_a_repo_that_is_not_there_is_said(home: Home) -> None:
    (home.top / "file").touch()
    for path in (home.top / "gone", home.top / "file"):
        with pytest.raises(WaysGuardError, match="no such folder: name a way repo"):
            shared.place(path)
