"""What the checks look at: values only, so that each of them can be tried without a machine that is ill."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, NamedTuple

from ways_guard.agents.protocol import Setting, SettingsDocument, Version
from ways_guard.install.installed import ORIGINAL, OURS, Hook, Settings

ERROR, WARNING, NOTE = "error", "warning", "note"
MANAGED = "managed"
"""The scope that an administrator's settings have here."""


class Finding(NamedTuple):
    """What is wrong, how bad it is (an error: guidance does not come, or comes twice), and what mends it."""

    severity: str
    message: str
    mend: str = ""


class Trial(NamedTuple):
    """A hook that was run with a made-up payload: seconds it took, and what was wrong with its answer."""

    event: str
    command: str
    seconds: float
    error: str = ""


class Delivery(NamedTuple):
    """Whether a real client passed a made-up way on to the model, and how we know, or why it was not `tried`."""

    delivered: bool
    detail: str
    tried: bool = True


@dataclass(frozen=True)
class Facts:
    """One agent's hooks and all that they hang on.

    `agent` is its name, `config_dir` the folder that was named in place of its own. `events` are those that the
    client knows. `known` are the commands that the installer may change: those that it records, or would write.
    `on_path` is our program where entries without a path find it. `documents` are the settings in force, the
    strongest first. `report` is what `ways-guard status --json` says. `version` is the client's.
    """

    events: Mapping[str, str]
    environ: Mapping[str, str]
    settings: tuple[Settings, ...] = ()
    documents: tuple[SettingsDocument, ...] = ()
    plugin: Setting | None = None
    launcher: Path | None = None
    launcher_problem: str = ""
    ephemeral: str = ""
    client: Path | None = None
    version: Version | None = None
    trials: tuple[Trial, ...] = ()
    unwritable: tuple[Path, ...] = ()
    report: Mapping[str, Any] = field(default_factory=dict)
    delivery: Delivery | None = None
    agent: str = "claude-code"
    config_dir: Path | None = None
    known: frozenset[str] = frozenset()
    on_path: Path | None = None

    @property
    def ours(self) -> list[tuple[Settings, Hook]]:
        """Our hooks with the file that each stands in."""
        return self._of(OURS)

    @property
    def original(self) -> list[tuple[Settings, Hook]]:
        """Those of the system that ours came from."""
        return self._of(ORIGINAL)

    def _of(self, kind: str) -> list[tuple[Settings, Hook]]:
        return [(one, hook) for one in self.settings for hook in one.hooks if hook.kind == kind]
