"""Which findings of a file are not suppressed, while it is being mended."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path

from ways_guard.lint.model import Finding
from ways_guard.lint.rules import RULES
from ways_guard.lint.sources import Sources
from ways_guard.lint.suppress import accept, apply, comments
from ways_guard.lint.suppress.model import Collected
from ways_guard.way import config


def keeper(top: Path) -> Callable[[Sequence[Finding], bytes], Sequence[Finding]]:
    """For the way repo at `top`: from the findings of a file and its bytes to those that are not suppressed."""
    accepted = Collected()
    accept.read(top / config.FILE_NAME, Sources().text(top / config.FILE_NAME), RULES, accepted)

    def keep(findings: Sequence[Finding], data: bytes) -> Sequence[Finding]:
        if not findings:
            return findings
        path, sources, found = findings[0].path, Sources(lambda _: data), Collected()
        comments.read(path, sources.text(path), RULES, found)
        return apply.applied(findings, [*accepted.suppressions, *found.suppressions], top, sources)[0]

    return keep
