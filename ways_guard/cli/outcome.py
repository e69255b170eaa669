"""What a run of the installer did: told line by line to people, and as one JSON document to programs."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any

import click

from ways_guard.agents.protocol import HookEntry
from ways_guard.cli.say import say, say_text
from ways_guard.errors import WaysGuardError

_VERSION = 1


@dataclass
class Outcome:
    """Filled in while the command runs; nothing but the document goes to stdout where `as_json`.

    `result`: changed, unchanged, planned (a dry run that would change something), declined (the person said no) or
    refused (see `error`). `more` are the document's members that only one of the commands has.
    """

    command: str
    as_json: bool
    result: str = "refused"
    agent: str = ""
    scope: str = ""
    path: str = ""
    backup: str | None = None
    diff: str = ""
    entries: Sequence[HookEntry] = ()
    warnings: list[str] = field(default_factory=list)
    error: str | None = None
    more: dict[str, Any] = field(default_factory=dict)

    def tell(self, line: str) -> None:
        """A line for people."""
        if not self.as_json:
            say(line)

    def tell_text(self, text: str) -> None:
        """Several lines for people."""
        if not self.as_json:
            say_text(text)

    def warn(self, line: str) -> None:
        """A line that is not an error, for both."""
        self.warnings.append(line)
        if not self.as_json:
            say(f"warning: {line}", err=True)

    @contextmanager
    def printed(self) -> Iterator[None]:
        """Print the document at the end, whatever the end is."""
        try:
            yield
        except WaysGuardError as error:
            self.error = str(error)
            raise
        finally:
            if self.as_json:
                click.echo(json.dumps(self._document(), indent=2))  # escapes: a path may hold what moves a terminal

    def _document(self) -> dict[str, Any]:
        names = ("command", "result", "agent", "scope", "path", "backup", "diff")
        return {
            "version": _VERSION,
            **{name: getattr(self, name) for name in names},
            "entries": [_entry(entry) for entry in self.entries],
            "warnings": self.warnings,
            "error": self.error,
            **self.more,
        }


def _entry(entry: HookEntry) -> dict[str, Any]:
    return {"event": entry.event, "matcher": entry.matcher, **entry.handler}
