"""The texts that findings point into, each read once."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path

from ways_guard.errors import WaysGuardError
from ways_guard.files import read_bytes
from ways_guard.way.text import BOM


class Sources:
    """Texts by path, as the linter saw them: `read` gives a file's bytes (those on disk by default)."""

    def __init__(self, read: Callable[[Path], bytes] = read_bytes) -> None:
        self._read = read
        self._lines: dict[Path, Sequence[str]] = {}
        self._texts: dict[Path, str] = {}

    def text(self, path: Path) -> str:
        """A file's text without byte order mark, "" where it cannot be read; broken bytes become U+FFFD."""
        if path not in self._texts:
            self._texts[path] = "\n".join(self.lines(path))
        return self._texts[path]

    def lines(self, path: Path) -> Sequence[str]:
        """The lines of `text`, without their line feeds."""
        if path not in self._lines:
            self._lines[path] = self._split(path)
        return self._lines[path]

    def line(self, path: Path, number: int) -> str:
        """One line, counted from 1; "" where there is none."""
        lines = self.lines(path)
        return lines[number - 1] if number <= len(lines) else ""

    def _split(self, path: Path) -> Sequence[str]:
        try:
            data = self._read(path)
        except WaysGuardError:  # a removed file, which rules about history may point to
            return [""]
        return data.decode("utf-8", "replace").removeprefix(BOM).split("\n")
