"""A repo's past for the rules that need it, from git or from what was kept of it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import PurePosixPath
from typing import Any

from ways_guard.lint import dig
from ways_guard.lint.collect import Repo
from ways_guard.lint.git import DEEPEN, head, opened
from ways_guard.lint.past import Origin, Past
from ways_guard.way import discover


@dataclass(frozen=True)
class Known:
    """A past, the commit that it is of in words, and why staleness cannot be told from it where that is so."""

    past: Past
    since: str
    problem: str | None = None


def packed(known: Known) -> Sequence[Any]:
    """A value that JSON can hold."""
    past = known.past
    stubs = {
        path: {lang: [origin.text, origin.english] for lang, origin in each.items()}
        for path, each in past.stubs.items()
    }
    return (dict(past.english), dict(past.changed), stubs, known.since)


def unpacked(value: Any) -> Known | None:
    """What `packed` made; None for anything else."""
    try:
        english, changed, stubs, since = value
        origins = {path: {lang: Origin(*pair) for lang, pair in each.items()} for path, each in stubs.items()}
        return Known(Past(dict(english), dict(changed), origins), str(since))
    except (TypeError, ValueError, AttributeError):
        return None


def commit_of(repo: Repo) -> str:
    """The commit whose past counts: the one a run is based on, else the one checked out. Raises NoGit."""
    return repo.base.commit if repo.base else head(repo.path)


def read(repo: Repo, commit: str) -> Known:
    """The past of a repo at a commit, "" meaning that there is none yet. Raises NoGit."""
    if not commit:
        return Known(Past(), "")
    folders = _folders(repo)
    with opened(repo.path) as git:
        if repo.base:
            return Known(dig.at(git, commit, folders, _is_way(repo)), f"since {repo.base.ref}")
        if git.is_shallow():
            return Known(dig.at(git, commit, folders, _is_way(repo)), "since the last commit", DEEPEN)
        return Known(dig.along(git, commit, folders, _is_way(repo)), "since the last commit")


def _folders(repo: Repo) -> list[str]:
    inside = (root.path for root in repo.roots if root.path.is_relative_to(repo.path))
    return [path.relative_to(repo.path).as_posix() for path in inside]


def _is_way(repo: Repo) -> Callable[[str], bool]:
    """Whether a path of the past was a way, in the roots and languages of now."""

    def check(name: str) -> bool:
        path = repo.path / PurePosixPath(name)
        root = next((root for root in repo.roots if path.is_relative_to(root.path)), None)
        file = discover.classify(path, root.path, repo.languages) if root else None
        return file is not None and file.kind == "way" and not repo.excludes(path)

    return check
