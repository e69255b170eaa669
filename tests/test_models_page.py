"""docs/models.md: its commands, as they stand there, against a hub on this machine; and its table of models."""

from __future__ import annotations

import re
import shlex
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.home import Home
from tests.match.pulling.conftest import FILES
from tests.match.pulling.server import Hub, running
from ways_guard.match.engines import ENGINES, catalogue

PAGE = (Path(__file__).resolve().parent.parent / "docs/models.md").read_text(encoding="utf-8")
COMMANDS = [
    line for block in re.findall(r"^```console\n(.*?)^```$", PAGE, re.M | re.S) for line in block.splitlines()
]


@pytest.fixture
def home(tmp_path: Path) -> Iterator[Home]:
    repos = {catalogue.entries()[name].card.removeprefix("https://huggingface.co/") for name in _pulled()}
    with running(Hub({repo: [dict(FILES)] for repo in repos})) as hub:
        home = Home(tmp_path)
        home.environ |= {"HF_ENDPOINT": hub.address, "no_proxy": "127.0.0.1"}
        home.settings(engine="none")
        yield home


def _pulled() -> list[str]:
    return list(catalogue.default_models().values())


@pytest.mark.parametrize("command", COMMANDS)
def test_a_command_works(home: Home, command: str) -> None:
    program, *arguments = shlex.split(command)
    assert "ways-guard" == program
    if "verify" in arguments:
        home.run("models", "pull", "--engine", "onnx")
    code, out, err = home.run(*arguments)
    assert (0, True) == (code, bool(out)), err


def test_the_table_says_what_the_catalogue_does() -> None:
    rows = [[cell.strip() for cell in line.strip("|").split("|")] for line in PAGE.splitlines() if line[:2] == "| "]
    told = {row[0].split()[0]: row[1:] for row in rows if len(row) == 6}
    told = {name: cells for name, cells in told.items() if name not in ("model", "---")}
    assert list(told) == list(catalogue.entries())
    for name, entry in catalogue.entries().items():
        reads = f"{len(entry.languages)} languages" if entry.multilingual else "English"
        size = min(source.megabytes for source in entry.sources.values())
        assert [reads, str(entry.window), str(entry.dimension), f"{size} MB", entry.licence] == told[name]


def test_every_engine_is_told_of() -> None:
    assert set(ENGINES) <= set(re.findall(r"^\| `([a-z-]+)` \|", PAGE, re.M))
