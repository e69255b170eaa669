"""What `eval` and `calibrate` share: which probes of which ways, and a bar while they are run."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path

import click

from ways_guard.cli import shared
from ways_guard.match import probes
from ways_guard.match.matcher import Matcher
from ways_guard.match.probes import Probes

_FILE = click.Path(path_type=Path)
PROBES_OPTION = click.option(
    "--probes",
    type=_FILE,
    metavar="FILE",
    help="Probes in place of the golden files; each line also names its `way`.",
)
NONE_OPTION = click.option(
    "--none", type=_FILE, metavar="FILE", help="Prompts that must fire nothing, in place of golden-none.jsonl."
)


def bare(where: shared.Place) -> shared.Place:
    """The same place as if no way had examples."""
    return replace(where, roots=[replace(root, without=frozenset({"examples"})) for root in where.roots])


def found(where: shared.Place, matcher: Matcher, asked: Path | None, quiet: Path | None) -> tuple[Probes, Probes]:
    """Probes and none-prompts: of the roots, or of the files that are named in their place.

    Raises WaysGuardError for a file that is named and cannot be read.
    """
    entries, barred = matcher.ways.entries, [*where.config.disabled, *where.config.project_disabled]
    of_ways, of_none = probes.of_roots(where.roots, entries, where.languages, barred)
    canonical = where.roots[0].canonical if where.roots else "en"
    if asked:
        of_ways = probes.named(asked, entries, canonical)
    if quiet:
        of_none = probes.read(quiet, probes.Source("", canonical))
    return of_ways, of_none


@contextmanager
def bar(total: int) -> Iterator[Callable[[], object]]:
    """A bar over prompts on standard error, where that is a terminal."""
    from rich.console import Console
    from rich.progress import Progress

    console = Console(stderr=True)
    with Progress(console=console, transient=True, disable=not console.is_terminal) as bars:
        task = bars.add_task("Running probes", total=total)
        yield lambda: bars.advance(task)
