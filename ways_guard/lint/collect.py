"""Which files a run lints: from paths on the command line to jobs."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

from ways_guard.errors import WaysGuardError
from ways_guard.lint import base as bases
from ways_guard.lint import globs
from ways_guard.lint.base import Base
from ways_guard.lint.engine import Job
from ways_guard.lint.tree import Tree, WorkTree
from ways_guard.way import config, discover, languages
from ways_guard.way.discover import MACRO, File, Root
from ways_guard.way.languages import Languages

_CONFIGS = {discover.LANGUAGES: "languages", config.FILE_NAME: "ways"}


@dataclass(frozen=True)
class Repo:
    """A way repo as lint sees it: its roots, languages, the `lint` part of its ways.json, and all of that file.

    `jobs` are all its files that `lint.exclude` does not name; `base` is what the run compares it with.
    """

    path: Path
    roots: tuple[Root, ...]
    languages: Languages
    settings: Mapping[str, Any]
    config: Mapping[str, Any] = field(default_factory=dict)
    jobs: tuple[Job, ...] = ()
    base: Base | None = None

    def excludes(self, path: Path) -> bool:
        """Whether a glob of `lint.exclude` matches the path from the repo's top, or a folder above it."""
        if not path.is_relative_to(self.path):
            return False
        patterns = [str(pattern) for pattern in self.settings.get("exclude", [])]
        return globs.matches(path.relative_to(self.path), patterns)


@dataclass(frozen=True)
class Plan:
    """What a run lints: `jobs` one by one, and each repo as a whole."""

    jobs: tuple[Job, ...]
    repos: tuple[Repo, ...]
    tree: Tree


def open_repo(path: Path, tree: Tree | None = None) -> Repo:
    """The way repo that a path belongs to.

    What cannot be used of its ways.json and languages.json is left out: rules say so. Raises WaysGuardError for
    a path that does not exist.
    """
    return _open(discover.repo_of(_existing(path, tree or WorkTree())), tree or WorkTree())


def _open(top: Path, tree: Tree) -> Repo:
    values = config.usable(_data(top / config.FILE_NAME, tree))
    known = languages.merge_usable(languages.load_bundled(), _data(top / discover.LANGUAGES, tree))
    return Repo(top, tuple(discover.roots_in(top, values, tree.is_folder)), known, values.get("lint", {}), values)


def _data(path: Path, tree: Tree) -> bytes:
    if not tree.is_file(path):
        return b""
    try:
        return tree.read(path)
    except WaysGuardError:  # WG001 says so
        return b""


def plan(
    paths: Sequence[Path],
    *,
    force_exclude: bool = False,
    tree: Tree | None = None,
    base: str | None = None,
    repo: Path | None = None,
) -> Plan:
    """What to lint for those paths: the files that they name or hold, and the repos that these belong to.

    They belong to `repo` where it is given, else to the way repo found above them.

    Files that `lint.exclude` names are left out of folders, and with `force_exclude` also when they were
    named themselves; those that did not change since this commit and `base` parted, always. Raises
    WaysGuardError for a path that does not exist, and for a `base` that is no commit with common history.
    """
    tree = tree or WorkTree()
    repos: dict[Path, Repo] = {}
    every: dict[Path, dict[Path, Job]] = {}
    found: dict[Path, Job] = {}
    for path in (_existing(path, tree) for path in paths):
        top = repo or discover.repo_of(path)
        if top not in repos:
            repos[top] = _based(_open(top, tree), base, tree)
            every[top] = {job.file.path: job for job in _everything(repos[top], tree)}
        explicit = tree.is_file(path) and not force_exclude
        chosen = _named(repos[top], path, every[top], tree)
        wanted = (job for job in chosen if _wanted(repos[top], job.file.path, explicit=explicit))
        found |= {job.file.path: job for job in wanted}
    whole = tuple(
        replace(repo, jobs=tuple(job for job in every[top].values() if not repo.excludes(job.file.path)))
        for top, repo in repos.items()
    )
    return Plan(tuple(found[path] for path in sorted(found)), whole, tree)


def _based(repo: Repo, ref: str | None, tree: Tree) -> Repo:
    return replace(repo, base=bases.find(repo.path, ref, staged=tree.staged)) if ref else repo


def _wanted(repo: Repo, path: Path, *, explicit: bool) -> bool:
    return (explicit or not repo.excludes(path)) and (repo.base is None or path in repo.base.changed)


def jobs(paths: Sequence[Path], *, force_exclude: bool = False) -> list[Job]:
    """The files to lint, each once, in order of path; as `plan`."""
    return list(plan(paths, force_exclude=force_exclude).jobs)


def _existing(path: Path, tree: Tree) -> Path:
    absolute = Path(os.path.abspath(path))  # noqa: PTH100 - resolve() would follow links; they count as given
    if not (tree.is_there(absolute) or tree.is_folder(absolute) or path.exists()):
        raise WaysGuardError(f"{path}: no such file or folder: check the path")
    return absolute


def _everything(repo: Repo, tree: Tree) -> Iterator[Job]:
    """Every file of a repo: below its roots, and its configuration."""
    seen: set[Path] = set()
    for root in repo.roots:
        paths = [path for path in tree.below(root.path) if path not in seen]
        seen.update(paths)
        yield from _classified(repo, root, paths, tree)
    top = Root(repo.path, "repo")
    for name, kind in _CONFIGS.items():
        if tree.is_there(repo.path / name):
            yield Job(File(repo.path / name, kind, ""), top, repo.path, repo.languages)


def _classified(repo: Repo, root: Root, paths: Iterable[Path], tree: Tree) -> Iterator[Job]:
    """A job for each file of ours among paths that hold whole folders."""
    folders: dict[Path, list[File]] = {}
    macros: dict[Path, bool] = {}
    for path in paths:
        if path.name == MACRO:
            macros[path.parent] = tree.can_run(path)
        file = discover.classify(path, root.path, repo.languages)
        if file is not None:
            folders.setdefault(path.parent, []).append(file)
    for folder, files in folders.items():
        for file in files:
            yield Job(file, root, repo.path, repo.languages, tuple(files), macros.get(folder))


def _named(repo: Repo, path: Path, every: Mapping[Path, Job], tree: Tree) -> Iterable[Job]:
    """The jobs of a file or folder; a locale file counts wherever it is."""
    if not tree.is_file(path):
        return [job for place, job in every.items() if place.is_relative_to(path)]
    if path in every:
        return [every[path]]
    if not path.name.endswith(".locales.jsonl"):
        return []
    beside = _classified(repo, Root(repo.path, "repo"), tree.inside(path.parent), tree)
    return [job for job in beside if job.file.path == path]
