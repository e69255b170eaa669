"""`ways-guard language`: which language the agent writes in and why, or what a value means."""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import click

from ways_guard.agents import AGENTS
from ways_guard.agents.output_language import passes
from ways_guard.cli import sheet
from ways_guard.cli.say import say
from ways_guard.cli.sheet import Line, Row
from ways_guard.match import runtime
from ways_guard.match.status import engine
from ways_guard.match.status import language as report
from ways_guard.way.languages import Language, Languages

_STEPS: Mapping[str, str] = {
    "user": "your ways.json",
    "project": "the project's ways.json",
    "agent": "the agent's settings",
    "system": "the system",
    "default": "otherwise",
}


@click.command()
@click.argument("value", required=False)
@click.option("--agent", type=click.Choice(sorted(AGENTS)), default="claude-code", show_default=True)
@click.option("--config-dir", type=click.Path(path_type=Path), help="The agent's configuration folder.")
@click.option("--json", "as_json", is_flag=True, help="As JSON; `ways-guard schema language` describes it.")
def language(value: str | None, *, agent: str, config_dir: Path | None, as_json: bool) -> None:
    """Show the language that the agent writes in, and what decides that; with VALUE, which language that means.

    Exit code 0; 1 for a VALUE that names no language that we know.
    """
    scene = runtime.scene(AGENTS[agent], os.environ, Path.cwd(), config_dir, strict=False)
    if value is not None:
        _explain(value, scene.languages, as_json=as_json)
        return
    document = report.document(scene, os.environ, engine.chosen(scene.config).models)
    if as_json:
        click.echo(json.dumps({"version": 1, **document}, indent=2))
        return
    sheet.show(rows(document))
    for problem in scene.config.problems:
        say(f"warning: {problem}", err=True)


def rows(document: Mapping[str, Any]) -> Iterator[Row]:
    """The language and its cascade, for people."""
    yield Row("Language", list(summary(document)))
    for step in document["steps"]:
        yield Row(f"  {_STEPS[step['step']]}", [_line(step)])
    yield Row("Pin it", [Line(pin(document["pin"]))])


def summary(document: Mapping[str, Any]) -> Iterator[Line]:
    """The language in one line, and what is wrong with it."""
    where = f", from {document['source']}" if document["source"] else ", since nothing says otherwise"
    yield Line(f"{_named(document['name'], document['native'], document['code'])}{where}", sheet.GOOD)
    for step in document["steps"]:
        if step["unknown"]:
            yield Line(f"{step['source']} says “{step['value']}”, which is no language that we know", sheet.WARN)
    if document["warning"]:
        yield Line(document["warning"], sheet.WARN)


def pin(place: Mapping[str, str]) -> str:
    """How to have this language whatever else changes."""
    return f'"{place["key"]}": "{place["value"]}" in {place["file"]}'


def _line(step: Mapping[str, Any]) -> Line:
    if step["value"] is None:
        return Line("says nothing", sheet.DIM)
    source = f" ({step['source']})" if step["source"] else ""
    meaning = step["code"] or ("no known language" if step["unknown"] else "leaves it to the next step")
    said = "" if step["step"] == "default" else f"“{step['value']}” → "
    return Line(f"{said}{meaning}{source}", sheet.GOOD if step["decides"] else "")


def _named(name: str, native: str, code: str) -> str:
    return f"{name} ({code})" if name == native else f"{name} ({native}, {code})"


def _explain(value: str, languages: Languages, *, as_json: bool) -> None:
    code = languages.normalise(value)
    found: Language | None = languages[code] if code else None
    close = languages.suggest(value) if not found else None
    if as_json:
        named = {"name": found.name if found else None, "native": found.native if found else None}
        click.echo(json.dumps({"version": 1, "value": value, "code": code, **named, "suggestion": close}, indent=2))
    elif found:
        say(f"{value} → {_named(found.name, found.native, found.code)}")
    else:
        say(_unknown(value, languages[close] if close else None))
    if not found:
        sys.exit(1)


def _unknown(value: str, close: Language | None) -> str:
    if passes(value):
        return f"{value}: names no language; it leaves the decision to the next step"
    meant = f"; did you mean {close.name} ({close.code})?" if close else ""
    return f"{value}: no language that we know, so the next step would decide{meant}"
