"""What the rules say of a plan's files one by one, of its repos as a whole, and of their history.

What was found before is taken from the cache where everything that it came from is the same.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from ways_guard.errors import WaysGuardError
from ways_guard.lint import history, meaning, parallel
from ways_guard.lint.cache import Cache, digest
from ways_guard.lint.collect import Plan, Repo
from ways_guard.lint.engine import Job, judged
from ways_guard.lint.git import NoGit
from ways_guard.lint.meaning import Gauge, Meaning
from ways_guard.lint.model import Finding, RepoFiles, Rule
from ways_guard.lint.past import History
from ways_guard.lint.shelf import Shelf
from ways_guard.lint.words import listed

_WHOLE = frozenset({RepoFiles, History, Meaning})
_STALE = "WG401"
_ON_DISK = "WG801"  # It compares what the matcher reads, which is never the index.
# A finding with the first code says more about a file than one with the second.
_SAYS_MORE = {"WG402": "WG207"}
_SAYS_MORE_THERE = {"WG301": "WG211", "WG702": "WG701"}  # the same of one line in it


@dataclass(frozen=True)
class Found:
    """Findings in no order, the codes of rules that could not tell, and why, a line for each reason."""

    findings: tuple[Finding, ...]
    unmeasured: frozenset[str] = frozenset()
    why: tuple[str, ...] = ()


def gather(plan: Plan, rules: Sequence[Rule], cache: Path | None = None, gauge: Gauge | None = None) -> Found:
    """Run rules over a plan. `cache` is the folder of what was found before; without it nothing is kept.

    Raises WaysGuardError where rules need a model and there is no `gauge`, or none that can measure.
    """
    each = [_repo(plan, repo, rules, cache, gauge) for repo in plan.repos]
    return Found(
        tuple(finding for found in each for finding in found.findings),
        frozenset(code for found in each for code in found.unmeasured),
        tuple(dict.fromkeys(line for found in each for line in found.why)),
    )


def _repo(plan: Plan, repo: Repo, rules: Sequence[Rule], folder: Path | None, gauge: Gauge | None) -> Found:
    shelf, cache = Shelf(repo, plan.tree), Cache(folder, repo.path)
    jobs = [job for job in plan.jobs if job.repo == repo.path]
    findings = _files(jobs, [rule for rule in rules if rule.target not in _WHOLE], shelf, cache)
    unstaged = _on_disk(plan, repo, rules)
    whole = [rule for rule in rules if rule.target is RepoFiles and rule.code not in unstaged.unmeasured]
    if whole:
        findings += _about("repo", whole, shelf, cache, lambda: replace(shelf.whole, kept=folder))
    findings += _measured([rule for rule in rules if rule.target is Meaning], shelf, cache, gauge)
    aged = _aged([rule for rule in rules if rule.target is History], shelf, cache)
    cache.save({*_kept(repo, jobs)})
    return Found(
        _without_less([*findings, *aged.findings]),
        unstaged.unmeasured | aged.unmeasured,
        (*unstaged.why, *aged.why),
    )


def _on_disk(plan: Plan, repo: Repo, rules: Sequence[Rule]) -> Found:
    """The rules that look at the disk and so cannot tell what is staged, where they would say something."""
    asked = plan.tree.staged and repo.config.get("corpus", {}).get("export")
    blind = [rule for rule in rules if asked and rule.code == _ON_DISK]
    return _blind(blind, "the export is compared on disk, and not in git's index")


def _kept(repo: Repo, jobs: Sequence[Job]) -> list[str]:
    return ["repo", "history", "past", "meaning", *(str(job.file.path) for job in (*repo.jobs, *jobs))]


def _without_less(findings: Sequence[Finding]) -> tuple[Finding, ...]:
    less = {(_SAYS_MORE[finding.code], finding.path) for finding in findings if finding.code in _SAYS_MORE}
    there = {
        (_SAYS_MORE_THERE[finding.code], finding.path, finding.span.line)
        for finding in findings
        if finding.code in _SAYS_MORE_THERE
    }
    return tuple(
        finding
        for finding in findings
        if (finding.code, finding.path) not in less and (finding.code, finding.path, finding.span.line) not in there
    )


def _files(jobs: Sequence[Job], rules: Sequence[Rule], shelf: Shelf, cache: Cache) -> list[Finding]:
    """What the rules say of files one by one, in several processes where there is much to do."""
    chosen = _names(rules)
    keys = {job.file.path: digest(chosen, shelf.key(job)) for job in jobs} if cache.is_open else {}
    kept = {path: found for path, key in keys.items() if (found := cache.findings(str(path), key)) is not None}
    todo = [job for job in jobs if job.file.path not in kept]
    broken = [job for job in todo if shelf.problem(job.file.path)]
    work = [(job, shelf.data(job.file.path)) for job in todo if not shelf.problem(job.file.path)]
    if parallel.worth_it(work):
        made = parallel.lint_all(work, rules, parallel.processors())
    else:
        made = [judged(shelf.subjects(job), job.file.path, rules) for job, _ in work]
    made += [judged(shelf.subjects(job), job.file.path, rules) for job in broken]
    for job, findings in zip([*(job for job, _ in work), *broken], made, strict=True):
        cache.put_findings(str(job.file.path), keys.get(job.file.path, ""), findings)
    return [finding for findings in (*kept.values(), *made) for finding in findings]


def _about(
    name: str, rules: Sequence[Rule], shelf: Shelf, cache: Cache, subject: Callable[[], object], more: str = ""
) -> list[Finding]:
    """What the rules say of a subject that the whole repo makes, and `more`; made only where that is not known."""
    key = digest(_names(rules), shelf.whole_key, more) if cache.is_open else ""
    findings = cache.findings(name, key)
    if findings is None:
        findings = judged([subject()], shelf.repo.path, rules)
        cache.put_findings(name, key, findings)
    return findings


def _measured(rules: Sequence[Rule], shelf: Shelf, cache: Cache, gauge: Gauge | None) -> list[Finding]:
    """What the rules say that need a model. What cannot be measured is never fine: it ends the run."""
    if not rules:
        return []
    codes = listed(rule.code for rule in rules)
    if shelf.staged:
        raise WaysGuardError(f"--staged goes not with {codes}: the matcher reads what is on disk")
    if gauge is None:
        raise WaysGuardError(f"{codes} cannot be measured without a model")
    known = meaning.state(gauge, shelf.repo.path, shelf.repo.languages)
    return _about("meaning", rules, shelf, cache, lambda: Meaning(shelf.whole, gauge), known)


def _aged(rules: Sequence[Rule], shelf: Shelf, cache: Cache) -> Found:
    """What the rules about history say, or why they cannot."""
    if not rules:
        return Found(())
    repo = shelf.repo
    try:
        commit = history.commit_of(repo)
        about = f"{commit} {repo.base.ref if repo.base else ''}"
        known = _known(about, lambda: history.read(repo, commit), shelf, cache)
    except NoGit as error:
        return _blind(rules, str(error))
    problem = known.problem or ""
    subject = lambda: History(shelf.whole, known.past, known.since)  # noqa: E731
    findings = _about("history", rules, shelf, cache, subject, f"{about} {problem}")
    blind = _blind([rule for rule in rules if problem and rule.code == _STALE], problem)
    return Found(tuple(findings), blind.unmeasured, blind.why)


def _blind(rules: Sequence[Rule], why: str) -> Found:
    codes = frozenset(rule.code for rule in rules)
    return Found((), codes, (f"{listed(sorted(codes))} could not be measured: {why}",) if codes else ())


def _known(about: str, read: Callable[[], history.Known], shelf: Shelf, cache: Cache) -> history.Known:
    """A past from the cache, else from git. One that says too little is not kept: it may say more tomorrow."""
    key = digest(shelf.around, about) if cache.is_open else ""
    kept = history.unpacked(cache.get("past", key))
    if kept:
        return kept
    known = read()
    if not known.problem:
        cache.put("past", key, history.packed(known))
    return known


def _names(rules: Sequence[Rule]) -> str:
    return listed(f"{rule.code} {rule.severity.value}" for rule in rules)
