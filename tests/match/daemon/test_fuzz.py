"""Thousands of payloads that no client should send, against one daemon: it answers or hangs up, and lives."""

from __future__ import annotations

import json
import os
import random
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.home import ZEBRA, Home, context
from ways_guard.match.daemon import protocol

from .wire import acknowledge, answered, dial, frame

pytestmark = pytest.mark.skipif(not Path("/proc/self/environ").exists(), reason="needs /proc")
EXAMPLES = int(os.environ.get("WAYS_GUARD_EXAMPLES", "1000"))  # session fuzz: 10,000
_STRANGE: tuple[object, ...] = (
    None,
    7,
    -1.5,
    [],
    {},
    "",
    "\0",
    "\ud800",
    "../" * 99,
    "a zebra",
    "zebra {",
    {"a": [[[]]]},
    True,
    "x" * 9_000,
)
_EVENTS = (
    "UserPromptSubmit",
    "SessionStart",
    "PreToolUse",
    "SubagentStart",
    "PreCompact",
    "SessionEnd",
    "nonsense",
    7,
)
_FIELDS = (
    "session_id",
    "cwd",
    "prompt",
    "source",
    "transcript_path",
    "agent_id",
    "tool_name",
    "tool_input",
    "reason",
)


@pytest.fixture(scope="module")
def home(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Home]:
    home = Home(tmp_path_factory.mktemp("fuzz"))
    home.settings(engine="none", bundled=False)
    home.way("animals/zebra", ZEBRA, "pattern: zebra")
    with home.with_daemon():
        assert home.hook(home.payload())
        yield home


def _payload(source: random.Random) -> bytes:
    """Odd fields mostly, sometimes cut off or with bytes exchanged, sometimes no JSON at all."""
    fields = {name: source.choice(_STRANGE) for name in source.sample(_FIELDS, source.randrange(len(_FIELDS)))}
    data = json.dumps({"hook_event_name": source.choice(_EVENTS), **fields}).encode()
    kind = source.randrange(6)
    if kind == 0:
        data = data[: source.randrange(len(data))]
    elif kind == 1:
        spoiled = bytearray(data)
        for _ in range(source.randrange(1, 9)):
            spoiled[source.randrange(len(spoiled))] = source.randrange(256)
        data = bytes(spoiled)
    elif kind == 2:
        data = source.randbytes(source.randrange(200))
    return data


def _checked(text: bytes) -> None:
    """Nothing, or one document that a client understands."""
    if text:
        event = json.loads(text)["hookSpecificOutput"]["hookEventName"]
        context(text, event)


def test_payloads_get_a_document_or_nothing(home: Home) -> None:
    (pid,) = home.daemons()
    source = random.Random(2)
    for _ in range(EXAMPLES):
        with dial(home) as line:
            start = time.monotonic()
            line.sendall(frame(home, _payload(source)))
            status, text = answered(line)
            assert time.monotonic() - start < 5
            acknowledge(line)
        assert protocol.ANSWERED == status
        _checked(text)
    assert [pid] == home.daemons()
    log = home.state / "ways-guard/hook.log"
    assert not log.exists() or "Error at" not in log.read_text()


def test_frames_that_are_none_are_hung_up_on(home: Home) -> None:
    (pid,) = home.daemons()
    source = random.Random(3)
    for _ in range(EXAMPLES // 5):
        data = bytearray(frame(home, b"{}", left=source.choice([b"", b"x", b"-9", b"9" * 99, b"1"])))
        for _ in range(source.randrange(4)):
            data[source.randrange(len(data))] = source.randrange(256)
        with dial(home) as line:
            line.sendall(data[: source.randrange(len(data) + 1)])
            line.shutdown(1)
            if found := answered(line):
                assert found[0] in (protocol.ANSWERED, protocol.REFUSED, protocol.RETIRED)
        if not home.daemons():  # a frame may have asked it to leave
            assert ZEBRA in home.hook(home.payload(session_id=str(source.random())))
    assert 1 == len(home.daemons())
    assert pid


def test_hooks_that_get_them_end_well(home: Home) -> None:
    source = random.Random(4)
    for _ in range(EXAMPLES // 50):
        process = home.start()
        out, err = process.communicate(_payload(source), timeout=60)
        assert (0, b"") == (process.returncode, err)
        _checked(out)
    assert 1 == len(home.daemons())


def test_the_agents_folder_is_as_it_was_before(home: Home) -> None:
    before = _snapshot(home.config)
    for number in range(EXAMPLES // 10):
        payload = home.payload(session_id=str(number % 7), prompt="a zebra", source="startup")
        with dial(home) as line:
            line.sendall(frame(home, json.dumps(payload).encode()))
            assert protocol.ANSWERED == answered(line)[0]
            acknowledge(line)
    assert before == _snapshot(home.config)


def _snapshot(folder: Path) -> dict[str, tuple[bytes, int]]:
    return {
        str(path): (path.read_bytes() if path.is_file() else b"", path.stat().st_mtime_ns)
        for path in sorted(folder.rglob("*"))
    }
