"""What an event asks and what it is answered, in values."""

from __future__ import annotations

import math
import os
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeAlias

from ways_guard.agents import AGENTS
from ways_guard.constants import COLD_START_BUDGET, DAEMON_RESERVE, MACRO_SECONDS
from ways_guard.folders import cache_dir, state_dir
from ways_guard.match import log, runtime, session, transcript
from ways_guard.match.runtime import Scene
from ways_guard.match.session import Position

if TYPE_CHECKING:
    from ways_guard.match.matcher import Matcher
    from ways_guard.match.sets import Entry

Payload: TypeAlias = Mapping[str, Any]
MatcherFor: TypeAlias = "Callable[[Scene], Matcher]"
_AFTER_MACROS = 0.1  # Seconds before the deadline at which macros must have ended, for all that comes after them.


def as_it_stands(scene: Scene) -> Matcher:
    """The matcher of a scene for a process that answers once and ends."""
    from ways_guard.match import service

    return service.as_it_stands(scene.roots, scene.config, scene.languages, cache_dir(), budget=COLD_START_BUDGET)


def symbolic(scene: Scene) -> Matcher:
    """The matcher of a scene whose time for models is over: patterns alone, from triggers.json."""
    from ways_guard.match import service

    return service.symbolic(scene.roots, scene.config, scene.languages, cache_dir())


@dataclass(frozen=True)
class Request:
    """An event: its payload in the names of Claude Code, the environment of the agent's process, the agent's name.

    `matcher_for` gives the matcher of a scene; `deadline` (of time.monotonic) is when the answer must be there;
    `folder` is where the hook was started, where that is another process.
    """

    payload: Payload
    environ: Mapping[str, str]
    agent: str = "claude-code"
    matcher_for: MatcherFor = as_it_stands
    deadline: float | None = None
    folder: str = ""

    def is_late(self) -> bool:
        """Whether nobody waits for the answer any more: what it would claim as shown would be lost."""
        return self.left() < -DAEMON_RESERVE / 2

    @property
    def macro_seconds(self) -> float:
        """What a macro may still take: all of an event share what one may."""
        return self._macros_end - time.monotonic()

    @cached_property
    def _macros_end(self) -> float:
        ends = time.monotonic() + MACRO_SECONDS
        return ends if self.deadline is None else min(ends, self.deadline - _AFTER_MACROS)

    def left(self) -> float:
        """Seconds until the answer must be there, with what a rewriter makes the client wait beyond; else inf."""
        if self.deadline is None:
            return math.inf
        matcher: Matcher | None = self.__dict__.get("matcher")  # asked of nobody any more, once it is late
        return self.deadline + (matcher.patience if matcher else 0.0) - time.monotonic()

    @cached_property
    def scene(self) -> Scene:
        """What is in force where the session runs."""
        folder = _folder(self.payload.get("cwd"), self.folder)
        found = runtime.scene(AGENTS[self.agent], self.environ, folder, strict=False)
        for problem in found.config.problems:
            log.note(problem)
        return found

    @cached_property
    def matcher(self) -> Matcher:
        """The matcher of that scene."""
        return self.matcher_for(self.scene)

    @property
    def who(self) -> str:
        """Whose context it is: "agent", "subagent" or "teammate" (an agent of a team, which the payload names)."""
        if self._text("agent_id"):
            return "subagent"
        return "teammate" if self._text("teammate_name") or self._text("team_name") else "agent"

    @property
    def told(self) -> Path | None:
        """Where it is remembered what this conversation has been shown."""
        return session.folder(state_dir(), self.payload.get("session_id"), self.payload.get("agent_id"))

    @cached_property
    def position(self) -> Position:
        """How far this conversation is; of a sub-agent's nothing tells."""
        path = None if self.who == "subagent" else self.payload.get("transcript_path")
        return Position(transcript.tokens(path), session.turns(self.told))

    def open_to(self, who: str) -> Callable[[Entry], bool]:
        """Which ways may be shown to somebody."""
        from ways_guard.match import gates

        return lambda entry: gates.open_for(entry.trigger, self.scene, who)

    def _text(self, name: str) -> str:
        value = self.payload.get(name)
        return value if isinstance(value, str) else ""


def _folder(cwd: object, started: str) -> Path:
    """Where the session runs; where that cannot be (it is gone, or no path at all) the folder of the hook."""
    for place in (cwd, started):
        if isinstance(place, str) and os.path.isdir(place):  # noqa: PTH112 - Path.is_dir raises for some strings
            return Path(place)
    try:
        return Path.cwd()
    except OSError:
        return Path(os.sep)


def _nothing() -> None:
    return None


@dataclass(frozen=True)
class Reply:
    """A text for the agent, what to take back if it cannot be printed, and what to do after it was."""

    text: str = ""
    undo: Callable[[], None] = _nothing
    after: Callable[[], None] = _nothing
