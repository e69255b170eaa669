"""What a person can type to mend something: our commands, for their agent and their configuration folder."""

from __future__ import annotations

from pathlib import Path
from shlex import quote


def command(name: str, agent: str, config_dir: Path | None = None, scope: str = "user") -> str:
    """A command of ours; `config_dir` is the folder that was named, None for the agent's own."""
    words = ["ways-guard", name]
    words += ["--agent", agent] * (agent != "claude-code")
    words += ["--config-dir", quote(str(config_dir))] if config_dir else []
    words += ["--scope", scope] * (scope != "user")
    return " ".join(words)


def by_hand(program: str, path: Path) -> str:
    """For entries that no record here knows: they are a person's, or another machine's, and not ours to change."""
    return f"take the entries that run {program} out of {path} by hand: no record here knows them"
