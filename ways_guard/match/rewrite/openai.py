"""Provider `openai`: chat completions of any server that speaks them, llama.cpp and Ollama on this machine too."""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping
from typing import Any

from ways_guard.match.rewrite import http, instruction
from ways_guard.match.rewrite.model import AbstainedError, Ask, Rewritten

NAME = "openai"
_KEY = "OPENAI_API_KEY"
_TOKENS = 1_024  # Of an answer: a rewritten prompt of 2,000 characters has fewer.


def problem(settings: Mapping[str, Any]) -> str:
    """An address and a model are needed."""
    return http.problem(settings.get("url")) or (
        "" if _text(settings, "model") else '"model" is missing: a name that the server knows'
    )


def destination(settings: Mapping[str, Any]) -> str:
    """The server's address."""
    return str(settings.get("url"))


def rewrite(ask: Ask, settings: Mapping[str, Any], left: Callable[[], float]) -> Rewritten:
    """One completion, held to the schema where the server offers that (`structured`, on by default)."""
    body: dict[str, Any] = {
        "model": settings["model"],
        "temperature": 0,
        "max_tokens": _TOKENS,
        "messages": [
            {"role": "system", "content": instruction.system(ask)},
            {"role": "user", "content": instruction.message(ask)},
        ],
    }
    if settings.get("structured", True):
        schema = {"name": "rewritten", "strict": True, "schema": instruction.SCHEMA}
        body["response_format"] = {"type": "json_schema", "json_schema": schema}
    key = os.environ.get(_text(settings, "key_env") or _KEY, "")
    headers = {"Authorization": f"Bearer {key}"} if key else {}
    url = f"{str(settings['url']).rstrip('/')}/chat/completions"
    return instruction.read(_content(http.post(url, headers, body, left)))


def _content(document: Any) -> str:
    try:
        content = document["choices"][0]["message"]["content"]
    except (KeyError, IndexError, TypeError) as error:
        raise AbstainedError("the server's answer is no chat completion") from error
    if not isinstance(content, str):
        raise AbstainedError("the server's answer has no text")
    return content


def _text(settings: Mapping[str, Any], name: str) -> str:
    value = settings.get(name)
    return value if isinstance(value, str) else ""
