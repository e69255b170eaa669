"""Gates of a way, checked before ways compete: who it is for, and in which project."""

from __future__ import annotations

import fnmatch
import os
import re
import time
from collections.abc import Mapping, Sequence
from pathlib import Path, PurePath
from typing import TYPE_CHECKING, Any

from ways_guard.constants import FOLDERS_WALKED, GLOB_SECONDS

if TYPE_CHECKING:
    from ways_guard.match.runtime import Scene

_WILD = frozenset("*?[")


def open_for(trigger: Mapping[str, Any], scene: Scene, who: str) -> bool:
    """Whether a way may be shown to `who` ("agent", "subagent", "teammate") in this scene."""
    when = trigger.get("when", {})
    place = scene.project or scene.folder
    return (
        who in trigger.get("scope", ["agent"])
        and ("project" not in when or _is_project(str(when["project"]), place))
        and ("file_exists" not in when or scene.files.exist(str(when["file_exists"])))
    )


def _is_project(wanted: str, place: Path) -> bool:
    try:
        return place.resolve() == Path(wanted).expanduser().resolve()
    except (OSError, RuntimeError, ValueError):  # a home that cannot be found, a loop of links, a NUL
        return False


class Files:
    """The files of a project, for the globs of one event, which together look for a bounded time.

    A glob is asked once. What is not found by then counts as not there: whoever has written thousands of globs, or
    works in a huge project, must not wait for them at each prompt.
    """

    def __init__(self, place: Path, seconds: float = GLOB_SECONDS) -> None:
        self._place = place
        self._left = seconds
        self._known: dict[str, bool] = {}

    def exist(self, pattern: str) -> bool:
        """Whether a file below the project matches a glob; no pattern leads out of it or walks it without end."""
        if pattern not in self._known:
            start = time.monotonic()
            self._known[pattern] = _exists(pattern, self._place, _Steps(start + self._left))
            self._left -= time.monotonic() - start
        return self._known[pattern]


class _Steps:
    """Folders that may still be looked into."""

    def __init__(self, until: float) -> None:
        self._until = until
        self._left = FOLDERS_WALKED

    def taken(self) -> bool:
        self._left -= 1
        return self._left >= 0 and time.monotonic() < self._until


def _exists(pattern: str, place: Path, steps: _Steps) -> bool:
    parts = PurePath(pattern).parts
    if not parts or ".." in parts or PurePath(pattern).is_absolute():
        return False
    try:
        return _found(os.fspath(place), parts, steps)
    except (OSError, ValueError, re.error):  # a NUL, a set of characters that is none
        return False


def _found(place: str, parts: Sequence[str], steps: _Steps) -> bool:
    """Whether something below a folder matches the parts of a glob, wildcard by wildcard."""
    for number, part in enumerate(parts):
        rest = parts[number + 1 :]
        if "**" in part:
            tail = [each for each in rest if each != "**"] or ["*"]
            return part == "**" and _below(place, tail, steps)
        if _WILD.intersection(part):
            names = fnmatch.filter(_names(place), part) if steps.taken() else []
            return any(_found(os.path.join(place, name), rest, steps) for name in names)  # noqa: PTH118
        place = os.path.join(place, part)  # noqa: PTH118
    return os.path.exists(place)  # noqa: PTH110 - Path.exists raises where a folder may not be looked into


def _names(folder: str) -> Sequence[str]:
    try:
        return os.listdir(folder)  # noqa: PTH208
    except OSError:  # a file, or nothing that may be looked into
        return ()


def _below(base: str, tail: Sequence[str], steps: _Steps) -> bool:
    """Whether a file at any depth matches."""
    whole = str(PurePath(*tail))
    for folder, _, names in os.walk(base):
        if not steps.taken():
            return False
        if any(PurePath(folder, name).match(whole) for name in fnmatch.filter(names, tail[-1])):
            return True
    return False
