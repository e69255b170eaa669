"""`ways-guard suggest-examples`: an instruction for a language model, and what of its answer can be kept."""

from __future__ import annotations

import sys
from dataclasses import replace
from pathlib import Path

import click

from ways_guard.cli import shared
from ways_guard.cli.say import say
from ways_guard.constants import NEIGHBOURS_SHOWN
from ways_guard.errors import WaysGuardError
from ways_guard.files import read_bytes
from ways_guard.folders import cache_dir
from ways_guard.lint.codes import chosen
from ways_guard.lint.examples import answer, instruction, keep, place
from ways_guard.lint.examples.answer import Judged
from ways_guard.lint.examples.place import Place
from ways_guard.lint.meaning import Gauge
from ways_guard.lint.texts import shown_path
from ways_guard.lint.words import plural
from ways_guard.way import discover
from ways_guard.way.text import decode

_REPO = "The way repo; without it, the one that this folder is in."
_LANG = "Languages to ask for, such as de,ja; without it, the one that the way is written in."
_ACCEPT = "Check an answer (- is standard input) and add its examples to the way's file."


@click.command("suggest-examples")
@click.argument("way")
@click.option("--repo", type=click.Path(path_type=Path), help=_REPO)
@click.option("--lang", metavar="CODES", help=_LANG)
@click.option("--accept", "source", metavar="FILE", help=_ACCEPT)
@click.option("--partial", is_flag=True, help="With --accept: add what passes though other lines do not.")
@shared.ENGINE_OPTION
def suggest_examples(
    way: str, *, repo: Path | None, lang: str | None, source: str | None, partial: bool, engine: str | None
) -> None:
    """Print an instruction by which a language model writes examples for WAY, an id such as code/tests.

    With --accept the answer is checked line by line: JSON Lines with a known language; no probe of any way, no
    example that is there, and nothing nearly the same; and, where there is a model, not clearly nearer to another
    way. What is wrong is told for each line. Examples are added where all lines pass, with --partial those that do.

    Exit code 0; 1: a line was refused; 2: a wrong call, or a file that cannot be read or written.
    """
    if source and lang:
        raise click.UsageError("--lang says what to ask for, and --accept takes an answer: give one of them")
    if partial and not source:
        raise click.UsageError("--partial goes with --accept")
    if repo is not None and not repo.is_dir():
        raise WaysGuardError(f"{repo}: no such folder: name a way repo")
    where = place.find(repo.absolute() if repo else discover.repo_of(Path.cwd()), way)
    if source is None:
        _print(where, chosen(lang, where.languages) if lang else (where.way.root.canonical,), engine)
    else:
        sys.exit(_accept(where, source, engine, partial=partial))


def _gauge(engine: str | None) -> Gauge | None:
    """What meaning is measured with, None where there is no model for it."""
    gauge = Gauge(shared.user_config(engine), cache_dir())
    try:
        _ = gauge.models
    except WaysGuardError as error:
        say(f"note: {error}", err=True)
        return None
    return gauge


def _print(where: Place, langs: tuple[str, ...], engine: str | None) -> None:
    gauge = _gauge(engine)
    found = None
    if gauge:
        from ways_guard.lint.examples import near

        with shared.steps() as progress:
            found = near.neighbours(replace(gauge, progress=progress), where.way, where.ways, NEIGHBOURS_SHOWN)
    for line in instruction.instruction(where, langs, found).split("\n"):
        say(line)


def _accept(where: Place, source: str, engine: str | None, *, partial: bool) -> int:
    """Judge an answer, tell, and write; the exit code."""
    lines = answer.judged(_text(source), where, where.path)
    if not lines:
        raise WaysGuardError(f"{source}: holds no examples: give the answer as it is, one JSON object a line")
    lines = _measured(where, lines, engine)
    refused = [line for line in lines if not line.accepted]
    for line in refused:
        say(f"{source}:{line.number}: {line.problem}")
    kept = [line.example for line in lines if line.accepted and line.example]
    name = shown_path(where.path, where.repo)
    if kept and (partial or not refused):
        keep.keep(where, kept)
        say(f"{name}: {plural(len(kept), 'example')} added, {len(refused)} refused")
    else:
        more = ": mend them, or add the others with --partial" if kept else ""
        say(f"{name}: nothing added, {len(refused)} of {plural(len(lines), 'line')} refused{more}")
    return 1 if refused else 0


def _text(source: str) -> str:
    data = sys.stdin.buffer.read() if source == "-" else read_bytes(Path(source))
    decoded = decode(data)
    if decoded.bad_span:
        raise WaysGuardError(f"{source}:{decoded.bad_span.line}: not UTF-8: save the answer as UTF-8")
    return decoded.text


def _measured(where: Place, lines: list[Judged], engine: str | None) -> list[Judged]:
    """The lines, with the way that a prompt is clearly nearer to as its problem; as they are without a model."""
    prompts = [line.example for line in lines if line.accepted and line.example]
    gauge = _gauge(engine) if prompts else None
    if gauge is None:
        if prompts:
            say("note: whether another way is nearer was not checked", err=True)
        return lines
    from ways_guard.lint.examples import near

    with shared.steps() as progress:
        found = iter(near.rivals(replace(gauge, progress=progress), where.way, where.ways, prompts))
    return [
        replace(line, problem=f"is nearer to the way {rival} than to {where.way.id}")
        if line.accepted and (rival := next(found))
        else line
        for line in lines
    ]
