"""What holds for every command: one line for what a person can mend, a report for what we have to."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.home import Home, script
from ways_guard import __version__
from ways_guard.cli import COMMANDS


@pytest.fixture
def home(tmp_path: Path) -> Home:
    return Home(tmp_path)


def test_help_names_every_command_and_each_has_its_own(home: Home) -> None:
    code, out, _ = home.run("--help")
    assert 0 == code
    assert all(f"\n  {name} " in out for name in COMMANDS)
    assert (0, f"ways-guard, version {__version__}\n", "") == home.run("--version")
    assert 2 == home.run("nonsense")[0]


@pytest.mark.parametrize("name", sorted(COMMANDS))
def test_a_command_explains_itself(home: Home, name: str) -> None:
    code, out, err = home.run(name, "-h")
    assert (0, "") == (code, err)
    assert out.startswith(f"Usage: ways-guard {name} ")


def _broken(home: Home, **variables: str) -> tuple[int, str]:
    """A command that does not exist where it should, as after half an upgrade."""
    code = "from ways_guard import cli; cli.COMMANDS = {'boom': 'ways_guard.cli.boom:boom'}; cli.main()"
    done = subprocess.run(
        [sys.executable, "-c", code, "boom", "my secret prompt"],
        env=home.environ | variables,
        capture_output=True,
        timeout=60,
    )
    assert b"" == done.stdout
    return done.returncode, done.stderr.decode()


def test_a_fault_of_ours_is_one_line_and_a_report(home: Home) -> None:
    code, err = _broken(home)
    report = home.state / "ways-guard/crash.log"
    assert f"ways-guard: internal error (ModuleNotFoundError); please report it with {report}\n" == err
    assert 2 == code
    text = report.read_text(encoding="utf-8")
    assert text.startswith(f"ways-guard {__version__}, Python ")
    assert "ways_guard.cli.boom" in text
    assert "secret" not in text


def test_a_fault_of_ours_is_one_line_where_no_report_can_be_written(home: Home) -> None:
    code, err = _broken(home, XDG_STATE_HOME=str(home.write("file", "") / "x"))
    assert (2, 1) == (code, err.count("\n"))
    assert "No module named 'ways_guard.cli.boom'" in err
    assert "please report it" in err


@pytest.mark.skipif(os.name == "nt", reason="needs POSIX pipes")
@pytest.mark.parametrize(
    "command", [("rule", "--all"), ("lint", "--quiet"), ("match", "x"), ("demo",)], ids=" ".join
)
def test_a_reader_that_has_gone_is_no_fault(home: Home, command: tuple[str, ...]) -> None:
    (home.ways / "bad").mkdir()
    home.write("bad/bad.locales.jsonl", "no JSON\n")
    home.settings(engine="none")
    reader, writer = os.pipe()
    os.close(reader)
    process = subprocess.Popen(
        [script("ways-guard"), *command], cwd=home.ways, env=home.environ, stdout=writer, stderr=subprocess.PIPE
    )
    os.close(writer)
    err = process.communicate(timeout=60)[1].decode()
    assert "Traceback" not in err
    assert "internal error" not in err
    assert "Exception ignored" not in err
    assert not (home.state / "ways-guard/crash.log").exists()


def test_output_is_utf_8_whatever_the_terminal_is_said_to_be(home: Home) -> None:
    home.settings(engine="none", bundled=False)
    home.way("animals/zebra", "Body.", "pattern: シマウマ")
    code, out, _ = home.run("match", "シマウマの絵", LC_ALL="C", PYTHONIOENCODING="ascii")
    assert (0, "+ animals/zebra  symbolic: its pattern matches 'シマウマ'\n") == (code, out)


@pytest.mark.skipif(os.name == "nt", reason="Windows always knows a home folder")
@pytest.mark.parametrize("command", ["status", "trust", "untrust", "install-hooks --yes"])
def test_without_a_home_folder_a_command_says_so(command: str) -> None:
    """As in a container that runs as a user whom its passwd does not know."""
    code = "import pwd; pwd.getpwuid = {}.__getitem__; from ways_guard import cli; cli.main()"
    kept = {name: value for name, value in os.environ.items() if name in ("PATH", "PYTHONPATH")}
    ran = [sys.executable, "-c", code, *command.split()]
    done = subprocess.run(ran, env=kept, capture_output=True, check=False, timeout=60)
    assert (2, b"") == (done.returncode, done.stdout)
    assert "ways-guard: nobody knows your home folder here: set HOME to an absolute path\n" == done.stderr.decode()
