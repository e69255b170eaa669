"""Where a report goes, and in which format: the terminal, a file, a CI system's page."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from ways_guard.errors import WaysGuardError
from ways_guard.files import write_atomic
from ways_guard.lint.reports import FORMATS, step_summary
from ways_guard.lint.reports.step_summary import counted
from ways_guard.lint.run import Report


def format_name(wanted: str | None, output_file: Path | None, environ: Mapping[str, str]) -> str:
    """The format that was asked for; else annotations where GitHub Actions reads along, else text."""
    if wanted:
        return wanted
    reads = environ.get("GITHUB_ACTIONS") == "true" and output_file is None
    return "github" if reads else "text"


def colours(environ: Mapping[str, str], *, terminal: bool) -> bool:
    """Whether to colour: on a terminal that can, unless NO_COLOR is set to anything."""
    return terminal and not environ.get("NO_COLOR") and environ.get("TERM") != "dumb"


def rendered(report: Report, name: str, *, colour: bool) -> str:
    """The report in a format, in colour where that is asked for and the format knows it."""
    chosen = FORMATS[name]
    return (chosen.coloured or chosen.render)(report) if colour else chosen.render(report)


def to_file(path: Path, text: str) -> None:
    """Write a report in one step. Raises WaysGuardError where that fails."""
    write_atomic(path, text.encode("utf-8", "backslashreplace"))


def to_step_summary(report: Report, environ: Mapping[str, str]) -> None:
    """Add the findings to the page of a GitHub Actions run. Raises WaysGuardError where that fails."""
    path, text = environ.get("GITHUB_STEP_SUMMARY"), step_summary.render(report)
    if not (path and text):
        return
    try:
        with open(path, "ab") as stream:
            stream.write(text.encode("utf-8", "backslashreplace"))
    except OSError as error:
        raise WaysGuardError(f"{path}: cannot be written: {error.strerror or error}") from error


def summary_line(report: Report) -> str:
    """What came of a run, in one line for people."""
    counts = report.summary()
    if not counts["files"]:
        return "no way files here: name a folder that holds ways, or a way repo"
    notes = [
        _phrase(counts["fixable"], "{} of them fixable with --fix"),
        _phrase(counts["unsafe_fixable"], "{} with --unsafe-fixes"),
        _phrase(counts["suppressed"], "{} suppressed"),
        _phrase(counts["baselined"], "{} in the baseline"),
    ]
    line = ", ".join([counted(report), *filter(None, notes)])
    if not counts["stale"]:
        return line
    stale = (
        "1 entry of the baseline is" if counts["stale"] == 1 else f"{counts['stale']} entries of the baseline are"
    )
    return f"{line}; {stale} stale: renew it with --write-baseline"


def _phrase(count: int, words: str) -> str:
    return words.format(count) if count else ""
