"""Where a run's content comes from: the work tree, or git's index."""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Protocol

from ways_guard.errors import WaysGuardError
from ways_guard.files import read_bytes
from ways_guard.lint.git import Entry, NoGit, opened
from ways_guard.way import discover

_LINTED = frozenset({".md", ".jsonl"})


class Tree(Protocol):
    """Files at one moment, by absolute path. `staged` says that they are those of git's index."""

    staged: bool

    def is_folder(self, path: Path) -> bool:
        """Whether there is a folder of that path."""

    def is_file(self, path: Path) -> bool:
        """Whether there is a file of that path."""

    def is_there(self, path: Path) -> bool:
        """Whether there is anything of that path: a file, or what cannot be read as one."""

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

    def is_there(self, path: Path) -> bool:
        """Whether there is anything of that path: a file, or a pipe, a link to nothing, a folder."""
        return os.path.lexists(path)

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


@dataclass(frozen=True)
class _Staged:
    """The index of a work tree in order of path, and the blobs that were read."""

    files: Mapping[Path, Entry]
    blobs: dict[str, bytes]


class Index:
    """What git would commit: the index of the repos that paths lie in. Links are left out."""

    staged = True

    def __init__(self) -> None:
        self._tops: dict[Path, _Staged] = {}

    def is_folder(self, path: Path) -> bool:
        """Whether there is a folder of that path."""
        return any(file.is_relative_to(path) and file != path for file in self._files(path))

    def is_file(self, path: Path) -> bool:
        """Whether there is a file of that path."""
        return path in self._files(path)

    def is_there(self, path: Path) -> bool:
        """Whether there is a file of that path; an index has nothing else."""
        return self.is_file(path)

    def read(self, path: Path) -> bytes:
        """A file's bytes; WaysGuardError where it is not in the index."""
        top = _top(path)
        entry = self._files(path).get(path)
        if entry is None:
            raise WaysGuardError(f"{path}: cannot be read: it is not in git's index")
        blobs = self._tops[top].blobs
        if entry.blob not in blobs:
            with opened(top) as git:
                blobs[entry.blob] = git.blob(entry.blob)
        return blobs[entry.blob]

    def can_run(self, path: Path) -> bool:
        """Whether a file that is there is executable."""
        return self._files(path)[path].executable

    def below(self, folder: Path) -> Sequence[Path]:
        """Every file below a folder, in order; hidden folders are not entered."""
        files = (path for path in self._files(folder) if path.is_relative_to(folder))
        return [path for path in files if all(map(discover.is_entered, path.relative_to(folder).parts[:-1]))]

    def inside(self, folder: Path) -> Sequence[Path]:
        """The files that lie directly in a folder, in order."""
        return [path for path in self._files(folder) if path.parent == folder]

    def _files(self, path: Path) -> Mapping[Path, Entry]:
        """The index of the work tree that a path lies in; NoGit where it lies in none."""
        top = _top(path)
        if top not in self._tops:
            self._tops[top] = _staged(top)
        return self._tops[top].files


def _top(path: Path) -> Path:
    top = next((place for place in (path, *path.parents) if (place / ".git").exists()), None)
    if top is None:
        raise NoGit("--staged looks at git's index, but this is no git repository")
    return top


def _staged(top: Path) -> _Staged:
    """An index with the files that are likely to be linted read at once: a process for each would be slow."""
    with opened(top) as git:
        index = sorted(((top / name, entry) for name, entry in git.index().items()), key=lambda item: item[0].parts)
        likely = (entry.blob for path, entry in index if path.suffix in _LINTED)
        return _Staged(dict(index), {blob: git.blob(blob) for blob in likely})
