"""A repo's files, each read, named by its content and parsed once a run."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from functools import cached_property
from pathlib import Path

from ways_guard.errors import WaysGuardError
from ways_guard.lint.cache import digest, stamp
from ways_guard.lint.collect import Repo
from ways_guard.lint.engine import Job, subjects, together, unreadable
from ways_guard.lint.model import RepoFiles, Subject
from ways_guard.lint.tree import Tree
from ways_guard.way import config, discover
from ways_guard.way.text import decode

_CONFIGS = (config.FILE_NAME, discover.LANGUAGES)


class Shelf:
    """The files of a repo as they are in a tree."""

    def __init__(self, repo: Repo, tree: Tree) -> None:
        self.repo = repo
        self._tree = tree
        self._data: dict[Path, bytes] = {}
        self._problems: dict[Path, str] = {}
        self._digests: dict[Path, str] = {}
        self._keys: dict[Path, str] = {}
        self._parsed: dict[Path, Sequence[Subject]] = {}

    @property
    def staged(self) -> bool:
        """Whether these are the files of git's index."""
        return self._tree.staged

    def data(self, path: Path) -> bytes:
        """A file's bytes. Raises WaysGuardError where it cannot be read."""
        if path not in self._data:
            self._data[path] = self._tree.read(path)
        return self._data[path]

    def problem(self, path: Path) -> str:
        """Why a file cannot be read, "" where it can."""
        if path not in self._problems:
            try:
                self.data(path)
                self._problems[path] = ""
            except WaysGuardError as error:
                self._problems[path] = str(error).removeprefix(f"{path}: cannot be read: ")
        return self._problems[path]

    def subjects(self, job: Job) -> Sequence[Subject]:
        """What rules look at in a file, one that cannot be read among them."""
        path = job.file.path
        if path not in self._parsed:
            why = self.problem(path)
            found = [unreadable(job, why)] if why else subjects(job, decode(self.data(path)))
            self._parsed[path] = tuple(found)
        return self._parsed[path]

    @cached_property
    def whole(self) -> RepoFiles:
        """All files of the repo as one subject."""
        every = (subject for job in self.repo.jobs for subject in self.subjects(job))
        return together(self.repo.path, self.repo.languages, self.repo.config, every)

    def key(self, job: Job) -> str:
        """A name for all that findings about one file come from, beside the rules."""
        path = job.file.path
        if path not in self._keys:
            about = (job.file.kind, str(path), str(job.root.path), job.root.canonical, job.macro)
            beside = (f"{file.kind}:{file.path}" for file in job.siblings)  # rules see their names, no more
            self._keys[path] = digest(self.around, repr(about), self._digest(path), *beside)
        return self._keys[path]

    @cached_property
    def whole_key(self) -> str:
        """A name for all that findings about the whole repo come from, beside the rules."""
        exported = (f"{path} {self._digest(path) if self._tree.is_file(path) else ''}" for path in self._export())
        return digest(*(self.key(job) for job in self.repo.jobs), *exported)

    @cached_property
    def around(self) -> str:
        """A name for what every finding comes from: this code, and the repo's configuration."""
        configs = (self._digest(path) if self._tree.is_file(path) else "" for path in self._config_paths())
        roots = (f"{root.path} {self._tree.is_folder(root.path)}" for root in self.repo.roots)
        return digest(stamp(), json.dumps(self.repo.config, sort_keys=True), *configs, *roots)

    def _export(self) -> Sequence[Path]:
        """The committed records of the corpus, where there are some, and all that they are made of.

        Lint leaves out what `lint.exclude` names, the corpus does not.
        """
        corpus = self.repo.config.get("corpus", {})
        folder = corpus.get("export")
        if not isinstance(folder, str) or not discover.can_be(folder):
            return ()
        sources = (
            path
            for root in self.repo.roots
            for path in self._tree.below(root.path)
            if discover.classify(path, root.path, self.repo.languages)
        )
        return [*self._tree.below(self.repo.path / folder), *sources]

    def _config_paths(self) -> Iterator[Path]:
        return (self.repo.path / name for name in _CONFIGS)

    def _digest(self, path: Path) -> str:
        if path not in self._digests:
            why = self.problem(path)
            self._digests[path] = digest("unreadable", why) if why else digest(self.data(path))
        return self._digests[path]
