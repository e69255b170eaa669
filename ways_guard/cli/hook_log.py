"""`ways-guard hook-log`: what the hook decided lately."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

import click

from ways_guard.cli.say import say
from ways_guard.match import decisions


@click.command("hook-log")
@click.option("-n", "--last", type=click.IntRange(1), default=20, show_default=True, help="How many decisions.")
@click.option("--json", "as_json", is_flag=True, help="As JSON Lines.")
def hook_log(*, last: int, as_json: bool) -> None:
    """Show the last decisions of the hook: ways with score and layer, delivered or not.

    The log holds ids, scores and hashes; nothing that was typed.
    """
    found = decisions.read(last)
    for decision in found:
        if as_json:
            click.echo(json.dumps(decision))
        else:
            say(_heading(decision))
            for way in decision["ways"]:
                say(f"  {_way(way)}")
    if not found:
        click.echo("no decisions yet: the hook logs them once it runs (ways-guard install-hooks)", err=True)


def _heading(decision: Mapping[str, Any]) -> str:
    parts = (decision.get(key) for key in ("time", "event", "session", "who", "lang", "models"))
    return "  ".join(str(part) for part in parts if part)


def _way(way: Mapping[str, Any]) -> str:
    score = f"{way['score']:.2f}" if isinstance(way.get("score"), int | float) else "  - "
    return f"{way.get('outcome', '?'):<13} {score}  {way['id']}  {way.get('layer') or ''}".rstrip()
