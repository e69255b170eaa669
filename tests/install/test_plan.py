from __future__ import annotations

import json
from pathlib import Path

import pytest

from ways_guard.agents import claude_code
from ways_guard.errors import WaysGuardError
from ways_guard.install.plan import diff, plan_install, plan_uninstall, snippet
from ways_guard.install.record import Record

PATH = Path("/home/u/.claude/settings.json")
ENTRIES = claude_code.hook_entries(Path("/opt/bin/ways-guard-hook"))
ELSEWHERE = claude_code.hook_entries(Path("/srv/bin/ways-guard-hook"))


@pytest.mark.parametrize(
    "before",
    [
        None,
        b"",
        b" \r\n\n",
        b"{}",
        b"{ }\n",
        b'\xef\xbb\xbf{\r\n\t"model": "x"\r\n}',
        b"\xef\xbb\xbf",
        b'{"hooks":{"SessionStart":[ ]}}',
    ],
)
def test_uninstall_gives_back_what_was_there(before: bytes | None) -> None:
    plan = plan_install(PATH, before, ENTRIES, None)
    assert plan.changes
    assert plan.record is not None
    assert plan.after is not None
    assert not plan_install(PATH, plan.after, ENTRIES, plan.record).changes
    undone = plan_uninstall(PATH, plan.after, ENTRIES, plan.record)
    assert before == undone.after
    assert undone.record is None


def test_a_byte_order_mark_stays_and_none_is_added() -> None:
    assert (plan_install(PATH, b"\xef\xbb\xbf{}", ENTRIES, None).after or b"").startswith(b"\xef\xbb\xbf{")
    assert (plan_install(PATH, b"{}", ENTRIES, None).after or b"").startswith(b"{")


def test_a_file_that_we_created_stays_when_something_else_is_in_it() -> None:
    plan = plan_install(PATH, None, ENTRIES, None)
    content = json.loads(plan.after or b"")
    content["model"] = "x"
    undone = plan_uninstall(PATH, json.dumps(content).encode(), ENTRIES, plan.record)
    assert undone.after == b'{"model": "x"}'


def test_a_file_that_somebody_emptied_is_not_deleted() -> None:
    plan = plan_install(PATH, None, ENTRIES, None)
    assert not plan_uninstall(PATH, b"{}", ENTRIES, plan.record).changes


def test_another_installation_replaces_our_entries_and_can_be_undone() -> None:
    first = plan_install(PATH, b"{ }", ENTRIES, None)
    second = plan_install(PATH, first.after, ELSEWHERE, first.record)
    assert (first.after or b"").replace(b"/opt/", b"/srv/") == second.after
    assert plan_uninstall(PATH, second.after, ELSEWHERE, second.record).after == b"{ }"


def test_an_event_that_is_no_longer_used_is_taken_out() -> None:
    first = plan_install(PATH, b"{ }", ENTRIES, None)
    fewer = plan_install(PATH, first.after, ELSEWHERE[:1], first.record)
    assert list(json.loads(fewer.after or b"")["hooks"]) == ["SessionStart"]
    assert plan_uninstall(PATH, fewer.after, ELSEWHERE[:1], fewer.record).after == b"{ }"


def test_an_older_installation_of_two_events_becomes_one_of_six() -> None:
    before = b'{"hooks": {"PreToolUse": [{"matcher": "Bash", "hooks": []}], "Stop": []}}'
    first = plan_install(PATH, before, ELSEWHERE[:2], None)
    later = (first.after or b"").replace(b'"Stop"', b'"Notification": [], "Stop"')
    second = plan_install(PATH, later, ENTRIES, first.record)
    hooks = json.loads(second.after or b"")["hooks"]
    others = ["SubagentStart", "PreCompact", "SessionEnd"]
    assert list(hooks) == ["PreToolUse", "Notification", "Stop", "SessionStart", "UserPromptSubmit", *others]
    assert hooks["PreToolUse"] == [
        {"matcher": "Bash", "hooks": []},
        {"matcher": ENTRIES[2].matcher, "hooks": [dict(ENTRIES[2].handler)]},
    ]
    undone = plan_uninstall(PATH, second.after, ENTRIES, second.record)
    assert before.replace(b'"Stop"', b'"Notification": [], "Stop"') == undone.after


def test_without_a_record_only_our_handlers_are_taken_out() -> None:
    installed = plan_install(PATH, b'{"hooks": {"Stop": []}}', ENTRIES, None).after
    undone = plan_uninstall(PATH, installed, ENTRIES, None).after
    assert json.loads(undone or b"") == {"hooks": {"Stop": []} | {entry.event: [] for entry in ENTRIES}}


def test_a_record_of_entries_that_are_gone_says_nothing_about_the_next_installation() -> None:
    created = plan_install(PATH, None, ENTRIES, None).record
    plan = plan_install(PATH, b'{"hooks": { }}', ENTRIES, created)
    assert plan_uninstall(PATH, plan.after, ENTRIES, plan.record).after == b'{"hooks": { }}'


def test_an_entry_that_the_person_took_out_is_put_back_and_can_be_undone() -> None:
    first = plan_install(PATH, b"{}", ENTRIES, None)
    content = json.loads(first.after or b"")
    del content["hooks"]["SessionStart"]
    again = plan_install(PATH, json.dumps(content).encode(), ENTRIES, first.record)
    assert {entry.event for entry in ENTRIES} == set(json.loads(again.after or b"")["hooks"])
    assert plan_uninstall(PATH, again.after, ENTRIES, again.record).after == b"{}"


@pytest.mark.parametrize(
    ("before", "message"),
    [
        (b'{\n  "a": 1,\n}', ":3:1: "),
        (b"{\n  // c\n}", ":2:3: "),
        (b'{"a": 1,\n "a": 2}', ':2:2: the key "a" is here twice'),
        (b'{"hooks": []}', ":1:11: an object is expected here"),
        (b'{"n": "\xff"}', ":1:8: not UTF-8"),
        (b"7", ":1:1: the settings are not a JSON object"),
    ],
)
def test_what_cannot_be_edited_is_refused_with_its_position(before: bytes, message: str) -> None:
    for planner in (plan_install, plan_uninstall):
        if planner is plan_uninstall and b"hooks" in before:
            assert not planner(PATH, before, ENTRIES, None).changes  # nothing of ours can be in there
            continue
        with pytest.raises(WaysGuardError) as caught:
            planner(PATH, before, ENTRIES, None)
        assert f"{PATH}{message}" in str(caught.value)
        assert "\n" not in str(caught.value)


def test_the_diff_shows_what_changes() -> None:
    text = diff(plan_install(PATH, b'{\r\n  "model": "x"\r\n}', ENTRIES, None))
    assert f"--- {PATH}\n+++ {PATH}\n" in text
    assert '+  "model": "x",\n' in text
    assert '+    "SessionStart": [\n' in text
    assert diff(plan_install(PATH, None, ENTRIES, None)).startswith("--- /dev/null\n")
    assert diff(plan_uninstall(PATH, b"{}", ENTRIES, Record())) == ""


def test_the_snippet_is_a_whole_settings_file() -> None:
    assert plan_install(PATH, None, ENTRIES, None).after == snippet(ENTRIES).encode()
