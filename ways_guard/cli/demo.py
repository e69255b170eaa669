"""`ways-guard demo`: a way repo linted, built and matched, to be looked at."""

from __future__ import annotations

import json
import os
from collections import Counter
from collections.abc import Sequence
from pathlib import Path

import click
from rich.console import Console
from rich.table import Table
from rich.text import Text

from ways_guard.cli import shared
from ways_guard.cli.match import nearest
from ways_guard.lint import collect, rules
from ways_guard.lint import run as runs
from ways_guard.lint.model import Finding
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
    console.print("[bold]1. Lint[/] ", Text(printable(str(top))))
    _lint(console, top)
    console.print("\n[bold]2. Corpus[/]")
    matcher = shared.open_matcher(where)
    names = select(where.config).names()
    console.print(
        f"{len(matcher.ways.entries)} ways, {_rows(matcher)} aliases in {_languages(matcher)} languages",
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
    if report.findings:
        console.print(_by_rule(report.findings, report))
    counts = report.summary()
    console.print(
        f"{counts['files']} files, {counts['errors']} errors, {counts['warnings']} warnings, "
        f"{counts['notes']} notes"
        + (f"; {counts['fixable']} can be mended by ways-guard lint --fix" if counts["fixable"] else "")
    )


def _by_rule(findings: Sequence[Finding], report: runs.Report) -> Table:
    table = Table(box=None, pad_edge=False, header_style="dim")
    for column in ("rule", "what", "findings", "first"):
        table.add_column(column, justify="right" if column == "findings" else "left", overflow="fold")
    counts = Counter(finding.code for finding in findings)
    for code, count in sorted(counts.items()):
        first = next(finding for finding in findings if finding.code == code)
        place = f"{report.display(first.path)}:{first.span.line}:{first.span.column}"
        table.add_row(code, first.name, str(count), Text(printable(place)))
    return table


def _rows(matcher: Matcher) -> int:
    index = matcher.ways.index("multilingual") or matcher.ways.index("english")
    return len(index.ways) if index else 0


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
