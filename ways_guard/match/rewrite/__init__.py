"""Turning prompts into the canonical language for the symbolic layer. A new provider is one module and one line."""

from __future__ import annotations

from collections.abc import Mapping

from ways_guard.match.rewrite import anthropic, command, openai
from ways_guard.match.rewrite.model import Provider

PROVIDERS: Mapping[str, Provider] = {
    command.NAME: command,
    openai.NAME: openai,
    anthropic.NAME: anthropic,
}
"""By the name that `rewrite.provider` in the user's ways.json takes."""
