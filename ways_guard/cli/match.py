"""`ways-guard match`: which ways a prompt fires, and why."""

from __future__ import annotations

import json
from dataclasses import asdict
from pathlib import Path
from typing import Any

import click

from ways_guard.cli import shared
from ways_guard.cli.say import say
from ways_guard.match.delivery import cut
from ways_guard.match.forms import Form
from ways_guard.match.verdict import Answer, Verdict

_ALIAS_SHOWN = 60  # Characters: enough to know it again; --json has the whole text.


@click.command()
@click.argument("prompt")
@shared.REPO_OPTION
@shared.ENGINE_OPTION
@click.option("--explain", is_flag=True, help="Every way with its score, nearest alias and reason.")
@click.option("--json", "as_json", is_flag=True, help="The answer as JSON.")
def match(prompt: str, *, repo: Path | None, engine: str | None, explain: bool, as_json: bool) -> None:
    """Show which ways PROMPT fires.

    Put `--` before a prompt that begins with a dash. Exit code 0, also where nothing fires.
    """
    where = shared.place(repo, engine)
    matcher = shared.open_matcher(where, quiet=as_json)
    answer = matcher.match(prompt, explain=explain)
    if as_json:
        click.echo(json.dumps(document(answer, explain=explain), indent=2, ensure_ascii=True))
        return
    if not matcher.ways.entries:
        click.echo("note: there are no ways here", err=True)
    elif answer.note:
        say(f"note: {answer.note}", err=True)
    if explain and answer.mode:
        say(f"scored by: {answer.mode}, {answer.head_kind}, language {answer.lang or 'unknown'}", err=True)
    for form in answer.forms if explain else ():
        say(rewritten(form), err=True)
    for verdict in answer.verdicts if explain else answer.fired:
        say(line(verdict))
    if not answer.fired:
        click.echo("no way fires", err=True)


def rewritten(form: Form) -> str:
    """What a rewriter made of the prompt, as one line."""
    named = f" (named: {', '.join(form.entities)})" if form.entities else ""
    return f"in {form.target}: {form.query}{named}" if form.query else f"in {form.target}: as it is: {form.reason}"


def line(verdict: Verdict) -> str:
    """A verdict as one line: fired or not, id, layer, reason, nearest alias."""
    mark = "+" if verdict.fired else "-"
    layer = f"{verdict.layer}: " if verdict.layer else ""
    return f"{mark} {verdict.entry.id}  {layer}{verdict.reason}{nearest(verdict)}"


def nearest(verdict: Verdict) -> str:
    """The alias that is nearest to the prompt, in words; "" where none was looked up."""
    alias = verdict.alias
    return f"; nearest: {alias.lang} {alias.kind} “{cut(alias.text, _ALIAS_SHOWN)}”" if alias else ""


def document(answer: Answer, *, explain: bool) -> dict[str, Any]:
    """The answer as JSON values; with `explain` the ways that did not fire too."""
    verdicts = answer.verdicts if explain else answer.fired
    return {
        "version": 1,
        "lang": answer.lang,
        "mode": answer.mode,
        "head": answer.head_kind or None,
        "note": answer.note,
        "forms": [asdict(form) for form in answer.forms],
        "ways": [_way(verdict) for verdict in verdicts],
    }


def _way(verdict: Verdict) -> dict[str, Any]:
    alias = verdict.alias
    return {
        "id": verdict.entry.id,
        "fired": verdict.fired,
        "layer": verdict.layer or None,
        "score": None if verdict.score is None else round(verdict.score, 4),
        "threshold": verdict.entry.threshold,
        "reason": verdict.reason,
        "matched": verdict.matched,
        "alias": vars(alias) | {"cosine": round(alias.cosine, 4)} if alias else None,
    }
