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


def test_a_log_that_is_empty_says_so(home: Home) -> None:
    code, out, err = home.run("hook-log")
    assert (0, "") == (code, out)
    assert "no decisions yet" in err


def test_the_last_decisions_are_told_without_what_was_typed(home: Home) -> None:
    for _ in range(2):
        home.hook(home.payload(prompt="a secret zebra"))
    code, out, _ = home.run("hook-log")
    lines = out.splitlines()
    assert (0, 4) == (code, len(lines))
    assert [
        "  delivered       -   animals/zebra  symbolic",
        "  shown before    -   animals/zebra  symbolic",
    ] == lines[1::2]
    assert 1 == len(home.run("hook-log", "-n", "1", "--json")[1].splitlines())
    written = "".join(path.read_text(encoding="utf-8") for path in home.state.rglob("*") if path.is_file())
    assert "secret" not in written


def test_damaged_lines_cost_only_themselves(home: Home) -> None:
    home.hook(home.payload())
    (path,) = home.state.glob("**/decisions.jsonl")
    path.write_bytes(b"\xff\n{}\n[]\n" + path.read_bytes() + b'{"time": "x", "event": "\x1b[31m", "ways": [3]}\n')
    code, out, _ = home.run("hook-log", "--json")
    assert (0, ["animals/zebra"]) == (code, [json.loads(line)["ways"][0]["id"] for line in out.splitlines()])
