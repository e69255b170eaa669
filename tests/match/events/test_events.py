"""What the events answer: in this process, for the shape of the processes around it see test_hook.py."""

from __future__ import annotations

import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from tests.home import ZEBRA, Home
from tests.match.events.asking import prompted
from ways_guard.agents import AGENTS
from ways_guard.folders import cache_dir, state_dir
from ways_guard.match import events, layout, runtime, service, trust

DIRECTIVE = "Write in {{output_language}}; identifiers stay English."


def _enter(home: Home, monkeypatch: pytest.MonkeyPatch) -> Home:
    for name, value in home.environ.items():
        monkeypatch.setenv(name, value)
    return home


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Home:
    home = Home(tmp_path)
    home.settings(engine="none", bundled=False)
    home.way("animals/zebra", ZEBRA, "pattern: zebra")
    home.write("core.md", f"# Core\n\n{DIRECTIVE}\n\n- One\n")
    return _enter(home, monkeypatch)


def _start(home: Home, source: str = "startup", **variables: str) -> str:
    payload = {"hook_event_name": "SessionStart", "session_id": "7c0a", "source": source, "cwd": str(home.project)}
    return events.EVENTS["session-start"](events.Request(payload, home.environ | variables)).text


_prompt = prompted


@pytest.mark.parametrize("source", ["startup", "clear", "compact", "", "something new", None, 7])
def test_a_session_starts_with_the_directive_and_core(home: Home, source: Any) -> None:
    assert "Write in English; identifiers stay English.\n\n# Core\n\n- One" == _start(home, source)


def test_the_directive_names_the_output_language(home: Home) -> None:
    first = _start(home, LANG="ja_JP.UTF-8").partition("\n")[0]
    assert "Write in Japanese (日本語); identifiers stay English." == first


@pytest.mark.parametrize("source", ["resume", "fork"])
def test_on_resume_only_a_change_is_told(home: Home, source: str) -> None:
    japanese = "Write in Japanese (日本語); identifiers stay English."
    english = "Write in English; identifiers stay English."
    assert _start(home)
    assert "" == _start(home, source)
    assert [japanese, ""] == [_start(home, source, LANG="ja_JP.UTF-8") for _ in range(2)]
    assert [english, ""] == [_start(home, source) for _ in range(2)]
    home.write("core.md", f"{DIRECTIVE}\n\n- Two\n")
    assert [english, ""] == [_start(home, source) for _ in range(2)]


def test_what_could_not_be_printed_is_told_on_resume(home: Home) -> None:
    payload = {"session_id": "7c0a", "source": "startup", "cwd": str(home.project)}
    events.EVENTS["session-start"](events.Request(payload, home.environ)).undo()
    assert _start(home, "resume")


def test_a_core_that_is_too_long_is_cut_behind_the_directive(home: Home) -> None:
    home.write("core.md", f"{'漢字 ' * 9_000}\n\n{DIRECTIVE}\n")
    text = _start(home)
    assert text.startswith("Write in English; identifiers stay English.\n\n漢字 漢字")
    assert text.endswith("…")
    assert 8_900 < len(text) <= 9_000


@pytest.mark.parametrize("core", [b"", b"\xff\xfe# Core", None, "folder"], ids=["empty", "bytes", "none", "folder"])
def test_without_a_core_that_can_be_read_the_language_is_named(home: Home, core: bytes | str | None) -> None:
    path = home.ways / "core.md"
    path.unlink()
    if core == "folder":
        path.mkdir()
    elif isinstance(core, bytes):
        path.write_bytes(core)
    text = _start(home, LANG="ko_KR.UTF-8")
    assert "Korean (한국어)" in text
    assert "\n" not in text


def test_the_nearest_way_is_shown_and_a_disabled_one_is_not(home: Home) -> None:
    home.way("animals/okapi", "Okapis hide.", "pattern: okapi")
    home.settings(engine="none", bundled=False, disabled=["animals/zebra"])
    assert "" == _prompt(home)
    assert "Okapis hide." in _prompt(home, "an okapi and a zebra")


def test_gates_hold_a_way_back_without_using_it_up(home: Home) -> None:
    home.way("animals/okapi", "Okapis hide.", "pattern: okapi", "when:", "  file_exists: jungle.txt")
    home.way("animals/sub", "For others.", "pattern: okapi", "scope: subagent")
    assert "" == _prompt(home, "an okapi")
    (home.project / "jungle.txt").touch()
    assert "" == _prompt(home, "an okapi", cwd=str(home.top))
    assert "Guidance for this task (way animals/okapi):\n\nOkapis hide." == _prompt(home, "an okapi")


