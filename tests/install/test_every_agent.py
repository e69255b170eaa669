"""Installing for every agent, whatever shape its file has, and out again to the byte."""

from __future__ import annotations

import json
import os
from pathlib import Path, PurePosixPath
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ways_guard.agents import AGENTS, copilot, cursor, gemini
from ways_guard.agents.protocol import AgentConfig
from ways_guard.errors import WaysGuardError
from ways_guard.install import installed
from ways_guard.install.edit import contains, document, ours_of
from ways_guard.install.plan import Plan, plan_install, plan_uninstall, snippet
from ways_guard.install.record import Record

from .settings_files import flat_hooks, grouped_hooks, settings_bytes

PATH = Path("/nowhere/hooks.json")
LAUNCHER = PurePosixPath("/opt/a b/ways-guard-hook")
MOVED = PurePosixPath("/srv/ways-guard-hook")
OTHERS = sorted(AGENTS.keys() - {"claude-code"})
_FEWER = settings(deadline=None, max_examples=int(os.environ.get("WAYS_GUARD_EXAMPLES", "100")) // 5)


def install(
    agent: AgentConfig, before: bytes | None, known: Record | None = None, launcher: PurePosixPath = LAUNCHER
) -> Plan:
    return plan_install(PATH, before, agent.hook_entries(launcher), known, agent.SHAPE)


def uninstall(agent: AgentConfig, before: bytes | None, known: Record | None) -> Plan:
    return plan_uninstall(PATH, before, agent.hook_entries(LAUNCHER), known, agent.SHAPE)


def loads(data: bytes | None) -> Any:
    return json.loads((data or b"").decode("utf-8-sig"), parse_float=str)


def foreign(data: bytes, commands: Any = ()) -> list[tuple[str, str]]:
    """Every element of every event as it is spelled, in order, without ours."""
    text = data.decode("utf-8-sig")
    hooks = document(text).find("hooks")
    return [
        (event.key, text[element.start : element.end])
        for event in (hooks.members or () if hooks else ())
        for element in event.node.items or ()
        if not any(json.dumps(command) in text[element.start : element.end] for command in commands)
    ]


@pytest.mark.parametrize("name", OTHERS)
def test_installing_and_uninstalling(name: str) -> None:
    agent = AGENTS[name]
    files = settings_bytes(grouped_hooks if agent.SHAPE.grouped else flat_hooks, version=not agent.SHAPE.grouped)
    ours = ours_of(agent.hook_entries(LAUNCHER))

    @_FEWER
    @given(before=files, indent=st.sampled_from([None, 2]))
    def there_and_back(before: bytes, indent: int | None) -> None:
        plan = install(agent, before)
        assert plan.after is not None
        assert all(contains(plan.after.decode("utf-8-sig"), {command}) for command in ours)
        assert foreign(before) == foreign(plan.after, ours)
        # Twice is once, with a record and without.
        assert not install(agent, plan.after, plan.record).changes
        assert not install(agent, plan.after).changes
        # Out again: to the byte, and with everything in it where the file was written anew.
        assert before == uninstall(agent, plan.after, plan.record).after
        rewritten = json.dumps(loads(plan.after), indent=indent).encode()
        assert loads(before) == loads(uninstall(agent, rewritten, plan.record).after)
        # A program that has moved is renewed, and then taken out as well.
        moved = install(agent, plan.after, plan.record, MOVED)
        assert moved.after is not None
        assert not contains(moved.after.decode("utf-8-sig"), ours)
        assert foreign(before) == foreign(moved.after, ours_of(agent.hook_entries(MOVED)))
        assert before == uninstall(agent, moved.after, moved.record).after

    there_and_back()


@pytest.mark.parametrize("name", OTHERS)
@pytest.mark.parametrize("before", [None, b"", b" \n", b"{}", b"{ }\n", b'{"hooks":{ }}', b'{"a":1}'])
def test_plain_files_come_back(name: str, before: bytes | None) -> None:
    plan = install(AGENTS[name], before)
    undone = uninstall(AGENTS[name], plan.after, plan.record)
    assert (before, None) == (undone.after, undone.record)


def test_a_list_of_handlers_in_a_file_with_a_version() -> None:
    entries = cursor.hook_entries(LAUNCHER)
    expected = {
        "version": 1,
        "hooks": {
            "sessionStart": [dict(entries[0].handler)],
            "beforeSubmitPrompt": [dict(entries[1].handler)],
            "postToolUse": [{**entries[2].handler, "matcher": "Shell|Write"}],
            "preCompact": [dict(entries[3].handler)],
        },
    }
    text = json.dumps(expected, indent=2) + "\n"
    assert text.encode() == install(cursor, None).after
    assert text == snippet(entries, cursor.SHAPE)


def test_groups_with_names_beside_other_settings() -> None:
    before = b'{\n  "theme": "x",\n  "hooks": {\n    "BeforeAgent": []\n  }\n}\n'
    group = loads(install(gemini, before).after)["hooks"]["BeforeAgent"]
    assert [{"hooks": [dict(gemini.hook_entries(LAUNCHER)[1].handler)]}] == group


def test_a_version_that_is_not_known_is_refused() -> None:
    with pytest.raises(
        WaysGuardError, match=r'hooks.json:1:13: "version" is not 1: this is no format that we know'
    ):
        install(cursor, b'{"version": 2, "hooks": {}}')


@pytest.mark.parametrize("hooks", ['{"sessionStart": {}}', '{"sessionStart": ["x"]}', "[]"])
def test_a_file_of_another_shape_is_refused(hooks: str) -> None:
    with pytest.raises(WaysGuardError, match="is expected here; nothing was changed"):
        install(cursor, f'{{"version": 1, "hooks": {hooks}}}'.encode())


def test_others_who_came_later_keep_the_version() -> None:
    plan = install(cursor, None)
    later = loads(plan.after)
    later["hooks"]["stop"] = [{"command": "theirs"}]
    undone = uninstall(cursor, json.dumps(later).encode(), plan.record)
    assert {"version": 1, "hooks": {"stop": [{"command": "theirs"}]}} == loads(undone.after)


def test_a_file_of_our_own_goes_without_a_record_too() -> None:
    data = install(copilot, None).after
    assert uninstall(copilot, data, None).after is None
    kept = loads(data)
    kept["hooks"]["sessionStart"].append({"type": "command", "bash": "theirs"})
    undone = uninstall(copilot, json.dumps(kept).encode(), None)
    assert {"version": 1, "hooks": {"sessionStart": [{"type": "command", "bash": "theirs"}]}} == loads(undone.after)


@pytest.mark.parametrize("name", AGENTS)
def test_what_stands_in_a_file_is_read(name: str) -> None:
    agent = AGENTS[name]
    found = list(installed.hooks(loads(install(agent, None).after)))
    entries = agent.hook_entries(LAUNCHER)
    assert [("ours", entry.event, entry.command, str(LAUNCHER)) for entry in entries] == [
        hook[:4] for hook in found
    ]
