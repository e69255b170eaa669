"""`ways-guard calibrate`: thresholds fitted to a repo's own probes, shown before they are written."""

from __future__ import annotations

import sys
from collections.abc import Iterator, Sequence
from pathlib import Path

import click

from ways_guard.cli import patch, probing, shared
from ways_guard.cli.say import say
from ways_guard.constants import FIT_PROMPTS
from ways_guard.errors import WaysGuardError
from ways_guard.files import read_bytes
from ways_guard.lint import run as runs
from ways_guard.lint.run import Change
from ways_guard.lint.words import plural
from ways_guard.match import thresholds
from ways_guard.match.eval_formats.shared import rate
from ways_guard.match.matcher import Matcher
from ways_guard.match.sets import Entry
from ways_guard.match.thresholds import Fit, Move, Rates
from ways_guard.printable import printable
from ways_guard.way import discover
from ways_guard.way.edit import with_threshold

_HEADS = ("way", "old", "new", "own probes", "none-prompts", "other probes")


@click.command()
@click.argument("repo", required=False, type=click.Path(path_type=Path))
@probing.PROBES_OPTION
@probing.NONE_OPTION
@shared.ENGINE_OPTION
@click.option("--write", is_flag=True, help="Write the thresholds, after asking.")
@click.option("--yes", is_flag=True, help="With --write: do not ask.")
def calibrate(
    repo: Path | None,
    *,
    probes: Path | None,
    none: Path | None,
    engine: str | None,
    write: bool,
    yes: bool,
) -> None:
    """Fit the thresholds of the ways of REPO (the one that this folder is in by default) to its probes.

    A threshold moves where the way's own probes, the none-prompts and the probes of other ways speak against the
    one in force, and where what half of them say holds for the other half. Shows what would change and what that
    does to prompts that it was not fitted on. Writes with --write alone, one line a way.

    Exit code 0: nothing to change, or written; 1: thresholds would change, or nothing could be measured; 2: a
    wrong call, or files or configuration that cannot be used.
    """
    where = shared.place(repo or discover.repo_of(Path.cwd()), engine)
    matcher = shared.open_matcher(where)
    fit = _fitted(where, matcher, probes, none)
    if fit is None:
        sys.exit(1)
    report = runs.Report((), len(fit.moves), Path.cwd())
    found = [_change(entry, move) for entry, move in _paired(matcher.ways.entries, fit.moves)]
    for line in _told(fit, found):
        say(line)
    patch.show(found, report)
    if not found or (write and _written(found, yes=yes)):
        sys.exit(0)
    sys.exit(1)


def _fitted(where: shared.Place, matcher: Matcher, asked: Path | None, none: Path | None) -> Fit | None:
    """The fit; None, and why, where no prompt could be scored."""
    parts = probing.found(where, matcher, asked, none)
    prompts = [probe for part in parts for probe in part.found]
    for problem in (problem for part in parts for problem in part.problems):
        say(f"not measured: {problem}", err=True)
    with probing.bar(len(prompts)) as step:
        seen, unmeasured = thresholds.seen(matcher, prompts, step)
    for reason, count in unmeasured.items():
        say(f"not measured: {plural(count, 'prompt')}: {reason}", err=True)
    if not seen:
        say("nothing was fitted: no prompt could be measured", err=True)
        return None
    return thresholds.fit(seen, matcher.ways.entries)


def _paired(entries: Sequence[Entry], moves: Sequence[Move]) -> Iterator[tuple[Entry, Move]]:
    by_id = {move.way: move for move in moves}
    yield from ((entry, by_id[entry.id]) for entry in entries if entry.id in by_id)


def _change(entry: Entry, move: Move) -> Change:
    before = read_bytes(entry.path)
    try:
        after = with_threshold(before, move.new)
    except WaysGuardError as error:
        raise WaysGuardError(f"{entry.path}: {error} to {move.new:g}") from error
    return Change(entry.path, before, after, discover.leads_out(entry.root.path, entry.path))


def _told(fit: Fit, found: Sequence[Change]) -> Iterator[str]:
    if not fit.fitted:
        few = f"{FIT_PROMPTS} probes of a way and {FIT_PROMPTS} none-prompts"
        yield f"nothing was fitted: that takes at least {few}, and no way has them"
        return
    fitted, moved = plural(fit.fitted, "way"), plural(len(found), "threshold")
    yield f"{fitted} with at least {FIT_PROMPTS} probes: {moved} to move"
    if found:
        yield from _table(fit.moves)
        yield "Each prompt was read under thresholds that were fitted without it:"
        yield from _rates(fit.before, fit.after)


def _table(moves: Sequence[Move]) -> list[str]:
    rows = [_HEADS, *(_row(move) for move in moves)]
    widths = [max(len(row[column]) for row in rows) for column in range(len(_HEADS))]
    return ["  ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True)).rstrip() for row in rows]


def _row(move: Move) -> tuple[str, ...]:
    own = f"+{move.gained} -{move.lost}"
    return printable(move.way), f"{move.old:.2f}", f"{move.new:.2f}", own, f"{move.quiet:+d}", f"{move.others:+d}"


def _rates(before: Rates, after: Rates) -> Iterator[str]:
    for name, old, new in (
        ("right way fired", before.fired_right, after.fired_right),
        ("ways fired a probe", before.fired_per_prompt, after.fired_per_prompt),
        ("none-prompts that fire", before.none, after.none),
    ):
        if old is not None and new is not None:
            yield f"  {name}: {rate(old)} -> {rate(new)}"


def _written(found: Sequence[Change], *, yes: bool) -> bool:
    """Write after asking; False where somebody says no. A file that changed meanwhile stops it all."""
    stray = [change.path for change in found if change.strays]
    if stray:
        raise WaysGuardError(f"{stray[0]}: is a link out of the root: nothing was written; set it where it lies")
    if not yes and not _agreed(len(found)):
        return False
    for change in found:
        if read_bytes(change.path) != change.before:
            raise WaysGuardError(f"{change.path}: changed meanwhile: nothing was written; run it again")
    runs.write(found)
    say(f"{plural(len(found), 'file')} written")
    return True


def _agreed(files: int) -> bool:
    if not sys.stdin.isatty():
        raise WaysGuardError("nothing was written: without a terminal to ask on, pass --yes")
    return click.confirm(f"Write {plural(files, 'file')}?")
