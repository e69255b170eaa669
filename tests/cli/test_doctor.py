from __future__ import annotations

import json
import os
import shlex
from pathlib import Path
from typing import Any

import jsonschema
import pytest

from tests.home import Home, script
from ways_guard.way import schema

from .inside import Inside


@pytest.fixture
def home(tmp_path: Path) -> Home:
    home = Inside(tmp_path)
    home.settings(engine="none", bundled=False)
    home.way("animals/zebra", "Zebras.", "pattern: zebra")
    home.environ["PATH"] = os.defpath  # a client that happens to be here is not asked
    return home


@pytest.fixture
def healthy(home: Home) -> Home:
    assert 0 == home.run("install-hooks", "--yes")[0]
    assert 0 == home.run("corpus", "--quiet")[0]
    return home


def _json(home: Home, *arguments: str, cwd: Path | None = None, **variables: str) -> tuple[int, dict[str, Any]]:
    code, out, err = home.run("doctor", "--json", *arguments, cwd=cwd, **variables)
    assert "" == err
    document: dict[str, Any] = json.loads(out)
    jsonschema.validate(document, schema.load("doctor"))
    assert (code, document["healthy"]) in ((0, True), (3, False))
    return code, document


def _errors(document: dict[str, Any]) -> list[tuple[str, str]]:
    return [(one["check"], one["message"]) for one in document["findings"] if one["severity"] == "error"]


def test_what_install_hooks_leaves_is_healthy_and_looking_at_it_leaves_nothing_behind(healthy: Home) -> None:
    before = {path: path.read_bytes() for path in healthy.top.rglob("*") if path.is_file()}
    code, document = _json(healthy)
    assert (0, []) == (code, _errors(document))
    events = {one["event"] for one in document["hooks"]}
    assert {"SessionStart", "UserPromptSubmit", "PreToolUse"} <= events
    assert {None} == {one["error"] for one in document["hooks"]}
    assert all(0 < one["seconds"] < 60 for one in document["hooks"])
    assert before == {path: path.read_bytes() for path in healthy.top.rglob("*") if path.is_file()}


def test_each_problem_stands_with_what_mends_it(home: Home) -> None:
    code, out, err = home.run("doctor")
    assert (3, "") == (code, err)
    lines = out.splitlines()
    at = lines.index("installed      ✗ no hook of ours is in the agent's settings")
    assert "                 → ways-guard install-hooks" == lines[at + 1]
    assert "settings       ok" in lines
    assert lines[-1].startswith("In all         ✗ not healthy")


def test_a_hook_whose_program_is_gone_is_found_and_mended_by_installing_again(healthy: Home) -> None:
    settings = healthy.config / "settings.json"
    now = settings.read_text(encoding="utf-8")
    program = json.loads(now)["hooks"]["SessionStart"][0]["hooks"][0]["command"].split('"')[1]
    gone = f"{healthy.top}/gone/ways-guard-hook"
    settings.write_text(now.replace(program, gone), encoding="utf-8")
    (record,) = (healthy.state / "ways-guard/install").glob("*.json")
    record.write_text(record.read_text(encoding="utf-8").replace(program, gone), encoding="utf-8")
    code, document = _json(healthy)
    assert 3 == code
    assert ("launcher", f"user settings run {gone}, which is not there") in _errors(document)
    mends = {one["mend"] for one in document["findings"] if one["check"] == "launcher"}
    assert {"ways-guard install-hooks"} <= mends
    assert 0 == healthy.run("install-hooks", "--yes")[0]
    assert now == settings.read_text(encoding="utf-8")


def test_settings_that_do_not_parse_are_found(home: Home) -> None:
    (home.config / "settings.json").write_text("{,}", encoding="utf-8")
    code, document = _json(home)
    assert (3, ["settings", "installed"]) == (code, [check for check, _ in _errors(document)])


def test_the_switch_of_the_environment_is_found_and_the_hooks_are_tried_all_the_same(healthy: Home) -> None:
    code, document = _json(healthy, WAYS_GUARD_DISABLE="1")
    assert (3, ["switches"]) == (code, [check for check, _ in _errors(document)])
    assert document["hooks"]


def test_a_command_of_a_strangers_project_is_not_run(home: Home) -> None:
    claude, mark = home.project / ".claude", home.top / "mark"
    claude.mkdir()
    (home.project / ".git").mkdir()
    handler = {"type": "command", "command": f"touch '{mark}'; ways-guard-hook session-start"}
    document = {"hooks": {"SessionStart": [{"hooks": [handler]}]}}
    (claude / "settings.json").write_text(json.dumps(document), encoding="utf-8")
    found = _json(home)[1]
    assert not mark.exists()
    assert [] == found["hooks"]


