"""`ways-guard coverage`: ways and languages, and what is known of each stub."""

from __future__ import annotations

import shutil
import sys
from pathlib import Path

import click

from ways_guard.cli.say import say
from ways_guard.errors import WaysGuardError
from ways_guard.folders import cache_dir
from ways_guard.lint import collect, coverage_formats
from ways_guard.lint import coverage as coverages
from ways_guard.lint.age import stale_stubs
from ways_guard.lint.codes import chosen
from ways_guard.lint.confirm import LANGDETECT, confirmer
from ways_guard.lint.coverage import Coverage


@click.command()
@click.argument("repo", required=False, type=click.Path(path_type=Path))
@click.option(
    "--format",
    "format_name",
    type=click.Choice(list(coverage_formats.FORMATS)),
    default="table",
    show_default=True,
)
@click.option("--languages", metavar="CODES", help="Only these; by default those asked for and those there are.")
@click.option("--fail-under", type=click.FloatRange(0, 100), metavar="PERCENT", help="Exit 1 if less is covered.")
def coverage(repo: Path | None, *, format_name: str, languages: str | None, fail_under: float | None) -> None:
    """Show which ways of REPO (this one by default) have a stub in which language.

    A cell is confirmed, weak, cannot tell, stale or missing; where it applies also wrong (another language),
    untranslated or unsupported (no code of languages.json). Confirmed means that no other language fits nearly
    as well, weak that nothing speaks against it, cannot tell that too little of the stub is text of its own.
    Stale is what WG401 finds in git. Covered means confirmed or weak, and is counted over the languages of
    `lint.require`, else over the active ones, and over all that there are stubs in.

    Exit code 0; with --fail-under 1 where less is covered; 2: a wrong call, or configuration that cannot be read.
    """
    plan = collect.plan([repo or Path()])
    place = plan.repos[0]
    codes = chosen(languages, place.languages) if languages is not None else ()
    confirm = confirmer(place.languages, place.settings.get("detector", LANGDETECT), cache_dir() / "lint")
    found = coverages.measure(place, confirm, stale_stubs(place, plan.tree), codes)
    if not found.rows:
        raise WaysGuardError(f"{repo or Path()}: no ways here that could have stubs: name a way repo")
    click.echo(_rendered(found, format_name), nl=False)
    for problem in found.problems:
        say(problem, err=True)
    if fail_under is not None and found.percent() < fail_under:
        click.echo(f"covered: {found.percent():.1f} %, less than {fail_under:g} %", err=True)
        sys.exit(1)


def _rendered(found: Coverage, format_name: str) -> str:
    width = shutil.get_terminal_size().columns
    return coverage_formats.FORMATS[format_name](found, width, color=sys.stdout.isatty())
