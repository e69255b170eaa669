from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import jsonschema
import pytest

from tests.home import Home
from ways_guard.way import schema

from .inside import Inside


@pytest.fixture
def home(tmp_path: Path) -> Home:
    home = Inside(tmp_path)
    home.settings(engine="none", bundled=False)
    home.way("animals/zebra", "Zebras.", "pattern: zebra")
    home.way("animals/gnu", "Gnus.", 'pattern: "gnu(?=s)"', 'files: "[\\x1b"')
    home.write("core.md", "Write in {{output_language}}.\n")
    (home.project / ".claude/ways/theirs").mkdir(parents=True)
    (home.project / ".claude/ways/theirs/theirs.md").write_text("---\npattern: x\n---\nX\n", encoding="utf-8")
    return home


def _json(home: Home, *arguments: str, **variables: str) -> dict[str, Any]:
    code, out, err = home.run("status", "--json", *arguments, cwd=None, **variables)
    assert (0, "") == (code, err)
    document: dict[str, Any] = json.loads(out)
    jsonschema.validate(document, schema.load("status"))
    return document


def _install(home: Home, *hooks: str) -> None:
    groups = [{"hooks": [{"type": "command", "command": command}]} for command in hooks]
    (home.config / "settings.json").write_text(
        json.dumps({"hooks": {"UserPromptSubmit": groups}}), encoding="utf-8"
    )


def test_a_bare_machine_is_told_what_it_lacks(tmp_path: Path) -> None:
    home = Inside(tmp_path)
    home.settings(engine="none")
    code, out, err = home.run("status")
    assert (0, "") == (code, err)
    for text in (
        "Language   English (en), from LANG",
        "Models     ! engine none: ways fire by their patterns only",
        "! the corpus is not built: run ways-guard corpus",
        "Project    none here",
        "Hooks      ! not installed: run ways-guard install-hooks",
        "Daemon     not running; the next hook starts it",
        "Rewriting  off: no prompt leaves this machine",
    ):
        assert text in out


def test_the_corpus_of_each_root_is_told(home: Home) -> None:
    def corpus() -> dict[str, tuple[bool, Any, int]]:
        roots = _json(home)["roots"]
        return {root["origin"]: (root["generation"] is not None, root["stale"], root["ways"]) for root in roots}

    assert {"project": (False, True, 1), "user": (False, True, 2)} == corpus()
    assert 0 == home.run("corpus", "--quiet")[0]
    assert {"project": (True, False, 1), "user": (True, False, 2)} == corpus()
    home.way("animals/zebra", "Other.", "pattern: zebra")
    assert {"project": (True, False, 1), "user": (True, True, 2)} == corpus()
    assert "! the corpus is out of date: run ways-guard corpus" in home.run("status")[1]


def test_what_is_not_embedded_is_told(home: Home) -> None:
    home.run("corpus", "--quiet")
    assert ["no multilingual model: stubs are not embedded", "engine none: ways fire by their patterns only"] == (
        _json(home)["roots"][1]["not_embedded"]
    )


def test_patterns_that_can_never_match_are_told(home: Home) -> None:
    broken = _json(home)["ways"]["broken_patterns"]
    assert [("animals/gnu", "pattern", "gnu(?=s)"), ("animals/gnu", "files", "[\x1b")] == [
        (one["id"], one["field"], one["pattern"]) for one in broken
    ]
    out = home.run("status")[1]
    path = home.ways / "animals/gnu/gnu.md"
    assert f"✗ {path}: pattern: can never match: invalid perl operator: gnu(?=s)" in out
    assert "\x1b" not in out


def test_what_is_turned_off_is_told_and_what_turns_off_nothing(home: Home) -> None:
    home.settings(engine="none", bundled=False, disabled=["animals/gnu", "animal/zebra"])
    ways = _json(home)["ways"]
    assert (["animals/gnu"], ["animal/zebra"], 2) == (ways["disabled"], ways["unknown"], ways["in_force"])
    assert "! disabled in ways.json, and no way's id: animal/zebra" in home.run("status")[1]


def test_the_languages_of_the_ways_are_told(home: Home) -> None:
    lines = [json.dumps({"lang": lang, "description": "x", "vocabulary": "x"}) for lang in ("ja", "de")]
    home.write("animals/zebra/zebra.locales.jsonl", "\n".join(lines))
    home.write("animals/zebra/zebra.ar.md", "---\ndescription: x\nvocabulary: x\n---\nX\n")
    assert ["ar", "de", "ja"] == _json(home)["ways"]["languages"]
    assert "with aliases in 3 languages: ar de ja\n" in home.run("status")[1]


