"""`ways-guard eval`: probes through the matcher that the hook runs, as numbers."""

from __future__ import annotations

import math
import shutil
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import click

from ways_guard.cli import probing, recalling, shared
from ways_guard.cli.say import say
from ways_guard.files import write_atomic
from ways_guard.lint.words import plural
from ways_guard.match.bars import Bars, missed
from ways_guard.match.eval_formats import FORMATS
from ways_guard.match.eval_formats.shared import View, remarks
from ways_guard.match.evaluation import Evaluation, evaluate
from ways_guard.pages import extra

_FILE = click.Path(path_type=Path, dir_okay=False)


class _Number(click.FloatRange):
    """A range that what is no number is not in: it is neither above nor below a bar, and would pass it."""

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        """The number of an option's text."""
        number = super().convert(value, param, ctx)
        return self.fail(f"{value} is no number", param, ctx) if math.isnan(number) else number


_RATE = _Number(0, 1)
_BARS = (
    ("--min-top1", _RATE, "RATE", "Exit 1 where the right way ranks first less often (0 to 1)."),
    ("--min-top5", _RATE, "RATE", "Exit 1 where it is among the first five less often."),
    ("--min-fired-right", _RATE, "RATE", "Exit 1 where it, its parent or its child fires less often."),
    ("--max-fired-per-prompt", _Number(0), "NUMBER", "Exit 1 where more ways fire a probe."),
    ("--max-none", _RATE, "RATE", "Exit 1 where more none-prompts fire anything."),
    ("--max-unmeasured", click.IntRange(0), "NUMBER", "With bars: prompts that may go unmeasured. [default: 0]"),
)


def _bars(command: Callable[..., None]) -> Callable[..., None]:
    for name, kind, metavar, text in reversed(_BARS):
        command = click.option(name, type=kind, metavar=metavar, help=text)(command)
    return command


@click.command("eval")
@click.argument("repo", required=False, type=click.Path(path_type=Path))
@probing.PROBES_OPTION
@probing.NONE_OPTION
@shared.ENGINE_OPTION
@click.option("--without-examples", is_flag=True, help="Measure as if no way had examples.")
@click.option("--format", "format_name", type=click.Choice(list(FORMATS)), default="table", show_default=True)
@click.option("--json", "as_json", is_flag=True, help="The same as --format json.")
@click.option("--output", type=_FILE, metavar="FILE", help="Write that format there instead of printing it.")
@click.option("--html", type=_FILE, metavar="FILE", help="Write the HTML page there, too.")
@click.option("--show-failures", is_flag=True, help="Each probe that failed: wanted, ranked first, scores, fired.")
@click.option("--rewrite", is_flag=True, help="Measure patterns instead, with and without your rewriter.")
@_bars
@click.option("--per-language", is_flag=True, help="The bars hold for each language, too.")
def evaluation(
    repo: Path | None,
    *,
    probes: Path | None,
    none: Path | None,
    engine: str | None,
    without_examples: bool,
    format_name: str,
    as_json: bool,
    output: Path | None,
    html: Path | None,
    show_failures: bool,
    rewrite: bool,
    per_language: bool,
    **limits: Any,
) -> None:
    """Measure how well prompts find the ways of REPO, or without it those in force in this folder.

    Probes are the prompts of the ways' golden files, none-prompts those of golden-none.jsonl. Ways are ranked by
    their score; right is the probe's way, for what fires its parent and child too. A prompt that no model can
    score is not measured, and neither is one of a way that is not here, or of a line that cannot be read.

    Exit code 0; 1: a bar is not reached, or nothing could be measured; 2: a wrong call, or files or configuration
    that cannot be read.
    """
    format_name = "json" if as_json else format_name
    printed = format_name in ("table", "markdown") and output is None
    if html or format_name == "html":
        extra.require()  # before minutes of measuring
    where = shared.place(repo, engine)
    where = probing.bare(where) if without_examples else where
    if rewrite:
        _plain(format_name, output, html, show_failures, per_language, *limits.values())
        return recalling.run(where, probes, none, as_json=format_name == "json")
    found = _measured(where, probes, none, quiet=not printed)
    title = f"Matching: {repo.absolute().name if repo else 'the ways in force'}"
    view = View(shutil.get_terminal_size().columns, sys.stdout.isatty() and not output, show_failures, title)
    _deliver(FORMATS[format_name](found, view), output)
    if html:
        write_atomic(html, FORMATS["html"](found, view).encode("utf-8", "backslashreplace"))
    bars = Bars(**{name.removeprefix("min_").removeprefix("max_"): value for name, value in limits.items()})
    sys.exit(_verdict(found, missed(found, bars, each_language=per_language), told=printed))


def _plain(format_name: str, *others: object) -> None:
    """Refuse what goes with the usual measure alone: bars that nobody holds would pass."""
    if format_name not in ("table", "json") or any(other not in (None, False) for other in others):
        raise click.UsageError("--rewrite prints a table or --json: leave out bars, files, pages and failures")


def _measured(where: shared.Place, asked: Path | None, none: Path | None, *, quiet: bool) -> Evaluation:
    matcher = shared.open_matcher(where, quiet=quiet)
    prompts = probing.found(where, matcher, asked, none)
    with probing.bar(sum(len(part.found) for part in prompts)) as step:
        return evaluate(matcher, *prompts, step)


def _deliver(text: str, output: Path | None) -> None:
    if output:
        write_atomic(output, text.encode("utf-8", "backslashreplace"))
    else:
        click.echo(text, nl=False)


def _verdict(found: Evaluation, below: list[str], *, told: bool) -> int:
    """Say on standard error what is not fine and was not told yet; the exit code."""
    if found.missing and not told:
        for line in remarks(found):
            say(line, err=True)
    for line in below:
        say(line, err=True)
    if not found.asked and not found.quiet:
        say(f"nothing was measured: {_nothing(found)}", err=True)
        return 1
    return 1 if below else 0


def _nothing(found: Evaluation) -> str:
    if found.missing:
        return f"{plural(found.missing, 'prompt')} could not be"
    return "there are no probes here; write some to {name}.golden.jsonl beside a way, or name a file with --probes"
