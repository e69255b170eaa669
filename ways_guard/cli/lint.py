"""`ways-guard lint`: findings of a way repo, and fixes."""

from __future__ import annotations

import os
import sys
import tempfile
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from typing import TypeAlias

import click

from ways_guard.cli import patch
from ways_guard.cli.say import say
from ways_guard.errors import WaysGuardError
from ways_guard.folders import cache_dir
from ways_guard.lint import collect, deliver, rules
from ways_guard.lint import run as runs
from ways_guard.lint.baseline import FILE_NAME
from ways_guard.lint.explain_language import explained
from ways_guard.lint.meaning import Gauge
from ways_guard.lint.model import SEMANTIC, Rule
from ways_guard.lint.reports import FORMATS
from ways_guard.lint.tree import Index, WorkTree

ALL = "WG"
Part: TypeAlias = tuple[collect.Plan, collect.Repo, list[Rule]]


def _codes(values: tuple[str, ...]) -> list[str]:
    """Codes from repeated and comma-separated options, or from ways.json."""
    return [code.strip().upper() for value in values for code in value.split(",") if code.strip()]


def _rules(repo: collect.Repo, select: tuple[str, ...], ignore: tuple[str, ...], *, semantic: bool) -> list[Rule]:
    """The command line's selection before that of ways.json, which alone never makes a run need a model."""
    asked = _codes(select)
    chosen = asked or _settings(repo, "select")
    if semantic and not any(map(rules.is_semantic, chosen)):
        chosen = [*(chosen or [ALL]), SEMANTIC]
    found = rules.selected(chosen, _codes(ignore) or _settings(repo, "ignore"))
    return [rule for rule in found if asked or semantic or not rule.needs_model]


def _settings(repo: collect.Repo, name: str) -> list[str]:
    """Codes from ways.json; those that no rule has are left out, since WG602 reports them."""
    return [code for code in _codes(tuple(repo.settings.get(name, ()))) if rules.is_known(code)]


_SEMANTIC = "Run the rules that need a model, too: WG7. Selecting them asks for them as well."
_ENGINE = "The engine of those rules, before that of the user's ways.json."
_LANGUAGE = "Show what the judgement of that stub's language rests on, and lint nothing."
_BASELINE = f"Known findings, in place of {FILE_NAME} at the top of the repo."
_BASE = "Report on files that changed since REF; rules about a whole repo see all of it."
_FORMAT = "How to report: text, and under GitHub Actions github, by default."