def test_checks_of_the_original_system_are_named(home: Home) -> None:
    home.write("animals/zebra/zebra.check.md", "Check.\n")
    assert [str(home.ways / "animals/zebra/zebra.check.md")] == _json(home)["roots"][1]["checks"]
    expected = "checks of the original system, read by nothing here: animals/zebra/zebra.check.md"
    assert expected in home.run("status")[1]


def test_what_a_stranger_may_not_do_is_told_until_the_project_is_trusted(home: Home) -> None:
    top = home.project / ".claude"
    (top / "ways.json").write_text('{"disabled": ["animals/*", "theirs"]}', encoding="utf-8")
    (top / "ways/core.md").write_text("Theirs.\n", encoding="utf-8")
    (top / "ways/theirs/macro.sh").write_text("echo\n", encoding="utf-8")
    out = home.run("status")[1]
    assert "not trusted: it only adds ways; `ways-guard trust` shows what it would do else" in out
    assert "without effect until it is trusted: core.md, macros, disabled animals/*\n" in out
    assert str(home.ways / "core.md") == _json(home)["core"]
    home.run("trust", "--yes")
    document = _json(home)
    assert ("trusted", str(top / "ways/core.md"), 0) == (
        document["trust"],
        document["core"],
        document["ways"]["in_force"],
    )
    assert "trusted: its ways come before yours, its macros run" in home.run("status")[1]
    (top / "ways.json").unlink()
    assert "! not trusted any more, since its macros or its ways.json changed" in home.run("status")[1]


def test_hooks_are_told_by_scope(home: Home) -> None:
    home.run("install-hooks", "--yes", "--scope", "user")
    scopes = {one["scope"]: one for one in _json(home)["hooks"]}
    assert {"SessionStart", "UserPromptSubmit"} <= set(scopes["user"]["events"])
    assert ([], []) == (scopes["user"]["missing_program"], scopes["user"]["original"])


def test_hooks_that_cannot_work_and_others_of_the_kind_are_told(home: Home) -> None:
    _install(
        home, '"/gone/ways-guard-hook" user-prompt-submit', "${HOME}/.claude/hooks/ways/check-prompt.sh", "true"
    )
    out = home.run("status")[1]
    place = f"user: {home.config}/settings.json"
    assert f"✗ {place}: runs /gone/ways-guard-hook, which is not there" in out
    assert f"! {place}: the original system has 1 hook there, too: guidance comes twice" in out
    (home.config / "settings.json").write_text("{,}", encoding="utf-8")
    assert f"✗ {place}: not JSON: " in home.run("status")[1]


def test_configuration_that_cannot_be_used_is_told(home: Home) -> None:
    (home.config / "ways.json").write_text('{"disabled": 7}', encoding="utf-8")
    assert [f'{home.config}/ways.json:1:14: "disabled" must be a list of strings'] == _json(home)["problems"]
    home.settings(engine="warp")
    assert "there is no engine 'warp'" in _json(home)["engine"]["error"]
    assert {None} == {root["stale"] for root in _json(home)["roots"]}


def test_a_rewriter_is_told_with_where_prompts_go(home: Home) -> None:
    home.settings(engine="none", rewrite={"provider": "openai", "url": "https://models.example/v1", "model": "m"})
    assert "! on (openai): prompts go to https://models.example/v1" in home.run("status")[1]
    home.settings(engine="none", rewrite={"recipe": "apertium"})
    assert "! on (command): prompts go to the program apertium" in home.run("status")[1]
    home.settings(engine="none", rewrite={"provider": "openai"})
    assert 'off: rewrite in ways.json cannot be used: "url" is missing' in home.run("status")[1]


def test_a_line_for_people_is_neither_broken_nor_cut(home: Home) -> None:
    out = home.run("status", cwd=None, COLUMNS="20", NO_COLOR="1")[1]
    assert f"  user     {home.ways}: 2 ways\n" in out


def test_it_changes_nothing(home: Home) -> None:
    before = sorted(path for path in home.top.rglob("*"))
    home.run("status")
    assert before == sorted(path for path in home.top.rglob("*"))


def test_a_root_in_the_home_of_nobody_is_no_fault(home: Home) -> None:
    home.settings(engine="none", bundled=False, roots=["~nobody-of-this-name/ways", str(home.ways)])
    assert 0 == home.run("status")[0]
    assert 0 == home.run("match", "zebra")[0]