def test_a_way_that_did_not_fit_is_shown_with_the_next_prompt(home: Home) -> None:
    home.way("animals/a", "A" * 6_000, "pattern: zebra")
    home.way("animals/b", "B" * 6_000, "pattern: zebra")
    first = _prompt(home)
    assert ("A" * 6_000 in first, "B" * 6_000 in first) == (True, False)
    assert "left out for length: animals/b" in first
    second = _prompt(home)
    assert ("A" * 10 in second, "B" * 6_000 in second) == (False, True)
    assert "" == _prompt(home)


def test_what_could_not_be_printed_is_shown_again(home: Home) -> None:
    events.EVENTS["user-prompt-submit"](events.Request(home.payload(), home.environ)).undo()
    assert ZEBRA in _prompt(home)
    assert "" == _prompt(home)


def test_the_body_is_in_the_output_language_where_there_is_one(home: Home) -> None:
    home.write("animals/zebra/zebra.ja.md", "シマウマには縞がある。\n")
    home.environ["LANG"] = "ja_JP.UTF-8"
    assert _prompt(home).endswith("\n\nシマウマには縞がある。")
    (home.ways / "animals/zebra/zebra.ja.md").unlink()
    assert ZEBRA in _prompt(home, session_id="2")


@pytest.mark.parametrize("models", [{"english": "no/such-model"}, {"multilingual": "no-engine:x"}, {"x": "y"}])
def test_a_model_that_is_not_there_costs_only_the_meaning(home: Home, models: dict[str, str]) -> None:
    home.settings(bundled=False, engine="sentence-transformers", models=models)
    assert ZEBRA in _prompt(home)


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory, bundled_cache: Path) -> Home:
    """A home with two ways that are matched by meaning, built by the embedded engine."""
    home = Home(tmp_path_factory.mktemp("built"))
    home.adopt_embeddings(bundled_cache)
    home.settings(engine="embedded", bundled=False)
    texts = ("description: caring for zebras in a zoo", "vocabulary: zebra stripes hay stable", "pattern: zebra")
    home.way("animals/zebra", ZEBRA, *texts)
    home.way("code/sql", "Use parameters.", "description: writing SQL queries", "vocabulary: join index table")
    home.write(
        "animals/zebra/zebra.locales.jsonl", '{"lang":"de","description":"Zebras im Zoo","vocabulary":"Heu"}'
    )
    with pytest.MonkeyPatch.context() as patch:
        _enter(home, patch)
        scene = runtime.scene(AGENTS["claude-code"], home.environ, home.project)
        service.prepare(scene.roots, scene.config, scene.languages, cache_dir())
    return home


