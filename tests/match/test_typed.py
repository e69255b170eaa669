from __future__ import annotations

import json
import time

import pytest

from ways_guard.match import typed as module
from ways_guard.match.typed import typed
from ways_guard.way import languages


@pytest.mark.parametrize(
    "prompt",
    [
        "ok",
        "OK!",
        "Weiter!",
        "mach weiter, bitte",
        "はい",
        "続けてください。",
        "yes, please",
        "vas-y",
        "s’il te plaît",
        "ठीक है",
        "계속 진행해줘",
        "تمام، شكرا",
        "好的，继续",
        "да, давай",
        "tiếp tục đi",
        "👍",
        "1",
        "?",
        "…",
        "",
        " \n",
        "<task-notification><task-id>7</task-id> commit the tests</task-notification>",
        "<system-reminder>commit",
        "<command-name>/commit</command-name>\n<command-message>commit it all</command-message>",
        "<local-command-stdout>git commit\nfailed</local-command-stdout>",
        "[Request interrupted by user for tool use]",
        "This session is being continued from a previous conversation that ran out of context. We wrote tests.",
        "/clear",
        "🎉" * 300,
    ],
)
def test_what_nobody_typed_or_what_says_nothing_is_nothing(prompt: str) -> None:
    assert "" == typed(prompt)


@pytest.mark.parametrize(
    ("prompt", "expected"),
    [
        ("commit", "commit"),
        ("修", "修"),
        ("ok, then write the tests", "ok, then write the tests"),
        ("/review the tests for the parser", "the tests for the parser"),
        ("/etc/passwd is world-writable", "/etc/passwd is world-writable"),
        ("why does <my-button> not render?", "why does <my-button> not render?"),
        ("fix it <system-reminder>be nice</system-reminder> now", "fix it   now"),
        (
            "<command-name>/fix</command-name> <command-args>the login</command-args>",
            "the login",
        ),
        ("<ide_opened_file>a.py</ide_opened_file> explain it", "explain it"),
    ],
)
def test_what_was_typed_is_left(prompt: str, expected: str) -> None:
    assert expected == typed(prompt)


def test_each_language_has_words_that_say_nothing() -> None:
    replies = json.loads(module._REPLIES.read_text(encoding="utf-8"))
    assert sorted(languages.load_bundled()) == sorted(replies)
    assert all("" == typed(word) for text in replies.values() for word in text.split())


@pytest.mark.parametrize("text", ["<system-reminder>" * 50_000, "<" * 200_000, "ok " * 100_000, "\ud800" * 9])
def test_long_and_odd_prompts_take_no_time(text: str) -> None:
    start = time.process_time()
    typed(text)
    assert time.process_time() - start < 1
