"""The hook as the client runs it: bytes in, one JSON document or nothing out, exit code 0 whatever happens."""

from __future__ import annotations

import json
import os
import subprocess
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tests.home import EVENT, ZEBRA, Home, context, script
from ways_guard.agents import claude_code
from ways_guard.match import answer, events

posix_only = pytest.mark.skipif(os.name == "nt", reason="needs POSIX")


_WAYS = ["alone", pytest.param("by the daemon", marks=posix_only)]


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Home]:
    """Where the daemon lives that answers all tests."""
    house = Home(tmp_path_factory.mktemp("house"))
    with house.with_daemon():
        yield house


@pytest.fixture(params=_WAYS)
def home(tmp_path: Path, request: pytest.FixtureRequest) -> Home:
    """What a client sees is the same, whichever process answers."""
    home = Home(tmp_path)
    home.settings(engine="none", bundled=False)
    home.way("animals/zebra", ZEBRA, "pattern: zebra")
    if request.param != "alone":
        home.share(request.getfixturevalue("house"))
    return home


@pytest.mark.parametrize(
    "data",
    [
        b"",
        b" \n\n",
        b"no JSON at all",
        b'{"hook_event_name":"UserPromptSubmit","prompt":"paint a zeb',
        b"[]",
        b"null",
        b'"zebra"',
        b"{}",
        bytes(range(256)) * 9,
        b"\xff\xfe{\x00}\x00",
        b"[" * 200_000,
        b'{"a":' * 200_000,
        b"zebra" * 1_000_000,
        b'{"prompt":%s}' % (b"9" * 5_000),
    ],
    ids=lambda data: f"{data[:8]!r}-{len(data)}",
)
def test_what_is_no_payload_gets_no_answer(home: Home, data: bytes) -> None:
    assert "" == home.hook(data, "user-prompt-submit")


def test_a_prompt_gets_the_way_that_its_words_ask_for(home: Home) -> None:
    assert f"Guidance for this task (way animals/zebra):\n\n{ZEBRA}" == home.hook(home.payload())


@pytest.mark.parametrize("event", ["PostToolUse", "Stop", "Nonsense", "userPromptSubmitted", 7, ""])
def test_other_events_get_no_answer(home: Home, event: object) -> None:
    assert "" == home.hook(home.payload(hook_event_name=event))


@pytest.mark.parametrize("event", ["userPromptSubmit", "user_prompt_submit", "USERPROMPTSUBMIT"])
def test_other_spellings_of_an_event_are_understood(home: Home, event: str) -> None:
    assert ZEBRA in home.hook(home.payload(hook_event_name=event))


@pytest.mark.parametrize(
    "arguments",
    [
        ("user-prompt-submit",),
        ("--agent", "claude-code", "user-prompt-submit"),
        ("user-prompt-submit", "--agent", "nobody"),
        ("user-prompt-submit", "--agent"),
    ],
    ids=" ".join,
)
def test_the_argument_names_the_event_where_the_payload_does_not(home: Home, arguments: tuple[str, ...]) -> None:
    assert ZEBRA in home.hook({"prompt": "a zebra"}, *arguments)


def test_the_payload_decides_where_the_argument_says_something_else(home: Home) -> None:
    assert ZEBRA in home.hook(home.payload(), "session-start")


def test_a_payload_of_nothing_but_event_and_prompt_is_answered_each_time(home: Home) -> None:
    for _ in range(2):  # without a session there is nothing to remember
        assert ZEBRA in home.hook({"hook_event_name": EVENT, "prompt": "a zebra"})


@pytest.mark.parametrize(
    "change",
    [
        {"session_id": 7, "cwd": [], "transcript_path": {}, "permission_mode": None, "agent_id": True},
        {"cwd": None},
        {"cwd": "/no/such/folder"},
        {"cwd": "x" * 5_000},
        {"cwd": "/a\0b"},
        {"cwd": "\ud800"},
        {"session_id": "\ud800/../../x" * 999},
        {"nested": [[[[[{"a": [{}] * 9}]]]]] * 99},
    ],
    ids=lambda change: "-".join(change)[:30],
)
def test_odd_fields_do_not_cost_the_answer(home: Home, change: dict[str, Any]) -> None:
    assert ZEBRA in home.hook(home.payload(**change))


