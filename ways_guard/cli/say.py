"""Lines for people: what a way repo says in them cannot move the terminal."""

from __future__ import annotations

import click

from ways_guard.printable import printable


def say(text: str, *, err: bool = False) -> None:
    """Print one line, with what is not printable in it as escapes."""
    click.echo(printable(text), err=err)


def say_text(text: str) -> None:
    """Print lines as they are, indents too, with all else that is not printable as escapes."""
    lines = ("\t".join(map(printable, line.split("\t"))) for line in text.split("\n"))
    click.echo("\n".join(lines), nl=False)
