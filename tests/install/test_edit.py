"""Text in, text out: what is not ours keeps every byte."""

from __future__ import annotations

import json
from typing import Any

import pytest

from ways_guard.agents import AGENTS
from ways_guard.agents.protocol import HookEntry
from ways_guard.install.edit import Ours, RefusedError, Trace, add, ours_of, remove

ENTRIES = (
    HookEntry("SessionStart", {"type": "command", "command": '"/opt/w g/ways-guard-hook" session-start'}),
    HookEntry("UserPromptSubmit", {"type": "command", "command": '"/opt/w g/ways-guard-hook" prompt'}),
)
COMMANDS = ours_of(ENTRIES)
FORMER = tuple(
    HookEntry(entry.event, {**entry.handler, "command": entry.command.replace("/opt", "/old")}) for entry in ENTRIES
)
NOTHING: tuple[Ours, Trace] = ({}, Trace())
OLD_COMMANDS = ours_of(FORMER)

FOREIGN = {"hooks": [{"type": "command", "command": "echo 'ways-guard-hook session-start'"}]}


def test_a_new_file_reads_like_one_of_the_client() -> None:
    installed, _ = add("{}\n", ENTRIES[:1], *NOTHING)
    expected = {"hooks": {"SessionStart": [{"hooks": [dict(ENTRIES[0].handler)]}]}}
    assert json.dumps(expected, indent=2) + "\n" == installed


@pytest.mark.parametrize("indent", [1, 4, "\t"])
def test_the_indent_of_the_file_is_followed(indent: int | str) -> None:
    before: dict[str, Any] = {"model": "x", "hooks": {"Stop": [FOREIGN], "SessionStart": [FOREIGN]}}
    installed, _ = add(json.dumps(before, indent=indent), ENTRIES, *NOTHING)
    assert json.dumps(json.loads(installed), indent=indent) == installed


@pytest.mark.parametrize("separators", [(",", ":"), (", ", ": ")])
def test_a_file_of_one_line_stays_one_line(separators: tuple[str, str]) -> None:
    before: dict[str, Any] = {"model": "x", "hooks": {"Stop": [FOREIGN], "SessionStart": []}}
    installed, _ = add(json.dumps(before, separators=separators), ENTRIES, *NOTHING)
    assert json.dumps(json.loads(installed), separators=separators) == installed


def test_line_ends_are_followed() -> None:
    installed, _ = add('{\r\n  "model": "x"\r\n}\r\n', ENTRIES, *NOTHING)
    assert installed.count("\n") == installed.count("\r\n") > 10


def test_a_foreign_hook_that_mentions_ours_stays() -> None:
    handler = {"type": "command", "command": f"time {ENTRIES[0].command}"}
    text = json.dumps({"hooks": {"SessionStart": [{"hooks": [handler]}]}})
    installed, trace = add(text, ENTRIES, *NOTHING)
    assert text == remove(text, COMMANDS, trace)
    assert text == remove(installed, COMMANDS, trace)


def test_edits_of_the_person_survive() -> None:
    installed, trace = add("{ }", ENTRIES, *NOTHING)
    document_ = json.loads(installed)
    document_["model"] = "x"
    document_["hooks"]["SessionStart"].append(FOREIGN)
    document_["hooks"]["UserPromptSubmit"][0]["hooks"].append({"type": "command", "command": "mine"})
    kept = {
        "hooks": {
            "SessionStart": [FOREIGN],
            "UserPromptSubmit": [{"hooks": [{"type": "command", "command": "mine"}]}],
        },
        "model": "x",
    }
    assert kept == json.loads(remove(json.dumps(document_), COMMANDS, trace))


TOOLS = HookEntry("PreToolUse", {"type": "command", "command": "ways-guard-hook tool"}, "Bash|Edit")


