"""A whole lint run as a value: the findings of all files, what they mean for the exit code, and fixes."""

from __future__ import annotations

import difflib
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path

from ways_guard.errors import WaysGuardError
from ways_guard.files import read_bytes, unreadable, write_atomic
from ways_guard.lint import baseline, stages
from ways_guard.lint.baseline import Entry
from ways_guard.lint.collect import Plan, Repo
from ways_guard.lint.engine import Job
from ways_guard.lint.fixes import fixed
from ways_guard.lint.gather import gather
from ways_guard.lint.meaning import Gauge
from ways_guard.lint.model import Finding, Fix, Rule, Severity
from ways_guard.lint.sources import Sources
from ways_guard.lint.stages import Settled
from ways_guard.lint.suppress import keep
from ways_guard.way import discover
from ways_guard.way.text import decode, split_lines

_LEADS_OUT = "is a link out of the repo: it was not changed; mend the file where it lies"
_NO_END = "\n\\ No newline at end of file\n"


@dataclass(frozen=True)
class Options:
    """What a run is asked for beside files and rules.

    `baseline` is a file in place of each repo's own; with `use_baseline` off none is read. `write_baseline` makes
    all that is found the baseline. `cache` is the folder of what was found before; without one nothing is kept.
    `gauge` is what meaning is measured with, which only rules that need a model ask for.
    """

    strict: bool = False
    baseline: Path | None = None
    use_baseline: bool = True
    write_baseline: bool = False
    cache: Path | None = None
    gauge: Gauge | None = None


@dataclass(frozen=True)
class Report:
    """What a run found in how many files. Paths are shown relative to `base` where they lie below it.

    `top` is the top of the repository, which CI systems count paths from; `sources` are the texts that findings
    point into. `suppressed`, `baselined` and `stale` count what was accepted, what the baseline hides and which
    of its entries are for nothing. `unmeasured` says which rules could not tell, and why.
    Of several repos, `strict_paths` are files of the strict ones, and `stale_fails` says that one of those has
    stale entries.
    """

    findings: tuple[Finding, ...]
    files: int
    base: Path
    top: Path | None = None
    sources: Sources = field(default_factory=Sources)
    strict: bool = False
    suppressed: int = 0
    baselined: int = 0
    stale: int = 0
    unmeasured: tuple[str, ...] = ()
    strict_paths: frozenset[Path] = frozenset()
    stale_fails: bool = False

    def display(self, path: Path) -> str:
        """A path as reports show it, with forward slashes."""
        return _below(path, self.base)

    def from_top(self, path: Path) -> str:
        """A path as CI systems know it, with forward slashes."""
        return _below(path, self.top or self.base)

    def count(self, severity: Severity) -> int:
        """How many findings have that severity."""
        return sum(finding.severity is severity for finding in self.findings)

    def summary(self) -> dict[str, int]:
        """Counts: files, findings of each severity, what fixes would mend, and what is not shown."""
        return {
            "files": self.files,
            "errors": self.count(Severity.ERROR),
            "warnings": self.count(Severity.WARNING),
            "notes": self.count(Severity.NOTE),
            "fixable": sum(fix.safe for fix in self._fixes()),
            "unsafe_fixable": sum(not fix.safe for fix in self._fixes()),
            "suppressed": self.suppressed,
            "baselined": self.baselined,
            "stale": self.stale,
        }

    def _fixes(self) -> list[Fix]:
        return [finding.fix for finding in self.findings if finding.fix]

    def fails(self, finding: Finding) -> bool:
        """Whether a finding fails the run: an error, when strict a warning too."""
        return finding.severity is Severity.ERROR or (
            finding.severity is Severity.WARNING and (self.strict or finding.path in self.strict_paths)
        )

    @property
    def failed(self) -> bool:
        """Whether the run fails: by a finding, or when strict by a stale entry of the baseline."""
        return any(map(self.fails, self.findings)) or ((self.strict or self.stale_fails) and bool(self.stale))


def _below(path: Path, folder: Path) -> str:
    return (path.relative_to(folder) if path.is_relative_to(folder) else path).as_posix()


def run(plan: Plan, rules: Sequence[Rule], base: Path, options: Options = Options()) -> Report:
    """Lint what a plan names: rules, then suppressions, then the baseline; findings in order of path and place.

    Writes the baseline where that is asked for. Raises WaysGuardError for files that cannot be read, the
    baseline among them, and where a rule needs a model that is not there.
    """
    gathered, sources = gather(plan, rules, options.cache, options.gauge), Sources(plan.tree.read)
    measured = [rule for rule in rules if rule.code not in gathered.unmeasured]
    settled = []
    for repo in plan.repos:
        path = options.baseline or repo.path / baseline.FILE_NAME
        known = _known(path, options) if options.use_baseline else frozenset()
        own = [finding for finding in gathered.findings if _home(finding.path, plan.repos) == repo.path]
        settled.append(stages.settled(plan, repo, own, measured, known, sources))
        if options.write_baseline:
            settled[-1] = _baselined(settled[-1], path, repo, plan, sources)
    report = _report(plan, settled, base, sources, options)
    return replace(report, unmeasured=gathered.why)


