"""`ways-guard fmt`: the canonical form of locale files."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from pathlib import Path

import click

from ways_guard.cli import patch
from ways_guard.cli.say import say
from ways_guard.errors import WaysGuardError
from ways_guard.files import read_bytes
from ways_guard.lint import collect
from ways_guard.lint import run as runs
from ways_guard.lint.engine import Job
from ways_guard.lint.form import UnreadableError, formed
from ways_guard.lint.run import Change
from ways_guard.lint.words import plural


@click.command()
@click.argument("paths", nargs=-1, type=click.Path(path_type=Path))
@click.option("--check", is_flag=True, help="Change nothing; name the files that would change, and exit 1.")
@click.option("--diff", is_flag=True, help="Change nothing; show what would change, and exit 1.")
@click.option("--force-exclude", is_flag=True, help="Apply lint.exclude to paths that are named, too.")
@click.option("--quiet", "-q", is_flag=True, help="No summary line.")
def fmt(paths: tuple[Path, ...], *, check: bool, diff: bool, force_exclude: bool, quiet: bool) -> None:
    """Put the locale files below PATHS (this folder by default) into canonical form.

    One stub a line, keys in the order lang, description, vocabulary, lines sorted by lang, ended by LF, no blank
    lines, no byte order mark. Text is moved and never written anew, so that spacing and escapes stay and nothing
    is lost. A file with a line that is not JSON is left alone.

    Exit code 0; 1: with --check or --diff, something would change; 2: a file was left alone, or a wrong call.
    """
    jobs = collect.jobs(paths or (Path(),), force_exclude=force_exclude)
    files = [job for job in jobs if job.file.kind == "locales"]
    report = runs.Report((), len(files), Path.cwd())
    found, refused = _changes(files, report)
    found, astray = runs.sorted_out(found, report)
    for line in astray:
        say(line, err=True)
    refused += len(astray)
    if diff:
        patch.show(found, report)
    elif check:
        for change in found:
            say(report.display(change.path))
    else:
        runs.write(found)
    if not quiet:
        click.echo(_summary(len(files), len(found), refused, changed=not (check or diff)), err=True)
    sys.exit(2 if refused else int(bool(found) and (check or diff)))


def _changes(files: Sequence[Job], report: runs.Report) -> tuple[list[Change], int]:
    """What would change, and how many files cannot be read; each place of those is named."""
    found, refused = [], 0
    for job in files:
        path = job.file.path
        try:
            before = read_bytes(path)
            after = formed(before)
        except WaysGuardError as error:
            refused += 1
            say(str(error), err=True)
            continue
        except UnreadableError as error:
            refused += 1
            for span, message in error.places:
                say(f"{report.display(path)}:{span.line}:{span.column}: {message}", err=True)
            continue
        if before != after:
            found.append(runs.change(job, before, after))
    return found, refused


def _summary(files: int, found: int, refused: int, *, changed: bool) -> str:
    if not files:
        return "no locale files here: name a folder that holds ways, or a way repo"
    left = f", {refused} left alone" if refused else ""
    return f"{plural(files, 'file')}: {found} {'rewritten' if changed else 'would be rewritten'}{left}"
