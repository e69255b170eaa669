"""When a way shows without being asked for, and when it may show again."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from ways_guard.constants import REFIRE
from ways_guard.way.schema import properties, typed

if TYPE_CHECKING:
    from ways_guard.way.frontmatter import Field

SESSION_START, FILE_EXISTS, CONTEXT_THRESHOLD = "session-start", "file-exists", "context-threshold"


@dataclass(frozen=True)
class State:
    """What makes a state way show: `trigger`, with the glob `path` or the share `percent` that it looks at.

    `repeat` keeps it firing, shown or not.
    """

    trigger: str
    path: str = ""
    percent: float | None = None
    repeat: bool = False

    def document(self) -> dict[str, Any]:
        """As JSON values, without what says nothing."""
        values = {"trigger": self.trigger, "path": self.path, "percent": self.percent, "repeat": self.repeat}
        return {key: value for key, value in values.items() if value}


def state(fields: Mapping[str, Field]) -> State | None:
    """The state trigger of a frontmatter; None where there is none that can fire."""
    name, path = _value(fields, "trigger"), _value(fields, "path")
    percent = _number(fields, "percent")
    if percent is None and name == CONTEXT_THRESHOLD:
        percent = _number(fields, "threshold")  # the older name
    fires = {
        SESSION_START: True,
        FILE_EXISTS: isinstance(path, str) and bool(path.strip()),
        CONTEXT_THRESHOLD: percent is not None and 1 <= percent <= 100,
    }
    if not isinstance(name, str) or not fires.get(name):
        return None
    glob = path.strip() if name == FILE_EXISTS and isinstance(path, str) else ""
    return State(name, glob, percent if name == CONTEXT_THRESHOLD else None, _value(fields, "repeat") is True)


def refire(fields: Mapping[str, Field]) -> float | None:
    """The share of the context window after which a way may show again; None for once a session.

    What is out of range, or no word of ours, counts as not there; `redisclose`, in percent, is the older form.
    """
    value = _value(fields, "refire")
    if isinstance(value, str) and value.strip() in REFIRE:
        return REFIRE[value.strip()]
    if isinstance(value, int | float) and 0 <= value <= 1:
        return float(value)
    percent = _number(fields, "redisclose")
    return percent / 100 if percent is not None and 0 <= percent <= 100 else REFIRE["normal"]


def _value(fields: Mapping[str, Field], name: str) -> Any:
    return typed(fields[name].value, properties("way")[name]) if name in fields else None


def _number(fields: Mapping[str, Field], name: str) -> float | None:
    value = _value(fields, name)
    return float(value) if isinstance(value, int | float) and not isinstance(value, bool) else None
