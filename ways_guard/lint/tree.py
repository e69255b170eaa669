"""Where a run's content comes from: the work tree, or git's index."""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Protocol

from ways_guard.errors import WaysGuardError
from ways_guard.files import read_bytes
from ways_guard.lint.git import Entry, Git, NoGit, open_git, opened
from ways_guard.way import discover


class Tree(Protocol):
    """Files at one moment, by absolute path. `staged` says that they are those of git's index."""

    staged: bool

    def is_folder(self, path: Path) -> bool:
        """Whether there is a folder of that path."""

    def is_file(self, path: Path) -> bool:
        """Whether there is a file of that path."""

    def read(self, path: Path) -> bytes:
        """A file's bytes; WaysGuardError where it cannot be read."""

    def can_run(self, path: Path) -> bool:
        """Whether a file that is there is executable."""

    def below(self, folder: Path) -> Sequence[Path]:
        """Every file below a folder, in order; hidden folders are not entered."""

    def inside(self, folder: Path) -> Sequence[Path]:
        """The files that lie directly in a folder, in order."""


class WorkTree:
    """What is on disk."""

    staged = False

    def is_folder(self, path: Path) -> bool:
        """Whether there is a folder of that path."""
        return path.is_dir()

    def is_file(self, path: Path) -> bool:
        """Whether there is a file of that path."""
        return path.is_file()

    def read(self, path: Path) -> bytes:
        """A file's bytes; WaysGuardError where it cannot be read."""
        return read_bytes(path)

    def can_run(self, path: Path) -> bool:
        """Whether a file that is there is executable; on Windows, where no file is, what git says."""
        return _mode_in_git(path) if os.name == "nt" else os.access(path, os.X_OK)

    def below(self, folder: Path) -> Sequence[Path]:
        """Every file below a folder, in order; hidden folders and linked folders are not entered."""
        return list(discover.walk(folder))

    def inside(self, folder: Path) -> Sequence[Path]:
        """The files that lie directly in a folder, in order."""
        try:
            return sorted(path for path in folder.iterdir() if path.is_file())
        except OSError as error:
            raise WaysGuardError(f"{folder}: cannot be read: {error.strerror or error}") from error


def _mode_in_git(path: Path) -> bool:
    """A file that git does not know counts as executable."""
    try:
        with opened(path.parent) as git:
            return git.index().get(path.name, Entry("", True)).executable
    except NoGit:
        return True


class Index:
    """What git would commit: the index of the repos that paths lie in. Links are left out."""

    staged = True

    def __init__(self) -> None:
        self._repos: dict[Path, tuple[Git, dict[Path, Entry]]] = {}

    def is_folder(self, path: Path) -> bool:
        """Whether there is a folder of that path."""
        return any(file.is_relative_to(path) and file != path for file in self._at(path)[1])

    def is_file(self, path: Path) -> bool:
        """Whether there is a file of that path."""
        return path in self._at(path)[1]

    def read(self, path: Path) -> bytes:
        """A file's bytes; WaysGuardError where it is not in the index."""
        git, files = self._at(path)
        if path not in files:
            raise WaysGuardError(f"{path}: cannot be read: it is not in git's index")
        return git.blob(files[path].blob)

    def can_run(self, path: Path) -> bool:
        """Whether a file that is there is executable."""
        return self._at(path)[1][path].executable

    def below(self, folder: Path) -> Sequence[Path]:
        """Every file below a folder, in order; hidden folders are not entered."""
        files = (path for path in self._at(folder)[1] if path.is_relative_to(folder))
        return [path for path in files if all(map(discover.is_entered, path.relative_to(folder).parts[:-1]))]

    def inside(self, folder: Path) -> Sequence[Path]:
        """The files that lie directly in a folder, in order."""
        return [path for path in self._at(folder)[1] if path.parent == folder]

    def _at(self, path: Path) -> tuple[Git, Mapping[Path, Entry]]:
        """Git in the work tree that a path lies in, and its index; NoGit where it lies in none."""
        top = next((place for place in (path, *path.parents) if (place / ".git").exists()), None)
        if top is None:
            raise NoGit("--staged looks at git's index, but this is no git repository")
        if top not in self._repos:
            git = open_git(top)
            files = {top / name: entry for name, entry in git.index().items()}
            self._repos[top] = git, dict(sorted(files.items(), key=lambda item: item[0].parts))
        return self._repos[top]
