"""What a client's transcript tells: how full the context window is. Written late by the client, so never of now."""

from __future__ import annotations

import json
import os
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from ways_guard.constants import TRANSCRIPT_TAIL

_PARTS = ("input_tokens", "cache_creation_input_tokens", "cache_read_input_tokens", "output_tokens")


def tokens(path: object) -> int | None:
    """Tokens in the context window after the last answer in a transcript; None where nobody can tell.

    `path` is the payload's; only its end is read.
    """
    lines = _last_lines(path) if isinstance(path, str) and path else []
    found = (used(record(line)) for line in reversed(lines))
    return next((count for count in found if count is not None), None)


def said(path: object) -> list[str]:
    """The user's messages at the end of a transcript, the last one last."""
    lines = _last_lines(path) if isinstance(path, str) and path else []
    return list(filter(None, (message_of(record(line)) for line in lines)))


def message_of(document: Mapping[str, Any]) -> str:
    """What a record says for the user in the main conversation; "" for all else, the result of a tool too."""
    message = document.get("message")
    content = message.get("content") if isinstance(message, dict) else None
    foreign = any(document.get(key) is True for key in ("isSidechain", "isMeta", "isCompactSummary"))
    if document.get("type") != "user" or foreign:
        return ""
    if isinstance(content, str):
        return content
    blocks = content if isinstance(content, list) else []
    texts = (block.get("text") for block in blocks if isinstance(block, dict) and block.get("type") == "text")
    return "\n".join(text for text in texts if isinstance(text, str))


def used(document: Mapping[str, Any]) -> int | None:
    """Tokens in the window that a record of a transcript tells of; None for one without, and a sub-agent's."""
    message = document.get("message")
    usage = message.get("usage") if isinstance(message, dict) else None
    if document.get("isSidechain") is True or not isinstance(usage, dict):
        return None
    counts = [usage.get(name) for name in _PARTS]
    total = sum(count for count in counts if isinstance(count, int) and not isinstance(count, bool) and count > 0)
    return total or None


def record(line: bytes | str) -> dict[str, Any]:
    """One line as a JSON object; {} for anything else."""
    try:
        document = json.loads(line)
    except (ValueError, RecursionError):
        return {}
    return document if isinstance(document, dict) else {}


def _last_lines(path: str) -> list[bytes]:
    """The whole lines at a file's end; what is no plain file is not opened, since it may never end."""
    place = Path(path)
    try:
        place = place.expanduser()
        if not place.is_file():
            return []
        with place.open("rb") as stream:
            start = max(os.fstat(stream.fileno()).st_size - TRANSCRIPT_TAIL, 0)
            stream.seek(start)
            lines = stream.read(TRANSCRIPT_TAIL).split(b"\n")
    except (OSError, ValueError, RuntimeError):
        return []
    return lines[1:] if start else lines


def records(path: Path) -> Iterator[dict[str, Any]]:
    """All lines of a transcript that are JSON objects, in order. Raises OSError."""
    with path.open("rb") as stream:
        for line in stream:
            if found := record(line):
                yield found