@pytest.fixture
def copy(built: Home, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Home:
    """The same ways with a cache and a state of their own."""
    home = Home(tmp_path)
    home.config = built.config
    home.ways = built.ways
    home.environ["CLAUDE_CONFIG_DIR"] = str(built.config)
    shutil.copytree(built.cache, home.cache)
    return _enter(home, monkeypatch)


MEANT = "Wie viel Heu bekommen die gestreiften Tiere im Zoo?"


def test_a_prompt_in_another_language_gets_the_way_that_it_means(copy: Home) -> None:
    assert ZEBRA in _prompt(copy, MEANT)


def test_a_way_whose_file_went_away_since_the_build_is_not_shown_and_not_used_up(copy: Home) -> None:
    path = copy.ways / "animals/zebra/zebra.md"
    data = path.read_bytes()
    path.unlink()
    try:
        assert "" == _prompt(copy, MEANT)
    finally:
        path.write_bytes(data)
    assert ZEBRA in _prompt(copy, MEANT)


def _of(home: Home, name: str) -> Path:
    (path,) = home.cache.glob(f"**/{name}")
    return path


def _cut(path: Path) -> None:
    path.write_bytes(path.read_bytes()[:-200])


def _fill(data: bytes) -> Callable[[Path], None]:
    def fill(path: Path) -> None:
        path.write_bytes(data)

    return fill


@pytest.mark.parametrize(
    ("name", "damage"),
    [
        ("CURRENT", _fill(b"\xff")),
        ("CURRENT", _fill(b"../../..")),
        ("CURRENT", Path.unlink),
        (layout.MANIFEST, _fill(b"{")),
        (layout.MANIFEST, Path.unlink),
        (layout.TRIGGERS, _fill(b"")),
        (layout.TRIGGERS, _fill(b"[]")),
        (layout.TRIGGERS, _fill(b'{"ways": 3}')),
        (layout.TRIGGERS, _fill(b'{"ways": [{"id": "a"}]}')),
        (layout.TRIGGERS, Path.unlink),
        (layout.RECORDS["multilingual"], _fill(b"{")),
        (layout.RECORDS["multilingual"], _fill(b"")),
        (layout.RECORDS["multilingual"], _fill(b"3\n" * 8)),
        (layout.VECTORS["multilingual"], _fill(b"")),
        (layout.VECTORS["multilingual"], _fill(b"garbage" * 99)),
        (layout.VECTORS["multilingual"], _cut),
        (layout.VECTORS["multilingual"], lambda path: np.save(path, np.zeros((len(np.load(path)), 3), np.float32))),
        (layout.CALIBRATION, _cut),
        (layout.CALIBRATION, _fill(b"")),
        (layout.CALIBRATION, _fill(b"garbage" * 99)),
        (layout.CALIBRATION, Path.unlink),
    ],
)
def test_whatever_is_damaged_patterns_serve(copy: Home, name: str, damage: Callable[[Path], Any]) -> None:
    damage(_of(copy, name))
    assert ZEBRA in _prompt(copy, "paint a zebra")


def test_a_corpus_that_was_never_built_leaves_the_patterns(copy: Home) -> None:
    shutil.rmtree(copy.cache)
    assert ZEBRA in _prompt(copy, "paint a zebra")
    assert "" == _prompt(copy, MEANT, session_id="2")


@pytest.mark.parametrize("text", ["x" * 200_000, "漢字" * 100_000, "word " * 40_000, "\0" * 99, "\ud800" * 99])
def test_a_long_or_odd_prompt_is_answered_in_time(copy: Home, text: str) -> None:
    import time

    start = time.process_time()
    assert ZEBRA in _prompt(copy, f"paint a zebra {text}")
    assert time.process_time() - start < 3


def test_a_broken_ways_json_of_the_users_costs_only_what_it_says(home: Home) -> None:
    (home.config / "ways.json").write_text('{"disabled": [1]}', encoding="utf-8")
    assert ZEBRA.strip() in _prompt(home)
    log = (home.state / "ways-guard" / "hook.log").read_text(encoding="utf-8")
    assert 'ways.json:1:14: "disabled" must be a list of strings' in log


def _links(home: Home) -> Path:
    """A project whose ways and core.md are links to a file outside it."""
    secret = home.top / "secret.txt"
    secret.write_text("the key is under the mat", encoding="utf-8")
    ways = home.project / ".claude" / "ways"
    (ways / "leak").mkdir(parents=True)
    (ways / "leak" / "leak.md").write_text("---\npattern: zebra\n---\nNothing here.\n", encoding="utf-8")
    (ways / "leak" / "leak.en.md").symlink_to(secret)
    (ways / "core.md").symlink_to(secret)
    return secret


def test_a_projects_links_lead_to_nothing_outside_it(home: Home) -> None:
    _links(home)
    assert "under the mat" not in _prompt(home) + _start(home)


def test_a_projects_core_takes_nobodys_place(home: Home) -> None:
    ways = home.project / ".claude" / "ways"
    ways.mkdir(parents=True)
    (ways / "core.md").write_text("# The project's own\n", encoding="utf-8")
    assert "- One" in _start(home)
    (home.config / "ways" / "core.md").unlink()
    assert "# The project's own" in _start(home)


def _trusted(home: Home) -> None:
    trust.give(home.project, state_dir(), trust.contents(home.project))


def test_a_trusted_projects_core_is_the_nearest(home: Home) -> None:
    ways = home.project / ".claude" / "ways"
    ways.mkdir(parents=True)
    (ways / "core.md").write_text("# The project's own\n", encoding="utf-8")
    _trusted(home)
    assert "# The project's own" in _start(home)
    assert "- One" not in _start(home)


def test_a_trusted_projects_ways_shadow_the_users_and_its_settings_disable_them(home: Home) -> None:
    near = home.project / ".claude" / "ways" / "animals" / "zebra"
    near.mkdir(parents=True)
    (near / "zebra.md").write_text("---\npattern: zebra\n---\nNear.\n", encoding="utf-8")
    home.way("animals/gnu", "Gnus.", "pattern: gnu")
    (home.project / ".claude/ways.json").write_text('{"disabled": ["animals/gnu"]}', encoding="utf-8")
    asked = "a zebra and a gnu"
    answer = _prompt(home, asked, session_id="1")
    assert ("Near." in answer, ZEBRA in answer, "Gnus." in answer) == (False, True, True)
    _trusted(home)
    answer = _prompt(home, asked, session_id="2")
    assert ("Near." in answer, ZEBRA in answer, "Gnus." in answer) == (True, False, False)
    (near / "macro.sh").write_text("echo new\n", encoding="utf-8")
    assert ZEBRA in _prompt(home, asked, session_id="3")


def test_a_project_that_is_a_link_to_somewhere_shows_nothing_of_it(home: Home) -> None:
    elsewhere = home.top / "elsewhere"
    (elsewhere / "leak").mkdir(parents=True)
    (elsewhere / "leak" / "leak.md").write_text("---\npattern: zebra\n---\nUnder the mat.\n", encoding="utf-8")
    (home.project / ".claude").mkdir()
    (home.project / ".claude" / "ways").symlink_to(elsewhere)
    assert "Under the mat" not in _prompt(home)
