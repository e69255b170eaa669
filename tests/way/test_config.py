from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from ways_guard.errors import WaysGuardError
from ways_guard.way import config


def _write(path: Path, text: str | bytes) -> Path:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(text if isinstance(text, bytes) else text.encode())
    return path


def test_a_missing_file_says_nothing(tmp_path: Path) -> None:
    assert {} == config.read(tmp_path / "ways.json") == config.read_document(tmp_path / "languages.json")


def test_unknown_keys_and_a_byte_order_mark_do_no_harm(tmp_path: Path) -> None:
    path = _write(tmp_path / "ways.json", '\ufeff{"colour": 1, "bundled": false}')
    assert {"colour": 1, "bundled": False} == config.read(path)


@pytest.mark.parametrize(
    ("text", "place", "message"),
    [
        (b'{\n "a": "\xff"}', "2:8", "not UTF-8"),
        ('{\n  "a": 1,\n}', "3:1", "a key in double quotes is missing"),
        ("[]", "1:1", "a JSON object is missing here"),
        ("", "1:1", "a JSON value is missing here"),
        ('{"disabled": "code"}', "1:14", '"disabled" must be a list of strings'),
        ('{"roots": ["a", 1]}', "1:11", '"roots" must be a list of strings'),
        ('{"bundled": "no"}', "1:13", '"bundled" must be true or false'),
        ('{"max_ways": 0}', "1:14", '"max_ways" must be a whole number of at least 1'),
        ('{"max_ways": true}', "1:14", '"max_ways" must be a whole number'),
        ('{"output_language": null}', "1:21", '"output_language" must be a string'),
    ],
)
def test_what_is_wrong_is_one_line_with_its_place(
    tmp_path: Path, text: str | bytes, place: str, message: str
) -> None:
    path = _write(tmp_path / "ways.json", text)
    with pytest.raises(WaysGuardError) as raised:
        config.read(path)
    assert str(raised.value).startswith(f"{path}:{place}: ")
    assert message in str(raised.value)
    assert "\n" not in str(raised.value)


def _load(tmp_path: Path, user: str, project: str) -> Any:
    _write(tmp_path / "home/.claude/ways.json", user)
    _write(tmp_path / "project/.claude/ways.json", project)
    return config.load(tmp_path / "home/.claude", tmp_path / "project")


def test_user_and_project_are_laid_together(tmp_path: Path) -> None:
    loaded = _load(
        tmp_path,
        '{"output_language": "de", "disabled": ["a"], "max_ways": 5, "roots": ["more"]}',
        '{"output_language": "fr", "disabled": ["b/*"], "canonical_language": "de"}',
    )
    assert ("de", "fr") == (loaded.output_language_user, loaded.output_language_project)
    assert (frozenset({"a"}), frozenset({"b/*"})) == (loaded.disabled, loaded.project_disabled)
    assert (5, "de") == (loaded.max_ways, loaded.canonical_language)
    assert (tmp_path / "home/.claude/more",) == loaded.roots
    assert () == loaded.project_roots


def test_a_project_may_not_set_what_is_the_users(tmp_path: Path) -> None:
    loaded = _load(
        tmp_path, "{}", '{"max_ways": 50, "engine": "none", "bundled": false, "models": {"english": "x"}}'
    )
    assert config.Config(project_bundled=False) == loaded


def test_a_projects_roots_stay_inside_it(tmp_path: Path) -> None:
    loaded = _load(tmp_path, "{}", '{"roots": ["../docs/ways", "../../home", "/etc"]}')
    assert (tmp_path.resolve() / "project/docs/ways",) == loaded.project_roots
    assert () == loaded.roots


def test_a_projects_root_that_no_folder_can_have_is_left_out(tmp_path: Path) -> None:
    loaded = _load(tmp_path, "{}", r'{"roots": ["a\u0000b", "../docs"]}')
    assert (tmp_path.resolve() / "project/docs",) == loaded.project_roots


def test_outside_any_project_only_the_user_counts(tmp_path: Path) -> None:
    _write(tmp_path / "ways.json", '{"bundled": false}')
    assert config.Config(bundled=False) == config.load(tmp_path, None)


def test_what_a_project_disables_counts_for_all_ways_once_it_is_trusted(tmp_path: Path) -> None:
    project = tmp_path / "project"
    (project / ".claude").mkdir(parents=True)
    (tmp_path / "ways.json").write_text('{"disabled": ["a"]}', encoding="utf-8")
    (project / ".claude/ways.json").write_text('{"disabled": ["b"], "bundled": false}', encoding="utf-8")
    stranger = config.load(tmp_path, project)
    assert (frozenset({"a"}), frozenset({"b"}), True) == (
        stranger.disabled,
        stranger.project_disabled,
        stranger.bundled,
    )
    friend = stranger.with_trust()
    assert (frozenset({"a", "b"}), False) == (friend.disabled, friend.bundled)


def test_a_trusted_project_cannot_bring_back_what_the_user_turned_off(tmp_path: Path) -> None:
    project = tmp_path / "project"
    (project / ".claude").mkdir(parents=True)
    (tmp_path / "ways.json").write_text('{"bundled": false}', encoding="utf-8")
    (project / ".claude/ways.json").write_text('{"bundled": true}', encoding="utf-8")
    assert not config.load(tmp_path, project).with_trust().bundled
