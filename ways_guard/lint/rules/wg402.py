"""WG402: a way that was removed or renamed without its locale file."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from ways_guard.lint.model import Example, Hit, Rule, Severity
from ways_guard.lint.past import History, Left, left_behind
from ways_guard.lint.rules import samples
from ways_guard.way.stubs import SUFFIX
from ways_guard.way.text import START


def check(history: History) -> Iterator[Hit]:
    """One hit for each way: at the locale file that stayed behind, or at the way that lost it."""
    for left in left_behind(history):
        path = left.locales if left.still_there or left.now is None else left.now
        yield Hit(START, _message(left, history.repo.repo), path=path)


def _message(left: Left, top: Path) -> str:
    was = _shown(left.was, top)
    if left.now is None:
        return f"{was} was removed, and its stubs were not: remove this file too"
    beside = left.now.with_name(f"{left.now.stem}{SUFFIX}")
    place = _shown(beside, top)
    if left.still_there:
        return f"{was} is now {_shown(left.now, top)}, and its stubs stayed here: move this file to {place}"
    return f"this was {was}, whose stubs are gone: restore {_shown(left.locales, top)} as {place}"


def _shown(path: Path, top: Path) -> str:
    return path.relative_to(top).as_posix()


RULE = Rule(
    code="WG402",
    name="left-locale-file",
    severity=Severity.ERROR,
    target=History,
    check=check,
    what=(
        "A way was removed or renamed without its locale file. That is looked at since the last commit, with "
        "`--base REF` since then: the locale file stayed where it was, or was removed although the way lives on "
        "under another name."
    ),
    why="Stubs belong to the way beside them. Where they are left behind or lost, only English prompts find it.",
    how="Move the locale file along with its way (`git mv` of the whole folder does), or remove both.",
    bad=Example("code/checks/checks.md", samples.TEXT),
    good=Example(samples.PATH, samples.TEXT),
    beside={samples.LOCALES: samples.GERMAN},
    before={samples.PATH: samples.TEXT, samples.LOCALES: samples.GERMAN},
)