@pytest.mark.parametrize("prompt", [None, 7, ["a zebra"], {"a": "zebra"}, "", "  \n"])
def test_a_prompt_that_is_none_gets_no_answer(home: Home, prompt: object) -> None:
    assert "" == home.hook(home.payload(prompt=prompt))


def test_a_byte_order_mark_is_no_obstacle(home: Home) -> None:
    assert ZEBRA in home.hook(b"\xef\xbb\xbf" + json.dumps(home.payload()).encode())


def test_a_prompt_of_5_mb_is_answered_in_time(home: Home) -> None:
    start = time.monotonic()
    assert ZEBRA in home.hook(home.payload(prompt="a zebra " + "}\n" * 2_500_000))
    assert time.monotonic() - start < 10  # what the installed entry allows


def test_texts_of_all_scripts_arrive_as_they_were_written(home: Home) -> None:
    body = "日本語と漢字\n🦓👩‍👩‍👧 שלום ‏عربي\n𝔘𝔫𝔦 ไทย 한국어\u2028Ende"
    home.way("animals/okapi", body, "pattern: オカピ")
    text = home.hook(home.payload(prompt="\ud800 オカピ \udfff 🦓 שלום"))
    assert f"Guidance for this task (way animals/okapi):\n\n{body}" == text
    raw = json.dumps(home.payload(prompt="オカピ", session_id="2"), ensure_ascii=False).encode()
    assert body in home.hook(raw)


def test_a_pipe_that_never_closes_is_not_waited_for(home: Home) -> None:
    sent = [b"", b'{"hook_event_name":', json.dumps(home.payload()).encode()]
    processes = [home.start() for _ in sent]
    for process, data in zip(processes, sent, strict=True):
        assert process.stdin
        process.stdin.write(data)
        process.stdin.flush()
    silent, half, whole = processes
    assert 0 == whole.wait(10)
    assert silent.poll() is None  # the whole document was answered at once, the others are still waited for
    assert [0, 0] == [silent.wait(10), half.wait(10)]
    outputs = [process.communicate() for process in processes]
    assert [b""] * 3 == [err for _, err in outputs]
    assert ["", "", ZEBRA] == [context(out)[-len(ZEBRA) :] for out, _ in outputs]


@posix_only
def test_a_terminal_is_told_what_this_is(home: Home) -> None:
    import pty

    ours, theirs = pty.openpty()
    process = home.start(stdin=theirs)
    out, err = process.communicate(timeout=20)
    os.close(ours)
    os.close(theirs)
    assert (0, b"") == (process.returncode, out)
    assert err.startswith(b"usage: ways-guard-hook")


@posix_only
@pytest.mark.parametrize("closed", ["<&-", ">&-", "2>&-", "<&- >&- 2>&-"])
def test_streams_that_are_not_there_are_no_fault(home: Home, closed: str) -> None:
    data = json.dumps(home.payload()).encode()
    command = ["sh", "-c", f'exec "$0" user-prompt-submit {closed}', script("ways-guard-hook")]
    done = subprocess.run(command, env=home.environ, input=data, capture_output=True, timeout=20)
    assert (0, b"") == (done.returncode, done.stderr)
    assert (closed == "2>&-") == (ZEBRA in context(done.stdout))


@posix_only
def test_a_way_that_could_not_be_printed_is_shown_next_time(home: Home) -> None:
    reader, writer = os.pipe()
    os.close(reader)
    process = home.start(stdout=writer)
    _, err = process.communicate(json.dumps(home.payload()).encode(), timeout=20)
    os.close(writer)
    assert (0, b"") == (process.returncode, err)
    assert ZEBRA in home.hook(home.payload())


def test_folders_that_cannot_be_written_cost_only_memory(home: Home) -> None:
    file = home.write("file", "")
    places = {name: str(file / "x") for name in ("HOME", "USERPROFILE", "XDG_STATE_HOME", "XDG_CACHE_HOME")}
    for _ in range(2):
        assert ZEBRA in home.hook(home.payload(), **places)


@posix_only
def test_no_home_at_all(home: Home) -> None:
    del home.environ["HOME"]
    assert ZEBRA in home.hook(home.payload())


