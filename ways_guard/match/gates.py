"""Gates of a way, checked before ways compete: who it is for, and in which project."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from ways_guard.match.runtime import Scene


def open_for(trigger: Mapping[str, Any], scene: Scene, who: str) -> bool:
    """Whether a way may be shown to `who` ("agent", "subagent", "teammate") in this scene."""
    when = trigger.get("when", {})
    place = scene.project or scene.folder
    return (
        who in trigger.get("scope", ["agent"])
        and ("project" not in when or _is_project(str(when["project"]), place))
        and ("file_exists" not in when or _exists(str(when["file_exists"]), place))
    )


def _is_project(wanted: str, place: Path) -> bool:
    try:
        return place.resolve() == Path(wanted).expanduser().resolve()
    except (OSError, RuntimeError, ValueError):  # a home that cannot be found, a loop of links, a NUL
        return False


def _exists(pattern: str, place: Path) -> bool:
    try:
        return next(iter(place.glob(pattern)), None) is not None
    except (OSError, ValueError, NotImplementedError):  # an absolute or empty pattern
        return False
