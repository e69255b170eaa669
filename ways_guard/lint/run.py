"""A whole lint run as a value: the findings of all files, what they mean for the exit code, and fixes."""

from __future__ import annotations

import difflib
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path

from ways_guard.files import read_bytes, write_atomic
from ways_guard.lint.collect import Plan, Repo
from ways_guard.lint.engine import Job, judged, lint_data, subjects, together
from ways_guard.lint.fixes import fixed
from ways_guard.lint.model import Finding, RepoFiles, Rule, Severity
from ways_guard.way.text import decode, split_lines

_NO_END = "\n\\ No newline at end of file\n"


@dataclass(frozen=True)
class Report:
    """What a run found in how many files. Paths are shown relative to `base` where they lie below it."""

    findings: tuple[Finding, ...]
    files: int
    base: Path

    def display(self, path: Path) -> str:
        """A path as reports show it, with forward slashes."""
        return (path.relative_to(self.base) if path.is_relative_to(self.base) else path).as_posix()

    def count(self, severity: Severity) -> int:
        """How many findings have that severity."""
        return sum(finding.severity is severity for finding in self.findings)

    def summary(self) -> dict[str, int]:
        """Counts of files, of each severity and of what --fix would mend."""
        return {
            "files": self.files,
            "errors": self.count(Severity.ERROR),
            "warnings": self.count(Severity.WARNING),
            "notes": self.count(Severity.NOTE),
            "fixable": sum(finding.fix is not None for finding in self.findings),
        }

    def failed(self, *, strict: bool) -> bool:
        """Whether the run fails: an error, with `strict` a warning too."""
        return bool(self.count(Severity.ERROR) or (strict and self.count(Severity.WARNING)))


def run(plan: Plan, rules: Sequence[Rule], base: Path) -> Report:
    """Lint the files of a plan one by one, and its repos as a whole; findings in order of path and place."""
    findings = [finding for job in plan.jobs for finding in lint_data(job, plan.tree.read(job.file.path), rules)]
    whole = [rule for rule in rules if rule.target is RepoFiles]
    if whole:
        findings += [finding for repo in plan.repos for finding in judged([_whole(repo, plan)], repo.path, whole)]
    return Report(tuple(sorted(findings, key=lambda finding: finding.sort_key)), len(plan.jobs), base)


def _whole(repo: Repo, plan: Plan) -> RepoFiles:
    found = (subject for job in repo.jobs for subject in subjects(job, decode(plan.tree.read(job.file.path))))
    return together(repo.path, repo.languages, repo.config, found)


@dataclass(frozen=True)
class Change:
    """A file that --fix would change: its bytes before and after."""

    path: Path
    before: bytes
    after: bytes


def changes(jobs: Sequence[Job], rules: Sequence[Rule]) -> list[Change]:
    """What the fixes of those rules would make of those files; nothing is written."""
    pairs = ((job, read_bytes(job.file.path)) for job in jobs)
    every = (Change(job.file.path, data, fixed(job, data, rules)) for job, data in pairs)
    return [change for change in every if change.before != change.after]


def write(found: Iterable[Change]) -> None:
    """Write changed files, each in one step."""
    for change in found:
        write_atomic(change.path, change.after)


def diff(change: Change, name: str) -> str:
    """A unified diff of one change; bytes that are not UTF-8 never change, so the text is whole."""
    before, after = (split_lines(decode(data).text) for data in (change.before, change.after))
    lines = difflib.unified_diff(before, after, f"a/{name}", f"b/{name}")
    return "".join(line if line.endswith("\n") else f"{line}{_NO_END}" for line in lines)
