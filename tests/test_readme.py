"""The README's commands, as they stand there; the set-up commands are run by the sessions `wheel` and `.ci/run`."""

from __future__ import annotations

import re
import shlex
from pathlib import Path

import pytest

from tests.home import Home

TOP = Path(__file__).resolve().parent.parent
README = (TOP / "README.md").read_text(encoding="utf-8")
SET_UP = ['python -m pip install ".[embedded]" && ways-guard demo', "python -m pip install nox && nox -s tests"]


def blocks(*languages: str) -> list[str]:
    """What stands in the fenced blocks of some languages, a line each, without comments."""
    found = re.findall(rf"^```(?:{'|'.join(languages)})\n(.*?)^```$", README, re.MULTILINE | re.DOTALL)
    return [line for block in found for line in block.splitlines() if line.strip() and not line.startswith("#")]


COMMANDS = [line for line in blocks("console", "sh") if line not in SET_UP]


@pytest.fixture
def home(tmp_path: Path, bundled_cache: Path) -> Home:
    """A home with a way repo as the README draws it, and with the bundled ways built."""
    home = Home(tmp_path)
    home.adopt(bundled_cache)
    way = home.project / "ways/code/testing/testing.md"
    way.parent.mkdir(parents=True)
    (page,) = re.findall(r"^```markdown\n(---\n.*?)^```$", README, re.MULTILINE | re.DOTALL)
    way.write_text(page, encoding="utf-8")
    return home


def test_there_are_two_set_up_commands_and_ci_runs_the_second() -> None:
    assert SET_UP == [line for line in blocks("console", "sh") if "pip install" in line]
    assert f"\n{SET_UP[1]}\n" in (TOP / ".ci/run").read_text(encoding="utf-8")


@pytest.mark.parametrize("command", COMMANDS)
def test_a_command_does_what_is_promised(home: Home, command: str) -> None:
    program, *arguments = shlex.split(command)
    assert "ways-guard" == program
    home.settings(engine="embedded")
    asks = arguments[0].endswith("install-hooks")
    code, out, err = home.run(*arguments, *(["--yes"] if asks else []))
    assert 0 == code, err
    assert out if arguments[0] != "lint" else "1 file checked: 0 errors, 0 warnings, 0 notes" in err
    if arguments[0] == "match":
        assert out.startswith("+ delivery/commits  semantic: score ")
    if arguments[0] == "install-hooks":
        assert "ways-guard-hook" in (home.config / "settings.json").read_text(encoding="utf-8")


def test_the_commands_are_there() -> None:
    assert {"lint", "rule", "match", "install-hooks"} <= {command.split()[1] for command in COMMANDS}


def test_every_file_that_is_linked_to_is_there() -> None:
    links = [link for link in re.findall(r"\]\(([^)#]+)", README) if "://" not in link]
    assert links
    assert [] == [link for link in links if not (TOP / link).exists()]
