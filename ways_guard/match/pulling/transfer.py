"""One file from the hub to the disk: goes on where it broke off, and is not there before its checksum is right."""

from __future__ import annotations

import hashlib
import http.client
import os
import shutil
import time
import urllib.error
from collections.abc import Callable
from pathlib import Path
from typing import Any

from ways_guard.constants import HUB_ATTEMPTS
from ways_guard.errors import WaysGuardError
from ways_guard.match.pulling import hub
from ways_guard.match.pulling.hub import Remote

Progress = Callable[[int], None]
_CHUNK = 1 << 20


def fetch(url: str, repo: str, remote: Remote, target: Path, progress: Progress) -> None:
    """Bring a file to `target`; `progress` is called with the bytes that have come.

    WaysGuardError where the network fails for good (what has come is kept for the next call), where the bytes are
    not those that the hub promised (nothing is kept), and where the disk is full or may not be written.
    """
    partial = target.with_name(f"{target.name}.incomplete")
    try:
        target.parent.mkdir(parents=True, exist_ok=True)
        have = partial.stat().st_size if partial.exists() else 0
        _check_room(target.parent, remote.size - have)
        progress(min(have, remote.size))
        _complete(url, repo, remote, partial, progress)
        if checksum(partial, remote.checksum) != remote.checksum:
            partial.unlink()
            raise WaysGuardError(
                f"{repo}: {remote.path} arrived damaged (wrong checksum) and was dropped: try again"
            )
        os.replace(partial, target)
    except OSError as error:
        raise WaysGuardError(f"{target.parent}: cannot be written: {error.strerror or error}") from error


def _check_room(folder: Path, wanted: int) -> None:
    free = shutil.disk_usage(folder).free
    if wanted > free:
        raise WaysGuardError(
            f"{folder}: too little room: {wanted // 10**6} MB are wanted, {free // 10**6} MB are free"
        )


def _complete(url: str, repo: str, remote: Remote, partial: Path, progress: Progress) -> None:
    """Fetch what is missing, again and again as long as each attempt brings something, and a few times if not."""
    failures = 0
    partial.open("ab").close()
    while (have := partial.stat().st_size) != remote.size:
        try:
            with hub.told(url, repo):
                _attempt(url, have, remote.size, partial, progress)
            reason = "it ended early"
        except _BrokenOffError as error:
            reason = str(error)
        now = partial.stat().st_size
        failures = 0 if have < now <= remote.size else failures + 1
        if now != remote.size and failures >= HUB_ATTEMPTS:
            come = f"{now // 10**6} of {remote.size // 10**6} MB of {remote.path} have come"
            raise WaysGuardError(f"the connection breaks off ({reason}; {come}): the next call goes on from there")


class _BrokenOffError(Exception):
    """The connection broke while bytes were coming; it is worth another attempt."""


def _attempt(url: str, have: int, size: int, partial: Path, progress: Progress) -> None:
    if have > size:  # left by something else
        progress(-size)
        os.truncate(partial, 0)
        have = 0
    try:
        with hub.opened(url, have) as answer:
            if have and answer.status != 206:  # it begins at the beginning
                progress(-have)
                os.truncate(partial, 0)
                have = 0
            _append(answer, size - have, partial, progress)
    except (urllib.error.URLError, ConnectionRefusedError):
        raise  # an answer, or no network at all
    except (http.client.HTTPException, ConnectionError, TimeoutError) as error:
        time.sleep(0.2)
        raise _BrokenOffError(str(error) or type(error).__name__) from error


def _append(answer: http.client.HTTPResponse, wanted: int, partial: Path, progress: Progress) -> None:
    with partial.open("ab", buffering=0) as stream:
        while wanted > 0 and (chunk := answer.read(min(_CHUNK, wanted))):
            try:
                stream.write(chunk)
            except OSError as error:  # apart from what the network does
                raise WaysGuardError(f"{partial.parent}: cannot be written: {error.strerror or error}") from error
            wanted -= len(chunk)
            progress(len(chunk))


def checksum(path: Path, like: str) -> str:
    """A file's checksum of the kind that `like` is: SHA-256, or SHA-1 as git has it."""
    if len(like) == 64:
        return sha256(path)
    hasher = hashlib.sha1(b"blob %d\0" % path.stat().st_size, usedforsecurity=False)
    return _digest(path, hasher)


def sha256(path: Path) -> str:
    """A file's SHA-256 in hexadecimal digits."""
    return _digest(path, hashlib.sha256())


def _digest(path: Path, hasher: Any) -> str:
    with path.open("rb") as stream:
        while chunk := stream.read(_CHUNK):
            hasher.update(chunk)
    return str(hasher.hexdigest())
