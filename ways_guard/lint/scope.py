"""What a run looked at, and so what it may call unused or stale."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

from ways_guard.lint.collect import Plan, Repo
from ways_guard.lint.meaning import Meaning
from ways_guard.lint.model import RepoFiles, Rule
from ways_guard.lint.past import History


@dataclass(frozen=True)
class Scope:
    """The rules of a run and the files it linted one by one; `whole` where these were all of the repo.

    `repo_codes` are the rules that look at all files of the repo together, whatever was named.
    """

    whole: bool
    paths: frozenset[Path]
    codes: frozenset[str]
    repo_codes: frozenset[str] = frozenset()

    def judges(self, code: str, path: Path | None) -> bool:
        """Whether the absence of such a finding means something; `path` None stands for any of the repo."""
        if code not in self.codes:
            return False
        return self.whole or code in self.repo_codes or path in self.paths


def scope(plan: Plan, repo: Repo, rules: Iterable[Rule]) -> Scope:
    """The scope of a run in one of its repos."""
    rules = list(rules)
    paths = frozenset(job.file.path for job in plan.jobs)
    whole = all(job.file.path in paths for job in repo.jobs)
    # Compared with a base, history is that of the change alone.
    together = (RepoFiles, Meaning) if repo.base else (RepoFiles, Meaning, History)
    repo_codes = frozenset(rule.code for rule in rules if rule.target in together)
    return Scope(whole, paths, frozenset(rule.code for rule in rules), repo_codes)
