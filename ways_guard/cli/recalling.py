"""`ways-guard eval --rewrite`: the symbolic layer with and without rewriting, a row a language."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import asdict
from pathlib import Path

import click
from rich.console import Console
from rich.table import Table
from rich.text import Text

from ways_guard.cli import probing, shared
from ways_guard.cli.say import say
from ways_guard.errors import WaysGuardError
from ways_guard.match.recall import Recall, measure
from ways_guard.printable import printable

_COLUMNS = (
    "language", "probes", "as typed", "rewritten", "prompts rewritten", "none-prompts", "as typed", "rewritten",
)  # fmt: skip


def run(where: shared.Place, asked: Path | None, none: Path | None, *, as_json: bool) -> None:
    """Measure and print. WaysGuardError where no rewriter is set, or there is nothing to measure."""
    matcher = shared.open_matcher(where, quiet=as_json)
    if matcher.rewriter is None:
        raise WaysGuardError("no rewriter can be used: set rewrite in your ways.json; `ways-guard status` shows it")
    probes, quiet = probing.found(where, matcher, asked, none)
    if not probes.found:
        raise WaysGuardError("there are no probes here: name a file with --probes")
    for problem in (*probes.problems, *quiet.problems):
        say(problem, err=True)
    rows = measure(matcher, probes.found, quiet.found)
    if as_json:
        click.echo(json.dumps({"version": 1, "symbolic": [asdict(row) for row in rows]}))
    else:
        _print(rows)


def _print(rows: Sequence[Recall]) -> None:
    table = Table(box=None, pad_edge=False)
    for number, name in enumerate(_COLUMNS):
        table.add_column(name, justify="right" if number else "left")
    for row in rows:
        told = (_share(row.raw, row.probes), _share(row.rewritten, row.probes), str(row.answered))
        quiet = (str(row.none), _share(row.none_raw, row.none), _share(row.none_rewritten, row.none))
        table.add_row(Text(printable(row.lang)), str(row.probes), *told, *quiet)
    Console(width=110).print(table)


def _share(part: int, whole: int) -> str:
    return f"{part / whole:.3f}" if whole else "-"
