"""The words of suppression."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path

from ways_guard.way.text import Span


@dataclass(frozen=True)
class Suppression:
    """One rule accepted somewhere, and where that stands: at `span` of the file `holder`.

    With `lines` it covers those lines of its own file; else the files that the glob `path` means from the repo's
    top, and of them only what is about `language` where that is set.
    """

    code: str
    holder: Path
    span: Span
    path: str = ""
    language: str | None = None
    lines: range | None = None


@dataclass(frozen=True)
class Problem:
    """A suppression that cannot be read, or names no rule: where it stands and what to do."""

    path: Path
    span: Span
    message: str


@dataclass
class Collected:
    """The suppressions of a repo, and those that are wrong."""

    suppressions: list[Suppression] = field(default_factory=list)
    problems: list[Problem] = field(default_factory=list)


@dataclass(frozen=True)
class Outcome:
    """What came of all suppressions of a run: rule WG603 looks at this."""

    problems: Sequence[Problem]
    unused: Sequence[Suppression]
