"""Taking out findings that are accepted."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path

from ways_guard.lint import globs
from ways_guard.lint.model import Finding
from ways_guard.lint.places import place
from ways_guard.lint.sources import Sources
from ways_guard.lint.suppress.model import Suppression


def applied(
    findings: Sequence[Finding], suppressions: Sequence[Suppression], top: Path, sources: Sources
) -> tuple[list[Finding], set[Suppression]]:
    """The findings that no suppression covers, and the suppressions that cover one of the others."""
    by_code = _by_code(suppressions)
    kept: list[Finding] = []
    used: set[Suppression] = set()
    for finding in findings:
        covering = [one for one in by_code.get(finding.code, ()) if _covers(one, finding, top, sources)]
        used.update(covering)
        if not covering:
            kept.append(finding)
    return kept, used


def _by_code(suppressions: Iterable[Suppression]) -> Mapping[str, list[Suppression]]:
    by_code: dict[str, list[Suppression]] = {}
    for suppression in suppressions:
        by_code.setdefault(suppression.code, []).append(suppression)
    return by_code


def _covers(suppression: Suppression, finding: Finding, top: Path, sources: Sources) -> bool:
    if suppression.lines is not None:
        return finding.path == suppression.holder and finding.span.line in suppression.lines
    if not finding.path.is_relative_to(top):
        return False
    if not globs.matches(finding.path.relative_to(top), [suppression.path]):
        return False
    return suppression.language in (None, place(finding, sources).lang)
