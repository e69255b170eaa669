from __future__ import annotations

import os
import subprocess
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path

import pytest

from ways_guard.lint import collect, rules, run
from ways_guard.lint.engine import Job
from ways_guard.lint.meaning import Gauge
from ways_guard.lint.model import Rule
from ways_guard.lint.reports import concise
from ways_guard.way.config import Config


class Lab:
    """A scratch way repo with its ways below `ways/`, and what lint says of it."""

    way = "ways/code/tests/tests.md"
    locales = "ways/code/tests/tests.locales.jsonl"

    def __init__(self, top: Path, embeddings: Path) -> None:
        self.top = top
        self.gauge = Gauge(Config(engine="embedded"), embeddings)

    def write(self, files: Mapping[str, str | bytes]) -> None:
        for name, content in files.items():
            path = self.top / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(content if isinstance(content, bytes) else content.encode())

    def jobs(self) -> list[Job]:
        return collect.jobs([self.top])

    def report(self, *codes: str) -> run.Report:
        return self.ran(rules.selected(codes))

    def ran(self, chosen: Sequence[Rule]) -> run.Report:
        """What those rules say; the embedded model is there for the ones that need it."""
        return run.run(collect.plan([self.top]), chosen, self.top, run.Options(gauge=self.gauge))

    def lines(self, *codes: str) -> list[str]:
        """The text report's lines, with only those codes."""
        return concise.render(self.report(*codes)).splitlines()

    def fix(self, *codes: str) -> None:
        run.write(run.changes(self.jobs(), rules.selected(codes)))

    def git(self, *arguments: str) -> str:
        """What git says; the lab becomes a repo with the first call."""
        if not (self.top / ".git").exists():
            _git(self.top, "init", "--quiet", "--initial-branch=main")
        return _git(self.top, *arguments)

    def commit(self, message: str = "x") -> str:
        """Commit all there is; the commit's id."""
        self.git("add", "--all")
        self.git("commit", "--quiet", "--allow-empty", "--message", message)
        return self.git("rev-parse", "HEAD")

    def read(self, name: str) -> bytes:
        return (self.top / name).read_bytes()


def _git(folder: Path, *arguments: str) -> str:
    names = [f"GIT_{who}_{what}" for who in ("AUTHOR", "COMMITTER") for what in ("NAME", "EMAIL")]
    own = {name: value for name, value in os.environ.items() if not name.startswith("GIT_")}
    environment = {**own, **dict.fromkeys(names, "x"), "GIT_CONFIG_GLOBAL": os.devnull, "GIT_CONFIG_NOSYSTEM": "1"}
    command = ["git", *arguments]
    done = subprocess.run(command, cwd=folder, env=environment, capture_output=True, check=False)
    assert 0 == done.returncode, done.stderr.decode()
    return done.stdout.decode().strip()


@pytest.fixture(scope="session")
def embeddings(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A cache folder for all tests of a run: each text is embedded once."""
    return tmp_path_factory.mktemp("embeddings")


@pytest.fixture
def lab(tmp_path: Path, embeddings: Path) -> Lab:
    lab = Lab(tmp_path / "repo", embeddings)
    lab.write({"ways.json": "{}"})
    return lab


@pytest.fixture
def stubs(lab: Lab) -> Callable[..., list[str]]:
    """Lint a good way with these lines as its locale file; the report's lines without the path."""

    def lint(content: str | bytes, *codes: str) -> list[str]:
        lab.write(
            {lab.way: "---\ndescription: Writing tests\nvocabulary: test\n---\nBody.\n", lab.locales: content}
        )
        return [line.removeprefix(f"{lab.locales}:") for line in lab.lines(*codes)]

    return lint


@pytest.fixture
def way(lab: Lab) -> Callable[..., list[str]]:
    """Lint a way file with that content; the report's lines without the path."""

    def lint(content: str | bytes, *codes: str) -> list[str]:
        lab.write({lab.way: content})
        return [line.removeprefix(f"{lab.way}:") for line in lab.lines(*codes)]

    return lint
