"""`ways-guard demo`: a way repo linted, built and matched, to be looked at."""

from __future__ import annotations

import json
import os
from collections import Counter
from pathlib import Path

import click
from rich.cells import cell_len
from rich.console import Console
from rich.text import Text

from ways_guard.cli import shared
from ways_guard.cli.match import nearest
from ways_guard.lint import collect, rules
from ways_guard.lint import run as runs
from ways_guard.lint.deliver import summary_line
from ways_guard.lint.words import plural
from ways_guard.match.engines import select
from ways_guard.match.matcher import Matcher
from ways_guard.match.verdict import Answer
from ways_guard.printable import printable
from ways_guard.way import discover

_PROMPTS = Path(__file__).resolve().parent.parent / "match" / "data" / "demo.jsonl"


@click.command()
@click.argument("repo", required=False, type=click.Path(path_type=Path))
@shared.ENGINE_OPTION
def demo(*, repo: Path | None, engine: str | None) -> None:
    """Lint, build and match a way repo (the bundled ways without REPO): six prompts in six languages."""
    console = Console(highlight=False, soft_wrap=True)
    top = Path(os.path.abspath(repo or discover.bundled_root()))  # noqa: PTH100 - links stay, `..` goes
    where = shared.place(top, engine)
    console.print(_beside(console, Text("1. Lint", style="bold"), str(top)))
    _lint(console, top)
    console.print("\n[bold]2. Corpus[/]")
    matcher = shared.open_matcher(where)
    names = select(where.config).names()
    console.print(
        f"{plural(len(matcher.ways.entries), 'way')}, {_rows(matcher)} aliases in {_languages(matcher)} languages",
        end="; ",
    )
    console.print(", ".join(names.values()) if names else "no embedding model: patterns only")
    console.print("\n[bold]3. Match[/]")
    for line in _PROMPTS.read_text(encoding="utf-8").splitlines():
        sample = json.loads(line)
        _show(console, sample, matcher.match(sample["prompt"]))
    for note in matcher.models.notes:
        console.print(printable(f"note: {note}"), style="yellow", markup=False)


def _lint(console: Console, top: Path) -> None:
    report = runs.run(collect.plan([top], repo=top), rules.selected(), top)
    counts = Counter(finding.code for finding in report.findings)
    for code, count in sorted(counts.items()):
        first = next(finding for finding in report.findings if finding.code == code)
        place = f"{report.display(first.path)}:{first.span.line}:{first.span.column}"
        head = Text(f"{code} {first.name}: {plural(count, 'finding')}, first at")
        console.print(_beside(console, head, place))
    console.print(summary_line(report))


def _beside(console: Console, head: Text, path: str) -> Text:
    """A path behind what it belongs to; below it where the line would be broken in the path otherwise."""
    shown = printable(path)
    fits = cell_len(f"{head.plain} {shown}") <= console.width
    return Text.assemble(head, f" {shown}" if fits else f"\n    {shown}")


def _rows(matcher: Matcher) -> int:
    index = matcher.ways.index("multilingual") or matcher.ways.index("english")
    return index.size if index else 0


def _languages(matcher: Matcher) -> int:
    index = matcher.ways.index("multilingual") or matcher.ways.index("english")
    return len(index.codes) if index else 0


def _show(console: Console, sample: dict[str, str], answer: Answer) -> None:
    console.print(Text.assemble((f"{sample['lang']}  ", "bold cyan"), sample["prompt"]))
    console.print(Text(f"    ({sample['gloss']})", style="dim"))
    for verdict in answer.fired:
        why = printable(f"  {verdict.layer}: {verdict.reason}{nearest(verdict)}")
        console.print(Text.assemble("    → ", (printable(verdict.entry.id), "green"), why))
    if not answer.fired:
        console.print(
            Text(printable(f"    no way fires{f': {answer.note}' if answer.note else ''}"), style="yellow")
        )