def test_it_can_be_switched_off(home: Home) -> None:
    assert "" == home.hook(home.payload(), WAYS_GUARD_DISABLE="1")


def test_a_broken_configuration_is_logged_and_silences_nothing(home: Home) -> None:
    (home.config / "ways.json").write_bytes(b'{"bundled": ')
    assert ZEBRA in home.hook(home.payload(prompt="a zebra and a secret"))
    log = (home.state / "ways-guard/hook.log").read_text(encoding="utf-8")
    assert "ways.json:1:13: not JSON: a JSON value is missing here" in log
    assert 1 == log.count("\n")
    assert "zebra" not in log


def test_a_broken_configuration_of_a_project_silences_nobody_and_is_logged(home: Home) -> None:
    folder = home.project / ".claude"
    folder.mkdir()
    (folder / "ways.json").write_bytes(b'{"disabled": "zebra"}')
    assert ZEBRA in home.hook(home.payload(prompt="a zebra and a secret"))
    assert "written in English" in home.hook(home.payload(hook_event_name="SessionStart", source="startup"))
    log = (home.state / "ways-guard/hook.log").read_text(encoding="utf-8")
    assert f'{folder / "ways.json"}:1:14: "disabled" must be a list of strings' in log
    assert 2 == log.count("\n")
    assert "secret" not in log


def test_a_way_is_shown_once_a_session_and_again_after_clear_and_compact(home: Home) -> None:
    def shown(**values: Any) -> bool:
        return ZEBRA in home.hook(home.payload(**values))

    assert [True, False] == [shown(), shown()]
    assert [True, False] == [shown(session_id="other"), shown(session_id="other")]
    for source in ("clear", "compact"):
        assert home.hook(home.payload(hook_event_name="SessionStart", source=source))
        assert [True, False] == [shown(), shown()]
    assert not shown(session_id="other")
    assert "" == home.hook(home.payload(hook_event_name="SessionStart", source="resume"))
    assert not shown()


def test_hooks_that_run_at_once_show_a_way_once(home: Home) -> None:
    data = json.dumps(home.payload()).encode()
    processes = [home.start() for _ in range(8)]
    for process in processes:
        assert process.stdin
        process.stdin.write(data)
    texts = [context(process.communicate(timeout=60)[0]) for process in processes]
    assert [0] * 8 == [process.returncode for process in processes]
    assert 1 == sum(ZEBRA in text for text in texts)
    assert 7 == texts.count("")


def test_nothing_is_left_running_behind_a_prompt(home: Home) -> None:
    before = home.running()  # sessions that others began in the daemon's home may still be built
    assert home.hook(home.payload())
    assert set(home.running()) <= set(before)


_VALUES = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(st.characters(exclude_categories=())),
    lambda children: st.lists(children, max_size=3) | st.dictionaries(st.text(max_size=9), children, max_size=3),
    max_leaves=9,
)
_FIELDS = ("session_id", "cwd", "prompt", "source", "transcript_path", "permission_mode", "agent_id", "prompt_id")
_PAYLOADS = st.dictionaries(st.sampled_from(_FIELDS), _VALUES | st.just("a zebra") | st.just("resume"))


@settings(
    max_examples=100, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture], database=None
)
@given(payload=_PAYLOADS, event=st.sampled_from(sorted(events.EVENTS)), noise=st.binary(max_size=20))
def test_any_payload_gets_one_document_or_nothing(
    home: Home, monkeypatch: pytest.MonkeyPatch, payload: dict[str, Any], event: str, noise: bytes
) -> None:
    for name, value in home.environ.items():
        monkeypatch.setenv(name, value)
    data = json.dumps(payload | {"hook_event_name": event}).encode()
    assert isinstance(answer.parse(data + noise), dict)
    assert isinstance(answer.parse(noise), dict)
    received = answer.parse(data)
    assert event == answer.event_of(received, [], claude_code)
    reply = events.EVENTS[event](events.Request(received, home.environ))
    if reply.text:
        assert reply.text == context(
            answer.envelope(claude_code.encode(event, reply.text)), claude_code.EVENTS[event]
        )
    wanted = isinstance(payload.get("prompt"), str) and "zebra" in payload["prompt"]
    assert not reply.text or event == "session-start" or wanted
