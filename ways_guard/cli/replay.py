"""`ways-guard replay`: what would have fired in a conversation that has been."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import click

from ways_guard.cli import shared
from ways_guard.cli.say import say
from ways_guard.errors import WaysGuardError
from ways_guard.match import gates, transcript
from ways_guard.match.delivery import cut
from ways_guard.match.replay import Outcome
from ways_guard.match.replay import replay as replayed

_SHOWN = 60  # Characters of a prompt; enough to know it again.


@click.command()
@click.argument("path", metavar="TRANSCRIPT", type=click.Path(path_type=Path))
@shared.ENGINE_OPTION
@click.option("--all", "everything", is_flag=True, help="Also prompts and tools for which nothing fires.")
@click.option("--json", "as_json", is_flag=True, help="As JSON Lines.")
def replay(path: Path, *, engine: str | None, everything: bool, as_json: bool) -> None:
    """Show which ways the prompts and tools of a Claude Code TRANSCRIPT fire with the ways in force here.

    A transcript is a .jsonl file below `projects` in the agent's configuration folder. Nothing is noted or sent.
    """
    scene = shared.scene("claude-code")
    matcher = shared.open_matcher(shared.place(None, engine), quiet=as_json)
    place = scene.project or scene.folder
    window = scene.config.context_window
    told = fired = 0
    try:
        outcomes = replayed(
            transcript.records(path),
            matcher,
            lambda who: lambda entry: gates.open_for(entry.trigger, scene, who),
            place,
            window,
        )
        for outcome in outcomes:
            told, fired = told + 1, fired + bool(outcome.fired)
            if outcome.fired or everything:
                _print(outcome, as_json)
    except OSError as error:
        raise WaysGuardError(f"{path}: {error.strerror or error}: name a transcript (.jsonl)") from error
    if not as_json:
        click.echo(f"{told} prompts and tools, ways fire for {fired}", err=True)


def _print(outcome: Outcome, as_json: bool) -> None:
    if as_json:
        click.echo(json.dumps(_document(outcome)))
        return
    step = outcome.step
    who = " (sub-agent)" if step.who == "subagent" else ""
    say(f"line {step.line}  {step.kind}{who}  {cut(' '.join(step.text.split()), _SHOWN)}")
    for verdict in outcome.fired:
        mark = "shown" if verdict.entry.id in outcome.shown else "shown before"
        score = "" if verdict.score is None else f"  {verdict.score:.2f}"
        say(f"  {mark:<13} {verdict.entry.id}  {verdict.layer or 'parent'}{score}")


def _document(outcome: Outcome) -> dict[str, Any]:
    step = outcome.step
    ways = [
        {
            "id": verdict.entry.id,
            "layer": verdict.layer or "parent",
            "score": None if verdict.score is None else round(verdict.score, 4),
            "shown": verdict.entry.id in outcome.shown,
        }
        for verdict in outcome.fired
    ]
    return {"line": step.line, "kind": step.kind, "text": step.text, "who": step.who, "ways": ways}
