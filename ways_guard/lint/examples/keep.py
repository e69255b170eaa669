"""Adding examples to a way's file: what is there stays as it is, byte for byte."""

from __future__ import annotations

import json
from collections.abc import Iterable

from ways_guard.errors import WaysGuardError
from ways_guard.files import read_bytes, write_atomic
from ways_guard.lint.examples.place import Place
from ways_guard.way import discover
from ways_guard.way.load import Example


def appended(data: bytes, examples: Iterable[Example]) -> bytes:
    """A file with examples after what it holds, in its line ends; the last line ends with one."""
    end = b"\r\n" if data.endswith(b"\r\n") else b"\n"
    lines = [
        json.dumps({"lang": one.lang, "prompt": one.prompt}, ensure_ascii=False, separators=(",", ":"))
        for one in examples
    ]
    before = data if not data or data.endswith(b"\n") else data + end
    return before + b"".join(line.encode("utf-8") + end for line in lines)


def keep(place: Place, examples: Iterable[Example]) -> None:
    """Write examples into the way's file, in one step.

    Raises WaysGuardError where it cannot be written, and where a link leads out of the repo.
    """
    if discover.leads_out(place.repo, place.path):
        raise WaysGuardError(f"{place.path}: is a link out of the repo: it was not changed")
    data = read_bytes(place.path) if place.path.exists() else b""
    write_atomic(place.path, appended(data, examples))
