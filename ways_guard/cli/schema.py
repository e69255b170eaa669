"""`ways-guard schema`: the JSON Schemas of our file formats."""

from __future__ import annotations

import click

from ways_guard.way import schema as schemas


@click.command()
@click.argument("name", required=False)
def schema(name: str | None) -> None:
    """Print the JSON Schema of a file format; without NAME list the names."""
    text = schemas.source(name) if name else "".join(f"{known}\n" for known in schemas.names())
    click.echo(text, nl=False)
