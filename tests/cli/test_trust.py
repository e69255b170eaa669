from __future__ import annotations

import os
import subprocess
from pathlib import Path

import pytest

from tests.home import Home, script

from .inside import Inside

UNTRUSTED = "without a terminal to ask on, pass --yes"


@pytest.fixture
def home(tmp_path: Path) -> Home:
    home = Inside(tmp_path)
    home.settings(engine="none", bundled=False)
    home.way("code/tests", "Theirs.", "pattern: zebra")
    home.write("core.md", "# Mine\n")
    _write(home, ".claude/ways/code/tests/tests.md", "---\npattern: zebra\nmacro: append\n---\nNear.\n")
    _write(home, ".claude/ways/code/tests/macro.sh", "echo one\necho \x1b[2Jtwo\n")
    return home


def _write(home: Home, name: str, text: str) -> None:
    path = home.project / name
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, encoding="utf-8")


def _answered(home: Home, answer: bytes, *arguments: str) -> tuple[int, str]:
    """Exit code and output of `ways-guard` on a terminal where somebody types an answer."""
    import pty  # only where there are such terminals

    ours, theirs = pty.openpty()
    os.write(ours, answer)
    done = subprocess.run(
        [script("ways-guard"), *arguments],
        cwd=home.project,
        env=home.environ,
        stdin=theirs,
        capture_output=True,
        timeout=60,
    )
    os.close(ours)
    os.close(theirs)
    return done.returncode, (done.stdout + done.stderr).decode()


def test_what_would_be_trusted_is_shown_and_nothing_changes_without_an_answer(home: Home) -> None:
    _write(home, ".claude/ways.json", '{"disabled": ["b", "a/*"], "bundled": false}')
    _write(home, ".claude/ways/core.md", "# Theirs\n")
    home.settings(engine="none")
    code, out, err = home.run("trust")
    assert [
        f"{home.project}: not trusted so far",
        "Trusted, this project",
        "  runs .claude/ways/code/tests/macro.sh when its way fires (22 bytes):",
        "    | echo one",
        r"    | echo \x1b[2Jtwo",
        "  turns off these ways, whoever's they are: a/*, b",
        "  turns off the bundled ways",
        "  brings its own of these ways, in place of yours or the bundled ones: code/tests",
        "  brings its own core.md, in place of yours or the bundled one",
    ] == out.splitlines()
    assert (2, True) == (code, UNTRUSTED in err)
    assert not (home.state / "ways-guard/trust").exists()


def test_a_trusted_projects_way_fires_in_place_of_the_users(home: Home) -> None:
    assert "Theirs." in home.hook(home.payload())
    code, out, _ = home.run("trust", "--yes", ".", cwd=home.project)
    assert (0, True) == (code, out.endswith("`ways-guard untrust` takes it back\n"))
    assert "Near." in home.hook(home.payload(session_id="2"))
    assert (0, f"{home.project}: is trusted already\n") == home.run("trust")[:2]
    assert (0, f"{home.project}: not trusted any more\n") == home.run("untrust")[:2]
    assert "Theirs." in home.hook(home.payload(session_id="3"))
    assert (0, f"{home.project}: was not trusted\n") == home.run("untrust")[:2]


def test_a_changed_project_is_asked_about_again_and_says_what_is_new(home: Home) -> None:
    home.run("trust", "--yes")
    _write(home, ".claude/ways/code/tests/macro.sh", "echo three\n")
    _write(home, ".claude/ways/x/macro.sh", "echo x\n" * 102)
    out = home.run("trust")[1].splitlines()
    assert f"{home.project}: has changed since it was trusted" == out[0]
    assert "  runs .claude/ways/code/tests/macro.sh when its way fires (changed, 11 bytes):" in out
    assert "  runs .claude/ways/x/macro.sh when its way fires (new, 714 bytes):" in out
    assert "    … and 2 lines more: read it before you agree" in out


@pytest.mark.skipif(os.name == "nt", reason="Windows has no such terminals")
@pytest.mark.parametrize(("answer", "code"), [(b"y\n", 0), (b"n\n", 2), (b"\n", 2)])
def test_on_a_terminal_the_answer_decides(home: Home, answer: bytes, code: int) -> None:
    found, out = _answered(home, answer, "trust")
    assert (code, True) == (found, "Trust this project? [y/N]" in out)
    assert (code == 0) == (home.state / "ways-guard/trust").exists()


def test_a_project_is_found_from_below_and_its_name_moves_no_terminal(home: Home) -> None:
    odd = home.top / "a\x1b[31m\nb"
    (odd / ".git").mkdir(parents=True)
    (odd / "src").mkdir()
    code, out, _ = home.run("trust", "--yes", "src", cwd=odd)
    assert (0, "\x1b" in out) == (code, False)
    assert rf"{home.top}/a\x1b[31m\nb: is trusted already" + "\n" == home.run("trust", str(odd))[1]


def test_where_there_is_no_project_there_is_nothing_to_trust(home: Home) -> None:
    (home.top / "plain").mkdir()
    code, _, err = home.run("trust", str(home.top / "plain"))
    assert (2, True) == (code, "no project here: neither it nor a folder above it has" in err)
    code, _, err = home.run("trust", str(home.top / "gone"))
    assert (2, True) == (code, "no such folder: name a project" in err)


def test_trust_in_a_project_that_is_gone_can_be_taken_back(home: Home) -> None:
    home.run("trust", "--yes")
    gone = home.top / "moved"
    home.project.rename(gone)
    code, out, _ = home.run("untrust", str(home.project), cwd=home.top)
    assert (0, f"{home.project}: not trusted any more\n") == (code, out)
