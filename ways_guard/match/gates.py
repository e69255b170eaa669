"""Gates of a way, checked before ways compete: who it is for, and in which project."""

from __future__ import annotations

import itertools
import os
from collections.abc import Mapping
from pathlib import Path, PurePath
from typing import TYPE_CHECKING, Any

from ways_guard.constants import FOLDERS_WALKED

if TYPE_CHECKING:
    from ways_guard.match.runtime import Scene


def open_for(trigger: Mapping[str, Any], scene: Scene, who: str) -> bool:
    """Whether a way may be shown to `who` ("agent", "subagent", "teammate") in this scene."""
    when = trigger.get("when", {})
    place = scene.project or scene.folder
    return (
        who in trigger.get("scope", ["agent"])
        and ("project" not in when or _is_project(str(when["project"]), place))
        and ("file_exists" not in when or exists(str(when["file_exists"]), place))
    )


def _is_project(wanted: str, place: Path) -> bool:
    try:
        return place.resolve() == Path(wanted).expanduser().resolve()
    except (OSError, RuntimeError, ValueError):  # a home that cannot be found, a loop of links, a NUL
        return False


def exists(pattern: str, place: Path) -> bool:
    """Whether a file below a folder matches a glob; no pattern leads out of it or walks it without end."""
    parts = PurePath(pattern).parts
    if ".." in parts or PurePath(pattern).is_absolute():
        return False
    try:
        if "**" in parts:
            start = parts.index("**")
            tail = PurePath(*[part for part in parts[start:] if part != "**"] or ["*"])
            return _below(place.joinpath(*parts[:start]), tail)
        return next(iter(place.glob(pattern)), None) is not None
    except (OSError, ValueError, NotImplementedError):  # an absolute or empty pattern
        return False


def _below(base: Path, tail: PurePath) -> bool:
    walked = itertools.islice(os.walk(base), FOLDERS_WALKED)
    return any(PurePath(folder, name).match(str(tail)) for folder, _, names in walked for name in names)
