"""The agents that ways-guard knows. A new one is one module and one line here."""

from __future__ import annotations

from ways_guard.agents import claude_code, codex, copilot, cursor, gemini
from ways_guard.agents.protocol import AgentConfig

AGENTS: dict[str, AgentConfig] = {
    claude_code.NAME: claude_code,
    codex.NAME: codex,
    copilot.NAME: copilot,
    cursor.NAME: cursor,
    gemini.NAME: gemini,
}
"""By the name that `--agent` takes."""