@click.command()
@click.argument("paths", nargs=-1, type=click.Path(path_type=Path))
@click.option("--fix", is_flag=True, help="Make the safe fixes, then report what is left.")
@click.option("--unsafe-fixes", "unsafe", is_flag=True, help="Make the other fixes too, which may change meaning.")
@click.option("--diff", is_flag=True, help="Show what fixes would change; exit 1 if they would change something.")
@click.option("--select", multiple=True, metavar="CODES", help="Run only rules with these codes or prefixes.")
@click.option("--ignore", multiple=True, metavar="CODES", help="Leave out rules with these codes or prefixes.")
@click.option("--semantic", is_flag=True, help=_SEMANTIC)
@click.option("--engine", metavar="NAME", help=_ENGINE)
@click.option("--strict", is_flag=True, help="Warnings fail the run too.")
@click.option("--force-exclude", is_flag=True, help="Apply lint.exclude to paths that are named, too.")
@click.option("--baseline", metavar="FILE", type=click.Path(path_type=Path), help=_BASELINE)
@click.option("--no-baseline", is_flag=True, help="Report what the baseline knows, too.")
@click.option("--write-baseline", is_flag=True, help="Make what is found now the baseline.")
@click.option("--staged", is_flag=True, help="Lint what is in git's index, not what is on disk.")
@click.option("--base", "base_ref", metavar="REF", help=_BASE)
@click.option("--no-cache", is_flag=True, help="Keep nothing between runs, and use nothing that was kept.")
@click.option("--format", "format_name", type=click.Choice(list(FORMATS)), help=_FORMAT)
@click.option("--output-file", metavar="FILE", type=click.Path(path_type=Path), help="Write the report to a file.")
@click.option("--explain-language", "place", metavar="FILE:LINE", help=_LANGUAGE)
@click.option("--quiet", "-q", is_flag=True, help="No summary line.")
def lint(
    paths: tuple[Path, ...],
    *,
    fix: bool,
    unsafe: bool,
    diff: bool,
    select: tuple[str, ...],
    ignore: tuple[str, ...],
    semantic: bool,
    engine: str | None,
    strict: bool,
    force_exclude: bool,
    baseline: Path | None,
    no_baseline: bool,
    write_baseline: bool,
    staged: bool,
    base_ref: str | None,
    no_cache: bool,
    format_name: str | None,
    output_file: Path | None,
    place: str | None,
    quiet: bool,
) -> None:
    """Lint way files and locale files below PATHS (this folder by default).

    Exit code 0: nothing that fails; 1: an error (with --strict a warning too); 2: a wrong call, or a file or
    configuration that cannot be read, and where rules need a model that is not there.
    """
    if staged and (fix or unsafe or diff):
        raise WaysGuardError(
            "--staged goes with no fixes: they are made on disk, and what is staged stays as it is"
        )
    targets = paths or (Path(),)
    tree = Index() if staged else WorkTree()
    cache = None if no_cache else cache_dir() / "lint"
    if place:
        click.echo("\n".join(explained(place, tree, cache)))
        return
    plan = collect.plan(targets, force_exclude=force_exclude, tree=tree, base=base_ref)
    base = Path.cwd()
    if write_baseline and (diff or no_baseline):
        raise click.UsageError("--write-baseline goes neither with --diff nor with --no-baseline")
    if write_baseline and len(plan.repos) > 1:
        raise WaysGuardError("these paths lie in several way repos: write the baseline of one at a time")
    each = [(_part(plan, repo), repo, _rules(repo, select, ignore, semantic=semantic)) for repo in plan.repos]
    fixing = each if diff or fix or unsafe else []
    changes = [one for part, _, active in fixing for one in _changes(part, active, base, unsafe=unsafe)]
    if diff:
        patch.show(changes, runs.Report((), 0, base))
        sys.exit(bool(changes))
    runs.write(changes)
    options = runs.Options(strict, baseline, not no_baseline, write_baseline, cache)
    with _gauge(each, engine, cache, quiet=quiet) as gauge:
        measured = replace(options, gauge=gauge)
        reports = [runs.run(part, active, base, _strictly(measured, repo)) for part, repo, active in each]
    report = runs.merged(reports)
    _deliver(report, deliver.format_name(format_name, output_file, os.environ), output_file)
    if not quiet:
        click.echo(deliver.summary_line(report), err=True)
        for line in report.unmeasured:
            say(f"note: {line}", err=True)
    sys.exit(report.failed)


def _part(plan: collect.Plan, repo: collect.Repo) -> collect.Plan:
    """What of a plan belongs to one repo, which has rules of its own."""
    return replace(plan, jobs=tuple(job for job in plan.jobs if job.repo == repo.path), repos=(repo,))


@contextmanager
def _gauge(each: Sequence[Part], engine: str | None, cache: Path | None, *, quiet: bool) -> Iterator[Gauge | None]:
    """What rules that need a model measure with, where there are some; without a cache nothing is kept."""
    if not any(rule.needs_model for _, _, active in each for rule in active):
        yield None
        return
    from ways_guard.cli import shared  # it brings the matcher along

    config = shared.user_config(engine)
    with shared.steps(quiet=quiet) as progress, tempfile.TemporaryDirectory() as scratch:
        yield Gauge(config, cache_dir() if cache else Path(scratch), progress)


def _strictly(options: runs.Options, repo: collect.Repo) -> runs.Options:
    return replace(options, strict=options.strict or bool(repo.settings.get("strict")))


def _changes(plan: collect.Plan, active: list[Rule], base: Path, *, unsafe: bool) -> list[runs.Change]:
    """What fixes change; those that may not be made are named."""
    found = runs.changes(plan.jobs, active, unsafe=unsafe)
    allowed, refused = runs.sorted_out(found, runs.Report((), 0, base))
    for line in refused:
        say(line, err=True)
    return allowed


def _deliver(report: runs.Report, name: str, output_file: Path | None) -> None:
    if output_file:
        deliver.to_file(output_file, deliver.rendered(report, name, colour=False))
    else:
        colour = deliver.colours(os.environ, terminal=sys.stdout.isatty())
        click.echo(deliver.rendered(report, name, colour=colour), nl=False, color=colour)
    try:
        deliver.to_step_summary(report, os.environ)
    except WaysGuardError as error:  # a page that cannot be written says nothing about the ways
        say(f"ways-guard: {error}", err=True)
