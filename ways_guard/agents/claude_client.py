"""What the Claude Code on this machine can do: its version, and whether it runs us as a plugin already."""

from __future__ import annotations

import re
import shutil
import subprocess
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path

from ways_guard.agents.protocol import Setting, SettingsDocument, Version

PLUGIN = "ways-guard"
"""What our plugin is called, in the marketplace of the same name."""

_SECONDS = 10.0  # `claude --version` takes 0.1 s; a cold disk, a virus scanner or a wrapper script take longer.
_VERSION = re.compile(rb"\s*(\d{1,9})\.(\d{1,9})\.(\d{1,9})")


def version(env: Mapping[str, str], home: Path) -> Version | None:
    """What `claude --version` says; None where there is no client, or none that says it."""
    for program in _programs(env, home):
        try:
            done = subprocess.run(
                [program, "--version"],
                env=dict(env),
                stdin=subprocess.DEVNULL,
                capture_output=True,
                check=False,
                timeout=_SECONDS,
            )
        except (OSError, subprocess.SubprocessError):
            continue
        found = _VERSION.match(done.stdout)
        if found:
            return int(found[1]), int(found[2]), int(found[3])
    return None


def program(env: Mapping[str, str], home: Path) -> Path | None:
    """Where the client is, None where there is none."""
    return next((Path(found) for found in _programs(env, home)), None)


def plugin(settings: Iterable[SettingsDocument]) -> Setting | None:
    """Our plugin where it is switched on, and what does so; `settings` from the strongest source on.

    The client reads `enabledPlugins` key by key: the strongest source that names a plugin decides.
    """
    decided: set[str] = set()
    for document in settings:
        enabled = document.values.get("enabledPlugins")
        for name, value in enabled.items() if isinstance(enabled, dict) else ():
            if name not in decided and name.partition("@")[0] == PLUGIN:
                decided.add(name)
                if value:
                    return Setting(name, document.source)
    return None


def _programs(env: Mapping[str, str], home: Path) -> Iterator[str]:
    """The client on PATH, else where its own installers put it: a person's PATH is not always ours."""
    found = shutil.which("claude", path=env.get("PATH", ""))
    if found:
        yield found
    for place in (".local/bin/claude", ".claude/local/claude"):
        if (home / place).is_file():
            yield str(home / place)
