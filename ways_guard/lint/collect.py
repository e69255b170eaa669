"""Which files a run lints: from paths on the command line to jobs."""

from __future__ import annotations

import fnmatch
import os
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from ways_guard.errors import WaysGuardError
from ways_guard.lint.engine import Job
from ways_guard.way import config, discover
from ways_guard.way.discover import File, Root
from ways_guard.way.languages import Languages


@dataclass(frozen=True)
class Repo:
    """A way repo as lint sees it: its roots, languages and the `lint` part of its ways.json."""

    path: Path
    roots: tuple[Root, ...]
    languages: Languages
    settings: dict[str, Any]

    def excludes(self, path: Path) -> bool:
        """Whether a glob of `lint.exclude` matches the path from the repo's top, or a folder above it."""
        if not path.is_relative_to(self.path):
            return False
        relative = path.relative_to(self.path)
        names = [relative.as_posix(), *(f"{folder.as_posix()}/" for folder in relative.parents)]
        patterns = [str(pattern) for pattern in self.settings.get("exclude", [])]
        return any(
            fnmatch.fnmatchcase(name, pattern) or name == f"{pattern.rstrip('/')}/"
            for pattern in patterns
            for name in names
        )


def open_repo(path: Path) -> Repo:
    """The way repo that a path belongs to.

    Raises WaysGuardError for a path that does not exist, and for a broken ways.json or languages.json.
    """
    return _open(discover.repo_of(_existing(path)))


def _open(top: Path) -> Repo:
    settings = config.read(top / config.FILE_NAME)
    return Repo(top, tuple(discover.repo_roots(top)), discover.repo_languages(top), settings.get("lint", {}))


def jobs(paths: Sequence[Path], *, force_exclude: bool = False, repo: Path | None = None) -> list[Job]:
    """The files to lint, each once, in order of path. They belong to `repo`, else to the way repo found above them.

    Files that `lint.exclude` names are left out of folders, and with `force_exclude` also when they were
    named themselves. Raises WaysGuardError for a path that does not exist.
    """
    repos: dict[Path, Repo] = {}
    found: dict[Path, Job] = {}
    for path in map(_existing, paths):
        top = repo or discover.repo_of(path)
        if top not in repos:
            repos[top] = _open(top)
        owner = repos[top]
        explicit = path.is_file() and not force_exclude
        for file, root in _files(owner, path):
            if explicit or not owner.excludes(file.path):
                found.setdefault(file.path, Job(file, root, owner.path, owner.languages))
    return [found[path] for path in sorted(found)]


def _existing(path: Path) -> Path:
    if not path.exists():
        raise WaysGuardError(f"{path}: no such file or folder: check the path")
    return Path(os.path.abspath(path))  # noqa: PTH100 - resolve() would follow links; they count as given


def _files(repo: Repo, path: Path) -> Iterator[tuple[File, Root]]:
    if path.is_file():
        yield from _one(repo, path)
        return
    for root in repo.roots:
        yield from ((file, root) for file in discover.scan(root.path, repo.languages) if _below(file, path))


def _below(file: File, folder: Path) -> bool:
    return file.path.is_relative_to(folder)


def _one(repo: Repo, path: Path) -> Iterable[tuple[File, Root]]:
    """A file that was named, as what it is below its root; a locale file wherever it is."""
    root = next((root for root in repo.roots if path.is_relative_to(root.path)), None)
    if root is None and path.name.endswith(".locales.jsonl"):
        root = Root(repo.path, "repo")
    file = discover.classify(path, root.path, repo.languages) if root else None
    return [(file, root)] if file and root else []
