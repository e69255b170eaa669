"""Changes to files as a patch."""

from __future__ import annotations

import sys
from collections.abc import Iterable

import click

from ways_guard.lint import run as runs
from ways_guard.printable import printable


def show(found: Iterable[runs.Change], report: runs.Report) -> None:
    """Print changes; on a terminal what is not printable in them is shown as escapes."""
    for change in found:
        text = runs.diff(change, report.display(change.path))
        if sys.stdout.isatty():  # a patch in a file or a pipe must stay one
            text = "".join(f"{printable(line)}\n" for line in text.removesuffix("\n").split("\n"))
        click.echo(text, nl=False)
