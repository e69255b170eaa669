"""What happens to a repo's findings between the rules and the report."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path

from ways_guard.lint import baseline, fingerprint
from ways_guard.lint.baseline import Entry
from ways_guard.lint.collect import Plan, Repo
from ways_guard.lint.engine import judged
from ways_guard.lint.model import Finding, Rule
from ways_guard.lint.rules import RULES
from ways_guard.lint.scope import Scope, scope
from ways_guard.lint.sources import Sources
from ways_guard.lint.suppress import apply
from ways_guard.lint.suppress.collect import collected
from ways_guard.lint.suppress.model import Outcome, Suppression


@dataclass(frozen=True)
class Settled:
    """What is left of a repo's findings, those that the baseline hides, and how many were suppressed.

    `stale` are the entries of the baseline that are for nothing, `renewed` those that it would have if it was
    written now.
    """

    findings: Sequence[Finding]
    hidden: Sequence[Finding] = ()
    suppressed: int = 0
    stale: frozenset[Entry] = field(default_factory=frozenset)
    renewed: frozenset[Entry] = field(default_factory=frozenset)


def settled(
    plan: Plan,
    repo: Repo,
    findings: Sequence[Finding],
    rules: Sequence[Rule],
    known: frozenset[Entry],
    sources: Sources,
) -> Settled:
    """Name the findings, take out the suppressed ones, add what WG603 says, take out what the baseline knows."""
    where = scope(plan, repo, rules)
    marked = fingerprint.marked(findings, repo.path, sources)
    kept, unjustified = _suppressed(plan, repo, marked, rules, where, sources)
    every = sorted([*kept, *unjustified], key=lambda finding: finding.sort_key)
    shown, used = baseline.applied(every, known, sources)
    left = set(shown)
    return Settled(
        shown,
        [finding for finding in every if finding not in left],
        len(marked) - len(kept),
        baseline.stale(known, used, repo.path, where),
        baseline.renewed(every, known, repo.path, where, sources),
    )


def _suppressed(
    plan: Plan, repo: Repo, findings: Sequence[Finding], rules: Sequence[Rule], where: Scope, sources: Sources
) -> tuple[list[Finding], list[Finding]]:
    """The findings that are left, and those of WG603 about the suppressions."""
    own = [job.file.path for job in plan.jobs if job.repo == repo.path]
    reported = [finding.path for finding in findings]  # a rule about the whole repo may point at any file
    found = collected(repo.path, dict.fromkeys([*own, *reported]), RULES, sources)
    kept, used = apply.applied(findings, found.suppressions, repo.path, sources)
    unused = [one for one in dict.fromkeys(found.suppressions) if one not in used and _judges(where, one)]
    outcome = Outcome([one for one in found.problems if where.whole or one.path in where.paths], unused)
    unjustified = judged([outcome], repo.path, rules)
    return kept, fingerprint.marked(unjustified, repo.path, sources)


def _judges(where: Scope, suppression: Suppression) -> bool:
    path: Path | None = suppression.holder if suppression.lines is not None else None
    return where.judges(suppression.code, path)