def merged(reports: Sequence[Report]) -> Report:
    """One report of several, at least one: each repo stays as strict as it is."""
    if len(reports) == 1:
        return reports[0]
    findings = sorted((finding for each in reports for finding in each.findings), key=lambda one: one.sort_key)
    strict = (finding.path for each in reports if each.strict for finding in each.findings)
    return replace(
        reports[0],
        findings=tuple(findings),
        files=sum(each.files for each in reports),
        strict=all(each.strict for each in reports),
        suppressed=sum(each.suppressed for each in reports),
        baselined=sum(each.baselined for each in reports),
        stale=sum(each.stale for each in reports),
        unmeasured=tuple(dict.fromkeys(line for each in reports for line in each.unmeasured)),
        strict_paths=frozenset(strict),
        stale_fails=any(each.strict and each.stale for each in reports),
    )


def _known(path: Path, options: Options) -> frozenset[Entry]:
    """The baseline in force; one that cannot be read stops every run but the one that replaces it."""
    if options.baseline and not options.write_baseline and not path.is_file():
        raise WaysGuardError(f"{path}: no such file: write it with --write-baseline")
    try:
        return baseline.read(path)
    except WaysGuardError:
        if options.write_baseline:
            return frozenset()
        raise


def _home(path: Path, repos: Sequence[Repo]) -> Path | None:
    """The repo that a path belongs to: the innermost that holds it."""
    holding = [repo.path for repo in repos if path.is_relative_to(repo.path)]
    return max(holding, key=lambda top: len(top.parts), default=None)


def _baselined(settled: Settled, path: Path, repo: Repo, plan: Plan, sources: Sources) -> Settled:
    """Write the baseline anew; what is left of the findings is what no baseline hides."""
    if len(plan.repos) > 1:
        raise WaysGuardError("these paths lie in several way repos: write the baseline of one at a time")
    if path == repo.path / baseline.FILE_NAME and discover.leads_out(repo.path, path):
        raise WaysGuardError(f"{path}: is a link out of the repo: name the baseline with --baseline, or remove it")
    write_atomic(path, baseline.data(settled.renewed))
    every = [*settled.findings, *settled.hidden]
    shown, _ = baseline.applied(every, settled.renewed, sources)
    return Settled(shown, [finding for finding in every if finding not in shown], settled.suppressed)


def _report(plan: Plan, settled: Sequence[Settled], base: Path, sources: Sources, options: Options) -> Report:
    findings = [finding for each in settled for finding in each.findings]
    return Report(
        findings=tuple(sorted(findings, key=lambda finding: finding.sort_key)),
        files=len(plan.jobs),
        base=base,
        top=_repository(plan.repos[0].path) if plan.repos else None,
        sources=sources,
        strict=options.strict,
        suppressed=sum(each.suppressed for each in settled),
        baselined=sum(len(each.hidden) for each in settled),
        stale=sum(len(each.stale) for each in settled),
    )


def _repository(folder: Path) -> Path:
    """The top of the git repository that a folder lies in; the folder itself where there is none."""
    return next((place for place in (folder, *folder.parents) if (place / ".git").exists()), folder)


@dataclass(frozen=True)
class Change:
    """A file that --fix would change: its bytes before and after.

    One that `strays` lies outside its repo by a link. It is never written: a stranger's repo could reach any file.
    """

    path: Path
    before: bytes
    after: bytes
    strays: bool = False


def changes(jobs: Sequence[Job], rules: Sequence[Rule], *, unsafe: bool = False) -> list[Change]:
    """What the fixes of those rules would make of those files; nothing is written.

    Findings that are suppressed are not mended. Fixes that are not safe are made with `unsafe` alone.
    """
    keepers = {top: keep.keeper(top) for top in {job.repo for job in jobs}}
    pairs = ((job, read_bytes(job.file.path)) for job in jobs if not unreadable(job.file.path))
    every = ((job, data, fixed(job, data, rules, unsafe=unsafe, keep=keepers[job.repo])) for job, data in pairs)
    return [change(job, data, after) for job, data, after in every if data != after]


def change(job: Job, before: bytes, after: bytes) -> Change:
    """The change of a job's file."""
    return Change(job.file.path, before, after, discover.leads_out(job.repo, job.file.path))


def sorted_out(found: Sequence[Change], report: Report) -> tuple[list[Change], list[str]]:
    """The changes that may be made, and a line for each that may not."""
    lines = [f"{report.display(each.path)}: {_LEADS_OUT}" for each in found if each.strays]
    return [each for each in found if not each.strays], lines


def write(found: Iterable[Change]) -> None:
    """Write changed files, each in one step; those that stray are left alone."""
    for each in found:
        if not each.strays:
            write_atomic(each.path, each.after)


def diff(change: Change, name: str) -> str:
    """A unified diff of one change; bytes that are not UTF-8 never change, so the text is whole."""
    before, after = (split_lines(decode(data).text) for data in (change.before, change.after))
    lines = difflib.unified_diff(before, after, f"a/{name}", f"b/{name}")
    return "".join(line if line.endswith("\n") else f"{line}{_NO_END}" for line in lines)
