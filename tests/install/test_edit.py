"""Text in, text out: what is not ours keeps every byte."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ways_guard.agents import AGENTS
from ways_guard.agents.protocol import HookEntry
from ways_guard.install.edit import RefusedError, Trace, add, contains, document, remove

ENTRIES = (
    HookEntry("SessionStart", {"type": "command", "command": '"/opt/w g/ways-guard-hook" session-start'}),
    HookEntry("UserPromptSubmit", {"type": "command", "command": '"/opt/w g/ways-guard-hook" prompt'}),
)
COMMANDS = frozenset(entry.command for entry in ENTRIES)
FORMER = tuple(
    HookEntry(entry.event, {**entry.handler, "command": entry.command.replace("/opt", "/old")}) for entry in ENTRIES
)
NOTHING: tuple[frozenset[str], Trace] = (frozenset(), Trace())
OLD_COMMANDS = frozenset(entry.command for entry in FORMER)

FOREIGN = {"hooks": [{"type": "command", "command": "echo 'ways-guard-hook session-start'"}]}

blank = st.text(" \t\n\r", max_size=3)
key = st.text(max_size=4)
event = st.sampled_from(["SessionStart", "UserPromptSubmit", "Stop", "Nouveauté"])
number = st.sampled_from(["0", "-0", "1.50", "1E400", "1e-7", "9" * 30, "-0.0e+10", "1.0000000000000000000001"])


@st.composite
def string(draw: st.DrawFn, text: str | None = None) -> str:
    """A string literal with each character spelled one of the ways that JSON allows."""
    text = draw(st.text(max_size=5)) if text is None else text
    return '"' + "".join(draw(st.sampled_from(_spellings(character))) for character in text) + '"'


def _spellings(character: str) -> list[str]:
    escaped = json.dumps(character)[1:-1]
    return [escaped] if character in '"\\' or character < " " else [character, escaped]


@st.composite
def container(draw: st.DrawFn, elements: st.SearchStrategy[str], brackets: str, most: int = 3) -> str:
    parts = draw(st.lists(elements, max_size=most))
    inner = ",".join(draw(blank) + part + draw(blank) for part in parts) or draw(blank)
    return brackets[0] + inner + brackets[1]


@st.composite
def members(draw: st.DrawFn, keys: st.SearchStrategy[str], values: st.SearchStrategy[str], most: int = 3) -> str:
    names = draw(st.lists(keys, max_size=most, unique=True))
    parts = [draw(blank) + draw(string(name)) + draw(blank) + ":" + draw(blank) + draw(values) for name in names]
    return "{" + ",".join(part + draw(blank) for part in parts) + ("" if parts else draw(blank)) + "}"


scalar = st.one_of(number, string(), st.sampled_from(["true", "false", "null"]))
anything = st.recursive(scalar, lambda inner: st.one_of(container(inner, "[]"), members(key, inner)), max_leaves=6)
handler = members(st.sampled_from(["type", "command", "timeout", "x"]), anything)


@st.composite
def group(draw: st.DrawFn) -> str:
    matcher = draw(st.sampled_from(["", '"matcher":"Bash" ,', '"matcher" : "ways-guard-hook",']))
    return "{" + draw(blank) + matcher + '"hooks":' + draw(container(handler, "[]")) + draw(blank) + "}"


hooks = members(event, container(group(), "[]"))


@st.composite
def settings_text(draw: st.DrawFn) -> str:
    """A settings file as a person or a program might have left it."""
    others = draw(members(key.filter(lambda name: name != "hooks"), anything))
    if draw(st.booleans()):
        written = draw(string("hooks")) + draw(blank) + ":" + draw(blank) + draw(hooks)
        comma = "," if others.strip("{} \t\r\n") else ""
        others = "{" + written + draw(blank) + comma + others[1:]
    return draw(blank) + others + draw(blank)


@settings(max_examples=400, deadline=None)
@given(settings_text())
def test_install_then_uninstall_gives_the_same_bytes(text: str) -> None:
    installed, trace = add(text, ENTRIES, *NOTHING)
    assert contains(installed, COMMANDS)
    assert text == remove(installed, COMMANDS, trace)


@settings(max_examples=100, deadline=None)
@given(settings_text())
def test_installing_twice_is_installing_once(text: str) -> None:
    installed, _ = add(text, ENTRIES, *NOTHING)
    assert installed == add(installed, ENTRIES, COMMANDS, Trace())[0]


@settings(max_examples=100, deadline=None)
@given(settings_text())
def test_every_foreign_entry_keeps_its_text_while_installed(text: str) -> None:
    installed, _ = add(text, ENTRIES, *NOTHING)
    node, after = document(text), document(installed)
    for member in node.members or ():
        if member.key != "hooks":
            found = after.find(member.key)
            assert found is not None
            assert text[member.node.start : member.node.end] == installed[found.start : found.end]
    for name, groups in (node.value.get("hooks") or {}).items():
        for index in range(len(groups)):
            old, new = node.find("hooks", name, index), after.find("hooks", name, index)
            assert old is not None
            assert new is not None
            assert text[old.start : old.end] == installed[new.start : new.end]


@settings(max_examples=100, deadline=None)
@given(settings_text())
def test_an_upgrade_in_between_does_not_spoil_the_undo(text: str) -> None:
    older, trace = add(text, FORMER, *NOTHING)
    newer, _ = add(older, ENTRIES, OLD_COMMANDS, trace)
    assert newer == older.replace("/old", "/opt")
    assert text == remove(newer, COMMANDS, trace)


@settings(max_examples=100, deadline=None)
@given(settings_text())
def test_the_client_rewriting_the_file_does_not_spoil_the_undo(text: str) -> None:
    installed, trace = add(text, ENTRIES, *NOTHING)
    rewritten = json.dumps(_loads(installed), indent=2)
    assert _loads(text) == _loads(remove(rewritten, COMMANDS, trace))


def _loads(text: str) -> Any:
    return json.loads(text, parse_float=str)  # Python reads 1E400 as infinity, which it does not write as JSON


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
        assert remove(installed, frozenset(entry.command for entry in entries), trace) == "{\n}"
