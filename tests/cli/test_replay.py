from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.home import ZEBRA, Home


@pytest.fixture
def home(tmp_path: Path) -> Home:
    home = Home(tmp_path)
    home.settings(engine="none", bundled=False)
    home.way("animals/zebra", ZEBRA, "pattern: zebra")
    return home


def _transcript(home: Home, *prompts: str) -> str:
    path = home.top / "t.jsonl"
    lines = [json.dumps({"type": "user", "message": {"content": prompt}}) for prompt in prompts]
    path.write_text("\n".join([*lines, "no JSON", ""]), encoding="utf-8")
    return str(path)


def test_a_transcript_is_told_again(home: Home) -> None:
    path = _transcript(home, "paint\na \x1b[31mzebra", "a horse", "シマウマ zebra")
    code, out, err = home.run("replay", path)
    assert 0 == code
    assert [
        "line 1  prompt  paint a \\x1b[31mzebra",
        "  shown         animals/zebra  symbolic",
        "line 3  prompt  シマウマ zebra",
        "  shown before  animals/zebra  symbolic",
    ] == out.splitlines()
    assert "3 prompts and tools, ways fire for 2\n" == err
    assert "a horse" in home.run("replay", path, "--all")[1]
    assert [] == list(home.state.rglob("*"))


def test_as_json(home: Home) -> None:
    (line,) = home.run("replay", _transcript(home, "a zebra"), "--json")[1].splitlines()
    way = {"id": "animals/zebra", "layer": "symbolic", "score": None, "shown": True}
    assert {"line": 1, "kind": "prompt", "text": "a zebra", "who": "agent", "ways": [way]} == json.loads(line)


def test_what_is_no_transcript_is_one_line(home: Home) -> None:
    code, _, err = home.run("replay", "nowhere.jsonl")
    assert (2, "ways-guard: nowhere.jsonl: No such file or directory: name a transcript (.jsonl)\n") == (code, err)
    assert 2 == home.run("replay", ".")[0]
