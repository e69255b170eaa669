"""What a stranger's repo says reaches the terminal as text, never as an order to it."""

from __future__ import annotations

import json
import os
from pathlib import Path

import pytest

from tests.home import Home
from ways_guard.cli.say import say_text

EVIL = "z\x1b]0;owned\x07\u202ebra"
SHOWN = r"z\x1b]0;owned\x07\u202ebra"
pytestmark = pytest.mark.skipif(os.name == "nt", reason="no such names on Windows")


@pytest.fixture
def home(tmp_path: Path) -> Home:
    """A repo of a stranger as the current folder, and as one of the user's roots."""
    home = Home(tmp_path)
    home.settings(engine="none", bundled=False, roots=[str(home.project / "ways")])
    way = home.project / "ways" / EVIL
    way.mkdir(parents=True)
    (home.project / ".git").mkdir()
    fields = "description: zebras\nvocabulary: stripes\npattern: zebra"
    (way / f"{EVIL}.md").write_text(f"---\n{fields}\n---\nBody.\n", encoding="utf-8")
    stub = json.dumps({"description": "Zebra", "vocabulary": "x", "lang": "de"})
    (way / f"{EVIL}.locales.jsonl").write_text(f"{stub}\n", encoding="utf-8")
    return home


COMMANDS = [
    ("match", "zebra"),
    ("match", "zebra", "--explain"),
    ("demo", "."),
    ("corpus", "--check"),
    ("corpus", "--repo", EVIL),
    ("coverage",),
    ("coverage", EVIL),
    ("fmt", "--check"),
    ("fmt", EVIL),
    ("lint",),
    ("lint", "--format", "github"),
    ("lint", "--format", "concise"),
    ("lint", EVIL),
    ("new", f"{EVIL}/a"),
    ("new", f"ways/{EVIL}/{EVIL}.md"),
    ("new", f"ways/{EVIL}/a", "--languages", EVIL),
    ("rule", EVIL),
]


@pytest.mark.parametrize("command", COMMANDS, ids=ascii)
def test_no_command_passes_on_what_moves_a_terminal(home: Home, command: tuple[str, ...]) -> None:
    _, out, err = home.run(*command)
    for line in (out + err).split("\n"):
        assert line.isprintable(), line


def test_what_was_there_can_be_told_and_other_scripts_stay_as_they_are(home: Home) -> None:
    home.way("שלום-縞馬", "Body.", "pattern: zebra")
    home.way("縞", "Body.", "pattern: zebra|זברה|シマウマ")
    lines = home.run("match", "シマウマ זברה zebra")[1].splitlines()
    assert f"+ {SHOWN}  symbolic: its pattern matches 'zebra'" in lines
    assert "+ שלום-縞馬  symbolic: its pattern matches 'zebra'" in lines
    assert any(line.startswith("+ 縞  symbolic: its pattern matches ") for line in lines)


def test_an_alias_and_a_broken_configuration_are_text_too(home: Home, bundled_cache: Path) -> None:
    home.adopt_embeddings(bundled_cache)
    home.settings(engine="embedded", bundled=False)
    home.way("animals/zebra", "Body.", r'description: "zebras \u001b[2J\u202e"', "vocabulary: stripes")
    out = home.run("match", "zebras", "--explain")[1]
    assert r"“zebras \x1b[2J\u202e" in out
    broken = home.project / EVIL / ".claude/ways.json"
    broken.parent.mkdir(parents=True)
    broken.write_text("no JSON", encoding="utf-8")
    err = home.run("match", "zebras", cwd=home.project / EVIL)[2]
    assert err.startswith("warning: ")
    assert SHOWN in err
    assert all(line.isprintable() for line in err.split("\n")), err


def test_lines_keep_their_indents_and_nothing_else_that_moves(capsys: pytest.CaptureFixture[str]) -> None:
    say_text("+\t  é\x1b[2J\u202e\x9b\r\n日本\n")
    assert capsys.readouterr().out == "+\t  é\\x1b[2J\\u202e\\x9b\\r\n日本\n"