def test_delivery_without_a_client_is_no_health(home: Home) -> None:
    code, document = _json(home, "--deliver")
    assert (3, False) == (code, document["delivery"]["delivered"])
    assert "the agent's program is not on PATH here" in document["delivery"]["detail"]


@pytest.mark.skipif(os.name == "nt" or os.geteuid() == 0, reason="modes do not bind everybody")
def test_a_state_folder_that_cannot_be_written_is_found(healthy: Home) -> None:
    (healthy.state / "ways-guard").chmod(0o500)
    try:
        assert "configuration" in [check for check, _ in _errors(_json(healthy)[1])]
    finally:
        (healthy.state / "ways-guard").chmod(0o700)


def test_a_wrong_option_is_usage(home: Home) -> None:
    assert 2 == home.run("doctor", "--warp")[0]


def test_an_event_that_the_installer_leaves_out_is_not_missed(healthy: Home) -> None:
    """Of an unknown client: what is told to do would change nothing."""
    _, document = _json(healthy)
    assert [] == [one for one in document["findings"] if one["check"] == "installed"]


def test_entries_that_no_record_knows_are_for_a_person_to_take_out(home: Home) -> None:
    """As a settings file brings them from another machine, or where the state folder was deleted."""
    settings = home.config / "settings.json"
    entry = {"type": "command", "command": '"/old/bin/ways-guard-hook" user-prompt-submit'}
    settings.write_text(json.dumps({"hooks": {"UserPromptSubmit": [{"hooks": [entry]}]}}))
    told = (
        f"take the entries that run /old/bin/ways-guard-hook out of {settings} by hand: no record here knows them"
    )
    code, _, err = home.run("install-hooks", "--yes")
    assert (0, 1) == (code, err.count(told))
    mends = {one["check"]: one["mend"] for one in _json(home)[1]["findings"] if "old" in (one["mend"] or "")}
    assert dict.fromkeys(("launcher", "duplicates", "trials"), told) == mends
    code, _, err = home.run("uninstall-hooks", "--yes")
    assert (0, 1) == (code, err.count(told))
    assert entry == json.loads(settings.read_text())["hooks"]["UserPromptSubmit"][0]["hooks"][0]


def test_a_program_below_the_home_folder_is_there(healthy: Home) -> None:
    settings = healthy.config / "settings.json"
    program = json.loads(settings.read_text())["hooks"]["SessionStart"][0]["hooks"][0]["command"].split('"')[1]
    (healthy.top / "ways-guard-hook").symlink_to(program)
    settings.write_text(settings.read_text().replace(f'\\"{program}\\"', "~/ways-guard-hook"))
    code, document = _json(healthy)
    assert (0, []) == (code, _errors(document))


def test_what_mends_it_names_the_folder_that_was_named(home: Home) -> None:
    other = home.top / "my config"
    _, document = _json(home, "--config-dir", str(other))
    mends = [one["mend"] for one in document["findings"] if one["check"] in ("installed", "corpus")]
    assert f"ways-guard install-hooks --config-dir '{other}'" == mends[0]
    for mend in mends:
        extra = ["--yes"] if "install" in mend else []
        assert 0 == home.run(*shlex.split(mend)[1:], *extra)[0]
    code, document = _json(home, "--config-dir", str(other))
    assert (0, []) == (code, _errors(document))


def test_a_plugin_whose_program_is_not_on_path_brings_nothing(home: Home) -> None:
    (home.config / "settings.json").write_text('{"enabledPlugins": {"ways-guard@ways-guard": true}}')
    code, document = _json(home)
    said = "the plugin ways-guard@ways-guard runs ways-guard-hook, which is not on PATH"
    assert (3, [("launcher", said)]) == (code, _errors(document))
    code, document = _json(home, PATH=f"{Path(script('ways-guard')).parent}{os.pathsep}{os.defpath}")
    assert (0, []) == (code, _errors(document))
    assert {None} == {one["error"] for one in document["hooks"]}
    _, out, _ = home.run("status")
    assert "not installed" not in out
    assert f"plugin ways-guard@ways-guard, on in {home.config / 'settings.json'}" in out


@pytest.mark.skipif(os.name == "nt", reason="needs POSIX modes")
def test_a_read_only_file_is_one_for_root_too(healthy: Home) -> None:
    (healthy.config / "settings.json").chmod(0o444)
    _, document = _json(healthy)
    assert ["settings"] == [one["check"] for one in document["findings"] if "is read-only" in one["message"]]
