from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.home import Home
from tests.match.events.asking import prompted, told, used


def _filled(home: Home, tokens: int) -> str:
    """A transcript after whose last answer so many tokens are in use."""
    path = home.top / "transcript.jsonl"
    usage = {"input_tokens": 10, "cache_read_input_tokens": tokens - 10, "output_tokens": 0}
    path.write_text(json.dumps({"type": "assistant", "message": {"usage": usage}}) + "\n", encoding="utf-8")
    return str(path)


def test_a_way_for_the_start_comes_behind_core_and_once(home: Home) -> None:
    home.way("start/hello", "Look at the issues first.", "trigger: session-start")
    text = told(home, "session-start", source="startup")
    assert text.endswith("Guidance for this task (way start/hello):\n\nLook at the issues first.")
    assert text.startswith("Commit messages, code comments")
    assert "" == prompted(home, "hello there, everybody")
    assert "" == told(home, "session-start", source="resume")
    assert "Look at the issues" in told(home, "session-start", source="compact")


def test_a_way_for_a_file_shows_when_it_is_there(home: Home) -> None:
    home.way("ops/docker", "Pin the base image.", "trigger: file-exists", "path: '**/Dockerfile'")
    assert "" == prompted(home, "what is new")
    (home.project / "app").mkdir()
    (home.project / "app/Dockerfile").touch()
    assert "Pin the base image." in prompted(home, "what is new")
    assert "" == prompted(home, "what is new")


@pytest.mark.parametrize("field", ["percent: 60", "threshold: 60"])
def test_a_way_for_a_full_window_shows_when_so_much_is_used(home: Home, field: str) -> None:
    home.way("meta/full", "Write down where you are.", "trigger: context-threshold", field)
    assert "" == prompted(home, "what is new", transcript_path=_filled(home, 119_000))
    assert "Write down" in used(home, "Bash", {"command": "ls"}, transcript_path=_filled(home, 120_000))
    assert "" == prompted(home, "what is new", transcript_path=_filled(home, 121_000))


def test_the_window_is_what_the_user_says(home: Home) -> None:
    home.way("meta/full", "Write down where you are.", "trigger: context-threshold", "percent: 60")
    home.settings(engine="none", bundled=False, context_window=1_000_000)
    assert "" == prompted(home, "what is new", transcript_path=_filled(home, 500_000))
    assert "Write down" in prompted(home, "what is new", transcript_path=_filled(home, 600_000))


def test_a_way_that_repeats_shows_each_time(home: Home) -> None:
    home.way("meta/always", "Breathe.", "trigger: file-exists", "path: .", "repeat: true")
    (home.project / "x").touch()
    home.way("meta/always", "Breathe.", "trigger: file-exists", "path: x", "repeat: true")
    assert ["Breathe." in prompted(home, "what is new") for _ in range(3)] == [True] * 3


def test_ways_show_again_when_enough_of_the_window_has_gone_by(home: Home) -> None:
    home.way("animals/rare", "Rare.", "pattern: zebra", "refire: rare")
    home.way("animals/once", "Once.", "pattern: zebra", "refire: once")
    home.way("animals/old", "Old.", "pattern: zebra", "redisclose: 5")
    seen = []
    for tokens in (10_000, 19_000, 21_000, 41_000, 91_000):
        text = prompted(home, "a zebra", transcript_path=_filled(home, tokens))
        words = ("striped", "Rare.", "Once.", "Old.")
        seen.append("".join(word[0] for word in words if word in text))
    assert ["sROO", "", "O", "sO", "sRO"] == seen


@pytest.mark.parametrize("path", [None, 7, "", "/no/such/file", "~nobody/x", "/dev/zero", "\0"])
def test_without_a_transcript_turns_count(home: Home, path: object, tmp_path: Path) -> None:
    shown = ["striped" in prompted(home, "a zebra", transcript_path=path) for _ in range(10)]
    assert [True] + [False] * 7 + [True, False] == shown  # 15 % of 200,000 tokens are 8 turns of 4,000