def test_a_matcher_stands_before_the_hooks_of_its_group_and_goes_with_it() -> None:
    foreign = {"matcher": "Bash|Edit", **FOREIGN}
    text = json.dumps({"hooks": {"PreToolUse": [foreign]}})
    installed, trace = add(text, [TOOLS], *NOTHING)
    group = {"matcher": "Bash|Edit", "hooks": [dict(TOOLS.handler)]}
    assert installed == json.dumps({"hooks": {"PreToolUse": [foreign, group]}})
    assert text == remove(installed, ours_of([TOOLS]), trace)


@pytest.mark.parametrize("group", [{"matcher": "Bash"}, {"matcher": "Bash|Edit", "x": 1}, {"matcher": None}])
def test_a_group_that_is_not_as_we_write_it_is_the_persons(group: dict[str, Any]) -> None:
    text = json.dumps({"hooks": {"PreToolUse": [{**group, "hooks": [dict(TOOLS.handler)]}]}})
    expected = {"hooks": {"PreToolUse": [{**group, "hooks": []}]}}
    assert expected == json.loads(remove(text, ours_of([TOOLS]), Trace()))


def test_what_a_person_emptied_and_we_filled_again_is_left_empty() -> None:
    installed, first = add("{}", ENTRIES, *NOTHING)
    emptied = json.loads(installed)
    emptied["hooks"]["SessionStart"] = []
    text = json.dumps(emptied)
    again, trace = add(text, ENTRIES, COMMANDS, first)
    assert json.loads(remove(again, COMMANDS, trace)) == {"hooks": {"SessionStart": []}}


def test_containers_that_are_not_ours_stay_when_they_become_empty() -> None:
    handlers = json.dumps(dict(ENTRIES[0].handler))
    text = '{"hooks": {"SessionStart": [{"matcher": "startup", "hooks": [' + handlers + "]}]}}"
    expected = '{"hooks": {"SessionStart": [{"matcher": "startup", "hooks": []}]}}'
    assert expected == remove(text, COMMANDS, add("{}", ENTRIES, *NOTHING)[1])


def test_a_changed_timeout_is_kept_and_the_double_of_an_older_entry_goes() -> None:
    old, _ = add("{}", FORMER, *NOTHING)
    both, _ = add(old, ENTRIES, *NOTHING)
    both = both.replace('session-start"', 'session-start", "timeout": 3')
    cleaned, _ = add(both, ENTRIES, OLD_COMMANDS, Trace())
    assert "/old" not in cleaned
    assert cleaned.count("/opt") == 2
    assert json.loads(cleaned)["hooks"]["SessionStart"][0]["hooks"][0]["timeout"] == 3


@pytest.mark.parametrize(
    ("text", "where"),
    [
        ('{"a": 1,}', 8),
        ("{\n// no\n}", 2),
        ("[]", 0),
        ('{"a": 1, "a": 2}', 9),
        ('{"env": [{"a": 1, "b": 2, "a": 2}]}', 26),
        ('{"hooks": []}', 10),
        ('{"hooks": {"SessionStart": {}}}', 27),
        ('{"hooks": {"SessionStart": [7]}}', 28),
        ('{"hooks": {"SessionStart": [{}]}}', 28),
        ('{"hooks": {"SessionStart": [{"hooks": "x"}]}}', 38),
        ('{"hooks": {"SessionStart": [{"hooks": ["x"]}]}}', 39),
        ('{"a": ' + "[" * 5000 + "]" * 5000 + "}", None),
    ],
)
def test_what_cannot_be_edited_safely_is_refused(text: str, where: int | None) -> None:
    with pytest.raises(RefusedError) as caught:
        add(text, ENTRIES, *NOTHING)
    assert where in (None, caught.value.offset)


def test_a_very_long_number_is_only_text() -> None:
    text = '{"n": %s}' % ("7" * 6000)
    installed, trace = add(text, ENTRIES, *NOTHING)
    assert text == remove(installed, COMMANDS, trace)


def test_the_real_entries_of_every_agent_can_be_added_and_removed(tmp_path: Any) -> None:
    for agent in AGENTS.values():
        entries = agent.hook_entries(tmp_path / 'a "$x" `é日本')
        installed, trace = add("{\n}", entries, *NOTHING)
        assert remove(installed, ours_of(entries), trace) == "{\n}"
