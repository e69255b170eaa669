"""What several commands need: the roots that are meant, and progress that people can watch."""

from __future__ import annotations

import os
from collections.abc import Callable, Hashable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from pathlib import Path

import click

from ways_guard.agents import AGENTS
from ways_guard.cli.say import say
from ways_guard.errors import WaysGuardError
from ways_guard.folders import cache_dir
from ways_guard.lint.words import plural
from ways_guard.match import runtime, service
from ways_guard.match.engines import ENGINES
from ways_guard.match.matcher import Matcher
from ways_guard.match.runtime import Scene
from ways_guard.match.service import Progress
from ways_guard.printable import printable
from ways_guard.way import discover
from ways_guard.way.config import Config
from ways_guard.way.discover import Root
from ways_guard.way.languages import Languages

ENGINE_OPTION = click.option(
    "--engine",
    type=click.Choice(["auto", *ENGINES, "none"]),
    help="The engine to use, before that of ways.json.",
)
REPO_OPTION = click.option(
    "--repo",
    type=click.Path(path_type=Path),
    help="A way repo, alone; without it, the roots in force in this folder.",
)

Step = Callable[[Hashable, str, int, int], None]


@dataclass(frozen=True)
class Place:
    """The roots that a command works on, with the configuration and languages for them."""

    roots: Sequence[Root]
    config: Config
    languages: Languages


def place(
    repo: Path | None, engine: str | None = None, agent: str = "claude-code", config_dir: Path | None = None
) -> Place:
    """A way repo alone, or, without one, what is in force for an agent in this folder.

    Models always come from the user's ways.json: those of a repo are not its author's to choose. Raises
    WaysGuardError for a folder that does not exist and for configuration that cannot be used.
    """
    here = scene(agent, config_dir)
    config = _with_engine(here.config, engine)
    if repo is None:
        return Place(here.roots, config, here.languages)
    if not repo.is_dir():
        raise WaysGuardError(f"{repo}: no such folder: name a way repo")
    top = repo.absolute()
    own = replace(config, disabled=frozenset(), project_disabled=frozenset())
    return Place(discover.repo_roots(top), own, discover.repo_languages(top))


def user_config(engine: str | None = None) -> Config:
    """What the user's ways.json says of models, or the engine that was named."""
    return _with_engine(scene("claude-code").config, engine)


def _with_engine(config: Config, engine: str | None) -> Config:
    return replace(config, engine=engine, models={}) if engine else config


def scene(agent: str, config_dir: Path | None = None) -> Scene:
    """What is in force for an agent in this folder; `config_dir` stands in for the agent's own.

    What of the project's configuration cannot be used is a warning.
    """
    found = runtime.scene(AGENTS[agent], os.environ, Path.cwd(), config_dir)
    for problem in found.config.problems:
        say(f"warning: {problem}", err=True)
    return found


def open_matcher(where: Place, *, quiet: bool = False) -> Matcher:
    """Build what is missing, with a progress bar where somebody watches, and open it."""
    with bar(quiet=quiet) as progress:
        return service.prepare(where.roots, where.config, where.languages, cache_dir(), progress)


@contextmanager
def bar(*, quiet: bool = False) -> Iterator[Progress | None]:
    """Progress on stderr from the first text to embed on: a bar on a terminal, else a line for each root."""
    with _bars(quiet=quiet) as step:
        yield _of_roots(step) if step else None


def _of_roots(step: Step) -> Progress:
    return lambda root, ready, total: step(root.path, f"Embedding {root.path.name}", ready, total)


@contextmanager
def steps(*, quiet: bool = False) -> Iterator[Callable[[str, int, int], None] | None]:
    """The same for tasks by their name, such as "Embedding ways"."""
    with _bars(quiet=quiet) as step:
        yield (lambda task, ready, total: step(task, task, ready, total)) if step else None


@contextmanager
def _bars(*, quiet: bool) -> Iterator[Step | None]:
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, TaskID, TextColumn, TimeRemainingColumn
    from rich.progress import Progress as Bars

    console = Console(stderr=True)
    if quiet or not console.is_terminal:
        yield None if quiet else _told()
        return
    name = TextColumn("{task.description}", markup=False)
    bars = Bars(name, BarColumn(), MofNCompleteColumn(), TimeRemainingColumn(), console=console)
    tasks: dict[Hashable, TaskID] = {}

    def step(key: Hashable, task: str, ready: int, total: int) -> None:
        bars.start()
        if key not in tasks:
            tasks[key] = bars.add_task(printable(task), total=total)
        bars.update(tasks[key], completed=ready)

    try:
        yield step
    finally:
        if tasks:  # a bar that never began would still print an empty line
            bars.stop()


def _told() -> Step:
    """Tells once for each task that something takes time, for who reads a pipe or a log."""
    told: set[Hashable] = set()

    def step(key: Hashable, task: str, ready: int, total: int) -> None:  # noqa: ARG001 - as a bar has it
        if key not in told:
            told.add(key)
            say(f"embedding {plural(total, 'text')} …", err=True)

    return step
