"""The whole way of a prompt, with real HTTP on loopback and real programs."""

from __future__ import annotations

import json
import os
import sys
import time
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest

from ways_guard.constants import BREAKER_FAILURES
from ways_guard.match.rewrite import http
from ways_guard.match.rewrite.chain import Rewriter, seconds
from ways_guard.match.rewrite.model import AbstainedError, Rewritten
from ways_guard.way.languages import load_bundled

from .server import BAD, FORMS, Server, answering, serving

PROMPT = "je crois que j'ai une syphilis"
ANSWER = Rewritten("I think that I have syphilis", ("syphilis",))


@pytest.fixture(autouse=True)
def key(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("ANTHROPIC_API_KEY", "not-a-key")
    monkeypatch.setenv("OPENAI_API_KEY", "no-key-either")


def _rewriter(folder: Path, settings: Mapping[str, Any]) -> Rewriter:
    return Rewriter(settings, folder / "cache", folder / "state", load_bundled())


def _to(server: Server, name: str, **values: Any) -> dict[str, Any]:
    return {"provider": name, "url": server.url, "model": "a-model", "deadline_ms": 400, **values}


@pytest.mark.parametrize("name", FORMS)
def test_a_prompt_is_rewritten_once(tmp_path: Path, name: str) -> None:
    with serving(answering(FORMS[name])) as server:
        rewriter = _rewriter(tmp_path, _to(server, name))
        assert [(ANSWER, "")] * 2 == [rewriter.start(PROMPT, "fr", "en").result() for _ in range(2)]
        assert 1 == len(server.seen)
        assert (ANSWER, "") == rewriter.start(PROMPT, "fr", "en", ["une autre question"]).result()
        assert 2 == len(server.seen), "another conversation, another question"


@pytest.mark.parametrize("name", FORMS)
@pytest.mark.parametrize("fault", BAD)
def test_a_bad_answer_is_none_within_the_deadline(tmp_path: Path, name: str, fault: str) -> None:
    with serving(BAD[fault](FORMS[name])) as server:
        start = time.monotonic()
        answer, reason = _rewriter(tmp_path, _to(server, name)).start(PROMPT, "fr", "en").result()
        took = time.monotonic() - start
    assert answer is None
    assert reason
    assert "syphilis" not in reason
    assert took < 1, "0.4 seconds, and what a busy machine adds"
    assert not (tmp_path / "cache" / "rewrites.sqlite3").exists()


@pytest.mark.parametrize("fault", ["dripping", "goes on and on", "half a head"])
def test_nobody_listens_to_a_server_after_the_deadline(fault: str) -> None:
    ends = time.monotonic() + 0.4
    with serving(BAD[fault](FORMS["openai"])) as server, pytest.raises(AbstainedError, match="took too long"):
        http.post(f"{server.url}/x", {}, {}, lambda: ends - time.monotonic())
    assert time.monotonic() - ends < 1


def test_what_means_something_else_is_none(tmp_path: Path) -> None:
    with serving(answering(FORMS["openai"])) as server:
        question = _rewriter(tmp_path, _to(server, "openai")).start(PROMPT, "fr", "en")
        assert (None, "the answer means something else than the prompt") == question.result(lambda _: False)


def test_a_server_that_is_down_is_left_alone_for_a_while(tmp_path: Path) -> None:
    with serving(BAD["500"](FORMS["openai"])) as server:
        rewriter = _rewriter(tmp_path, _to(server, "openai"))
        reasons = [rewriter.start(f"{PROMPT} {number}", "fr", "en").result()[1] for number in range(6)]
        assert BREAKER_FAILURES == len(server.seen)
    assert reasons[-1] == "the rewriter failed several times and is left alone for a while"


@pytest.mark.parametrize(
    ("prompt", "source", "reason"),
    [
        (PROMPT, "en", "it is in the canonical language"),
        (PROMPT, None, "its language is not sure"),
        ("oui", "fr", "it is too short"),
        ("`je crois que` https://example.org/une/syphilis", "fr", "it is too short"),
    ],
)
def test_what_need_not_be_asked_is_not(tmp_path: Path, prompt: str, source: str | None, reason: str) -> None:
    settings = {"provider": "command", "command": ["/no/such/program"]}
    assert (None, reason) == _rewriter(tmp_path, settings).start(prompt, source, "en").result()


@pytest.mark.parametrize("name", FORMS)
def test_what_is_sent_is_data_without_secrets(tmp_path: Path, name: str) -> None:
    with serving(answering(FORMS[name])) as server:
        prompt = f"{PROMPT}\n```\ncode()\n```\nmon token est ghp_abcdefghijklmnop1234"
        before = ["password: hunter2", "premier", "deuxième"]
        _rewriter(tmp_path, _to(server, name)).start(prompt, "fr", "en", before).result()
        _, headers, body = server.seen[0]
    told = json.loads(next(one["content"] for one in body["messages"] if one["role"] == "user"))
    assert {"before": ["premier", "deuxième"], "last": f"{PROMPT} mon token est"} == told
    keys = {"openai": ("authorization", "Bearer no-key-either"), "anthropic": ("x-api-key", "not-a-key")}
    header, value = keys[name]
    assert value == {name.lower(): text for name, text in headers.items()}[header]


def _script(folder: Path, source: str) -> list[str]:
    path = folder / "program.py"
    path.write_text(source, encoding="utf-8")
    return [sys.executable, str(path)]


@pytest.mark.parametrize(
    ("source", "expected"),
    [
        ("print('I think that I have syphilis')", Rewritten("I think that I have syphilis")),
        (
            "import json; print(json.dumps({'rewritten_query': 'I have syphilis', 'entities': ['syphilis', 3]}))",
            Rewritten("I have syphilis", ("syphilis",)),
        ),
        ("import sys; assert 'syphilis' in sys.stdin.read(); print('I have it')", Rewritten("I have it")),
        ("import sys; print('This is from', *sys.argv[1:])", Rewritten("This is from fr fra en eng")),
        (
            "import os; print('Is this disabled:', os.environ['WAYS_GUARD_DISABLE'])",
            Rewritten("Is this disabled: 1"),
        ),
    ],
    ids=["text", "json", "stdin", "codes", "environment"],
)
def test_a_program_reads_and_writes_text(tmp_path: Path, source: str, expected: Rewritten) -> None:
    argv = [*_script(tmp_path, source), "{source}", "{source3}", "{target}", "{target3}"]
    rewriter = _rewriter(tmp_path, {"provider": "command", "command": argv, "deadline_ms": 5_000})
    assert (expected, "") == rewriter.start(PROMPT, "fr", "en").result()


def test_a_route_of_a_language_is_several_programs(tmp_path: Path) -> None:
    argv = _script(tmp_path, "import sys; print('dat is niet', sys.argv[1], 'na', sys.stdin.read()[-9:].strip())")
    settings = {
        "provider": "command",
        "routes": {"fr": [[*argv, "one"], [*argv, "two"]]},
        "deadline_ms": 5_000,
    }
    rewriter = _rewriter(tmp_path, settings)
    answer = Rewritten("dat is niet two na syphilis")
    assert (answer, "") == rewriter.start(PROMPT, "fr", "nl").result()
    assert (None, "no command for prompts in de") == rewriter.start(PROMPT, "de", "nl").result()


@pytest.mark.parametrize(
    ("source", "reason"),
    [
        ("import time; time.sleep(9)", "took too long"),
        ("import subprocess, sys; subprocess.Popen([sys.executable, '-c', 'import time; time.sleep(9)'])", ""),
        ("raise SystemExit(3)", "failed with exit code"),
        ("pass", "the answer is empty"),
        ("print('x' * 10_000_000)", "longer than"),
        ("while True: print('x' * 1_000_000)", "longer than"),
        ("import sys; sys.stdout.buffer.write(b'\\xff' * 9)", ""),
    ],
)
def test_a_bad_program_is_none_within_the_deadline(tmp_path: Path, source: str, reason: str) -> None:
    settings = {"provider": "command", "command": _script(tmp_path, source), "deadline_ms": 600}
    start = time.monotonic()
    answer, why = _rewriter(tmp_path, settings).start(PROMPT, "fr", "en").result()
    assert time.monotonic() - start < 1.5
    if reason:
        assert answer is None
        assert reason in why or "too long" in why


@pytest.mark.skipif(os.name == "nt", reason="POSIX counts the memory")
def test_a_program_that_prints_without_end_costs_no_memory(tmp_path: Path) -> None:
    import resource

    argv = _script(tmp_path, "import os; line = b'I have syphilis ' * 4000\nwhile True: os.write(1, line)")
    settings = {"provider": "command", "command": argv, "deadline_ms": 1_000}
    before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    answer, _ = _rewriter(tmp_path, settings).start(PROMPT, "fr", "en").result()
    assert answer is None
    assert resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before < 50_000


@pytest.mark.skipif(os.name == "nt", reason="POSIX pipes")
def test_a_program_that_does_not_listen_may_answer(tmp_path: Path) -> None:
    argv = _script(tmp_path, "import os; os.close(0); print('I have it')")
    rewriter = _rewriter(tmp_path, {"provider": "command", "command": argv, "deadline_ms": 5_000})
    assert (Rewritten("I have it"), "") == rewriter.start(PROMPT, "fr", "en").result()


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no sessions of processes")
def test_a_program_that_leaves_another_behind_does_not_hold_the_prompt(tmp_path: Path) -> None:
    left = "import subprocess, sys; subprocess.Popen(['sleep', '3'], start_new_session=True); print('a test')"
    settings = {"provider": "command", "command": _script(tmp_path, left), "deadline_ms": 600}
    start = time.monotonic()
    answer, why = _rewriter(tmp_path, settings).start(PROMPT, "fr", "en").result()
    assert answer is None
    assert "took too long" in why
    assert time.monotonic() - start < 1.5


def test_a_program_that_is_not_there_is_named(tmp_path: Path) -> None:
    settings = {"provider": "command", "command": ["/no/such/program"]}
    answer, reason = _rewriter(tmp_path, settings).start(PROMPT, "fr", "en").result()
    assert (None, "/no/such/program cannot be run: No such file or directory") == (answer, reason)


@pytest.mark.parametrize(("value", "expected"), [(250, 0.25), (None, 1.0), (0, 1.0), (True, 1.0), ("9", 1.0)])
def test_the_deadline_is_what_the_user_says(value: object, expected: float) -> None:
    assert expected == seconds({"deadline_ms": value})
