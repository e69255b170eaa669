"""Where a run's content comes from: the work tree, or git's index."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Protocol

from ways_guard.errors import WaysGuardError
from ways_guard.files import read_bytes
from ways_guard.way import discover


class Tree(Protocol):
    """The files of a way repo at one moment. Paths are absolute; folders are those that files lie in."""

    def is_folder(self, path: Path) -> bool:
        """Whether there is a folder of that path."""

    def is_file(self, path: Path) -> bool:
        """Whether there is a file of that path."""

    def read(self, path: Path) -> bytes:
        """A file's bytes; WaysGuardError where it cannot be read."""

    def below(self, folder: Path) -> Sequence[Path]:
        """Every file below a folder, in order; hidden folders are not entered."""

    def inside(self, folder: Path) -> Sequence[Path]:
        """The files that lie directly in a folder, in order."""


class WorkTree:
    """What is on disk."""

    def is_folder(self, path: Path) -> bool:
        """Whether there is a folder of that path."""
        return path.is_dir()

    def is_file(self, path: Path) -> bool:
        """Whether there is a file of that path."""
        return path.is_file()

    def read(self, path: Path) -> bytes:
        """A file's bytes; WaysGuardError where it cannot be read."""
        return read_bytes(path)

    def below(self, folder: Path) -> Sequence[Path]:
        """Every file below a folder, in order; hidden folders and linked folders are not entered."""
        return list(discover.walk(folder))

    def inside(self, folder: Path) -> Sequence[Path]:
        """The files that lie directly in a folder, in order."""
        try:
            return sorted(path for path in folder.iterdir() if path.is_file())
        except OSError as error:
            raise WaysGuardError(f"{folder}: cannot be read: {error.strerror or error}") from error
