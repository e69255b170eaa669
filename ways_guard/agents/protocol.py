"""What ways-guard must know about a CLI coding agent: one module an agent answers this."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path, PurePath
from types import MappingProxyType
from typing import Any, NamedTuple, Protocol

Version = tuple[int, int, int]


class Setting(NamedTuple):
    """A value that somebody set, and the file (or variable) it came from."""

    value: str
    source: str


class SettingsDocument(NamedTuple):
    """Settings in force: where they come from, what they say, and whether they are an administrator's."""

    source: str
    values: Mapping[str, Any]
    managed: bool = False


COMMANDS = ("command", "bash", "powershell")
"""The members of a handler that may hold its command line, whichever agent's it is."""


class Shape(NamedTuple):
    """How an agent's file says which handlers an event has, below its member `hooks`.

    `grouped`: an event lists groups, each with a matcher and handlers, else it lists handlers, which hold their
    matchers themselves. `members` are what the file has to say beside `hooks`. `owned`: the agent reads every file
    of a folder, so that ours holds nothing of others.
    """

    grouped: bool = True
    members: Mapping[str, Any] = MappingProxyType({})
    owned: bool = False


GROUPS = Shape()
"""As Claude Code has it, and who follows it."""
FLAT = Shape(grouped=False, members=MappingProxyType({"version": 1}))
"""A list of handlers an event, in a file with a version."""
OWN_FILE = FLAT._replace(owned=True)
"""The same in a file of our own."""


class HookEntry(NamedTuple):
    """One handler for one of the agent's own events, as it stands in the agent's settings file.

    `matcher` narrows the event down (to some tools, say) where the agent's format has that; `since` is the first
    version of the client that knows the event, None where every one does that has hooks.
    """

    event: str
    handler: Mapping[str, Any]
    matcher: str | None = None
    since: Version | None = None

    @property
    def command(self) -> str:
        """The command line; an entry is recognised by it, and by nothing else."""
        return str(next(self.handler[name] for name in COMMANDS if name in self.handler))


class AgentConfig(Protocol):
    """An agent, as a module: every name below is a module-level name of `ways_guard.agents.<agent>`."""

    NAME: str
    """What `--agent` calls it."""

    EXPERIMENTAL: bool
    """Whether this was written after the agent's documentation alone, and never run with the agent itself."""

    AFTERWARDS: str
    """What a person still has to do in the agent once the hooks are in, "" where there is nothing."""

    MARK: str
    """A field of payloads that no other agent sends, "" where there is none: it tells who runs a hook."""

    SHAPE: Shape
    """How its file holds handlers."""

    SCOPES: tuple[str, ...]
    """The scopes that `settings_path` knows."""

    EVENTS: Mapping[str, str]
    """The events in use: our name (also the hook's argument) -> the agent's own name."""

    def detect(self, env: Mapping[str, str]) -> bool:
        """Whether this agent seems to be in use on this machine."""
        ...

    def config_dir(self, env: Mapping[str, str]) -> Path:
        """The agent's own configuration folder, absolute, as the environment `env` decides it."""
        ...

    def settings_path(self, scope: str, config_dir: Path, project: Path) -> Path:
        """The file that holds the hooks of `scope`; WaysGuardError for a scope that it does not have.

        `project` is the root of the work tree, for scopes that live in one.
        """
        ...

    def hook_entries(self, launcher: PurePath, scope: str = "user") -> tuple[HookEntry, ...]:
        """What to install so that `launcher` (absolute) is run for every event of `EVENTS`.

        In a scope whose file travels with the project no path of this machine is in there.
        """
        ...

    def client(self, env: Mapping[str, str]) -> Path | None:
        """The agent's program on this machine, None where it is not there."""
        ...

    def client_version(self, env: Mapping[str, str]) -> Version | None:
        """The version of the agent on this machine; None where it is not there, or does not say."""
        ...

    def plugin(self, config_dir: Path, project: Path) -> Setting | None:
        """Our plugin where the agent has it switched on, and the file that does; it brings its own hooks."""
        ...

    def settings(self, config_dir: Path, project: Path) -> Iterator[SettingsDocument]:
        """Every document of settings that the agent reads in a project, the strongest first; {} for a bad one."""
        ...

    def decode(self, payload: Mapping[str, Any]) -> Mapping[str, Any]:
        """What the agent sends to a hook, in the names of Claude Code's payloads; what is unknown stays."""
        ...

    def encode(self, event: str, text: str) -> Mapping[str, Any]:
        """The document that gives `text` to the agent at one of `EVENTS`."""
        ...

    def language(self, config_dir: Path, project: Path) -> Setting | None:
        """The language that the agent itself is set to, by its own precedence; None where it is not."""
        ...
