"""A request as the daemon understands it."""

from __future__ import annotations

import os
import re
from collections.abc import Mapping
from dataclasses import dataclass

from ways_guard.match.daemon import protocol

_PATHS = ("CLAUDE_CONFIG_DIR", "CLAUDE_PROJECT_DIR", "CODEX_HOME", "COPILOT_HOME")


@dataclass(frozen=True)
class Request:
    """What a client asks for; `left` are the seconds it waits, `environ` is the agent's as far as it counts."""

    kind: bytes
    version: str
    shared: bytes
    left: float
    folder: str
    argv: tuple[str, ...]
    environ: Mapping[str, str]
    payload: bytes


def understood(body: bytes) -> Request:
    """A request from the body of its frame; ValueError for what is none."""
    fields = protocol.unpack(body)
    if len(fields) != 8:
        raise ValueError("another number of fields")
    kind, version, shared, left, folder, argv, environ, payload = fields
    place = os.fsdecode(folder)
    return Request(
        kind,
        version.decode("ascii", "replace"),
        shared,
        int(left) / 1_000,
        place,
        tuple(os.fsdecode(argv).split("\0")) if argv else (),
        _variables(environ, place),
        payload,
    )


def _variables(data: bytes, folder: str) -> dict[str, str]:
    pairs = (os.fsdecode(line).partition("=") for line in data.split(b"\0") if line)
    found = {name: value for name, _, value in pairs if protocol.is_relevant(name)}
    for name in _PATHS:
        if found.get(name):  # relative to where the hook runs, and not to where we do
            found[name] = os.path.join(folder, found[name])  # noqa: PTH118
    return found


def is_newer(version: str, than: str) -> bool:
    """Whether a package version comes after another one; one that cannot be read never does."""
    return _order(version) > _order(than)


def _order(version: str) -> tuple[tuple[int, ...], int, str]:
    found = re.match(r"(\d{1,9}(?:\.\d{1,9})*)(.*)", version, re.DOTALL)
    if found is None:
        return (), 0, ""
    numbers, rest = found.groups()
    return tuple(map(int, numbers.split("."))), (2 if rest.startswith(".post") else 0) if rest else 1, rest
