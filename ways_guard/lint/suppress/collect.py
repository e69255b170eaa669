"""Everything that is suppressed in a way repo."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from pathlib import Path

from ways_guard.lint.sources import Sources
from ways_guard.lint.suppress import accept, comments
from ways_guard.lint.suppress.model import Collected
from ways_guard.way import config


def collected(top: Path, files: Iterable[Path], known: Collection[str], sources: Sources) -> Collected:
    """The suppressions in the repo's ways.json and in those of the files that have frontmatter."""
    found = Collected()
    accept.read(top / config.FILE_NAME, sources.text(top / config.FILE_NAME), known, found)
    for path in files:
        if path.suffix == ".md":
            comments.read(path, sources.text(path), known, found)
    return found
