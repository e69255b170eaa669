"""Provider `anthropic`: the Messages API. The key comes from the environment alone."""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping
from typing import Any

from ways_guard.match.rewrite import http, instruction
from ways_guard.match.rewrite.model import AbstainedError, Ask, Rewritten

NAME = "anthropic"
_URL = "https://api.anthropic.com"
_KEY = "ANTHROPIC_API_KEY"
_VERSION = "2023-06-01"
_TOKENS = 1_024  # Of an answer: a rewritten prompt of 2,000 characters has fewer.
_TOOL = "rewritten"


def problem(settings: Mapping[str, Any]) -> str:
    """A model is needed; `url` is for gateways."""
    wrong = http.problem(settings["url"]) if "url" in settings else ""
    named = isinstance(settings.get("model"), str) and settings["model"]
    return wrong or ("" if named else '"model" is missing: the name of a Claude model')


def destination(settings: Mapping[str, Any]) -> str:
    """The server's address."""
    return str(settings.get("url", _URL))


def rewrite(ask: Ask, settings: Mapping[str, Any], left: Callable[[], float]) -> Rewritten:
    """One message whose answer is the input of a tool: that holds it to the schema."""
    named = settings.get("key_env")
    variable = named if isinstance(named, str) and named else _KEY
    key = os.environ.get(variable)
    if not key:
        raise AbstainedError(f"{variable} is not set in the environment")
    tool = {"name": _TOOL, "description": "Takes the rewritten query.", "input_schema": instruction.SCHEMA}
    body = {
        "model": settings["model"],
        "max_tokens": _TOKENS,
        "temperature": 0,
        "system": instruction.system(ask),
        "messages": [{"role": "user", "content": instruction.message(ask)}],
        "tools": [tool],
        "tool_choice": {"type": "tool", "name": _TOOL},
    }
    headers = {"x-api-key": key, "anthropic-version": _VERSION}
    url = f"{destination(settings).rstrip('/')}/v1/messages"
    return _answer(http.post(url, headers, body, left))


def _answer(document: Any) -> Rewritten:
    """The tool's input, or a text that holds the same."""
    blocks = document.get("content") if isinstance(document, dict) else None
    for block in blocks if isinstance(blocks, list) else ():
        if isinstance(block, dict) and block.get("type") == "tool_use":
            return instruction.of_document(block.get("input"))
        if isinstance(block, dict) and isinstance(block.get("text"), str):
            return instruction.read(block["text"])
    raise AbstainedError("the server's answer is no message")
