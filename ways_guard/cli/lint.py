"""`ways-guard lint`: findings of a way repo, and fixes."""

from __future__ import annotations

import sys
from pathlib import Path

import click

from ways_guard.lint import collect, rules
from ways_guard.lint import run as runs
from ways_guard.lint.model import Rule
from ways_guard.lint.reports import FORMATS
from ways_guard.lint.reports.text import shown
from ways_guard.lint.words import plural


def _codes(values: tuple[str, ...]) -> list[str]:
    """Codes from repeated and comma-separated options, or from ways.json."""
    return [code.strip().upper() for value in values for code in value.split(",") if code.strip()]


def _rules(repo: collect.Repo, select: tuple[str, ...], ignore: tuple[str, ...]) -> list[Rule]:
    """The command line's selection before that of ways.json."""
    chosen = select or tuple(repo.settings.get("select", ()))
    left_out = ignore or tuple(repo.settings.get("ignore", ()))
    return rules.selected(_codes(chosen), _codes(left_out))


@click.command()
@click.argument("paths", nargs=-1, type=click.Path(path_type=Path))
@click.option("--fix", is_flag=True, help="Make the safe fixes, then report what is left.")
@click.option("--diff", is_flag=True, help="Show what --fix would change; exit 1 if it would change something.")
@click.option("--select", multiple=True, metavar="CODES", help="Run only rules with these codes or prefixes.")
@click.option("--ignore", multiple=True, metavar="CODES", help="Leave out rules with these codes or prefixes.")
@click.option("--strict", is_flag=True, help="Warnings fail the run too.")
@click.option("--force-exclude", is_flag=True, help="Apply lint.exclude to paths that are named, too.")
@click.option("--format", "format_name", type=click.Choice(sorted(FORMATS)), default="text", show_default=True)
@click.option("--quiet", "-q", is_flag=True, help="No summary line.")
def lint(
    paths: tuple[Path, ...],
    *,
    fix: bool,
    diff: bool,
    select: tuple[str, ...],
    ignore: tuple[str, ...],
    strict: bool,
    force_exclude: bool,
    format_name: str,
    quiet: bool,
) -> None:
    """Lint way files and locale files below PATHS (this folder by default).

    Exit code 0: nothing that fails; 1: an error (with --strict a warning too); 2: a wrong call, or a file or
    configuration that cannot be read.
    """
    targets = paths or (Path(),)
    repo = collect.open_repo(targets[0])
    active = _rules(repo, select, ignore)
    plan = collect.plan(targets, force_exclude=force_exclude)
    base = Path.cwd()
    if diff:
        sys.exit(_show_diff(runs.changes(plan.jobs, active), runs.Report((), 0, base)))
    if fix:
        runs.write(runs.changes(plan.jobs, active))
    report = runs.run(plan, active, base)
    click.echo(FORMATS[format_name](report), nl=False)
    if not quiet:
        click.echo(_summary(report), err=True)
    sys.exit(report.failed(strict=strict or bool(repo.settings.get("strict"))))


def _show_diff(found: list[runs.Change], report: runs.Report) -> int:
    for change in found:
        text = runs.diff(change, report.display(change.path))
        if sys.stdout.isatty():  # a patch in a file or a pipe must stay one
            text = "".join(f"{shown(line)}\n" for line in text.removesuffix("\n").split("\n"))
        click.echo(text, nl=False)
    return 1 if found else 0


def _summary(report: runs.Report) -> str:
    counts = report.summary()
    if not counts["files"]:
        return "no way files here: name a folder that holds ways, or a way repo"
    parts = [plural(counts[name], name.removesuffix("s")) for name in ("errors", "warnings", "notes")]
    fixable = f", {counts['fixable']} of them fixable with --fix" if counts["fixable"] else ""
    return f"{plural(counts['files'], 'file')} checked: {', '.join(parts)}{fixable}"
