"""What the Hugging Face hub has: the files of a public repository with their checksums, by its HTTP interface.

No token is sent. The interface is https://huggingface.co/docs/hub/api: models/REPO/revision/REVISION and
models/REPO/tree/COMMIT.
"""

from __future__ import annotations

import contextlib
import http.client
import json
import os
import re
import urllib.error
import urllib.parse
import urllib.request
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from ways_guard import __version__
from ways_guard.constants import HUB_TIMEOUT
from ways_guard.errors import WaysGuardError

ENDPOINT = "https://huggingface.co"
_REPO = re.compile(r"(?!\.)[\w.-]+/(?!\.)[\w.-]+", re.ASCII)
_COMMIT = re.compile(r"[0-9a-f]{40}")
_CHECKSUM = re.compile(r"[0-9a-f]{40}|[0-9a-f]{64}")
_NEXT = re.compile(r'<([^>]+)>\s*;\s*rel="next"')
_ANSWER = 20_000_000  # Bytes of one answer; a repository of 1,000 files has 300,000.
_PAGES = 20


@dataclass(frozen=True)
class Remote:
    """A file on the hub; `checksum` is SHA-256 of large files (64 digits), git's SHA-1 of small ones (40)."""

    path: str
    size: int
    checksum: str


@dataclass(frozen=True)
class Listing:
    """The files of a repository at one commit, by path."""

    repo: str
    revision: str
    files: Mapping[str, Remote]


def endpoint(given: str | None = None) -> str:
    """The hub to ask: the one given, that of HF_ENDPOINT, or the public one.

    WaysGuardError where it is no address, and where HF_HUB_OFFLINE forbids to ask.
    """
    address = (given or os.environ.get("HF_ENDPOINT") or ENDPOINT).rstrip("/")
    if not re.match(r"https?://\w", address):
        raise WaysGuardError(f"'{address}' is no address of a hub: it begins with https://")
    if os.environ.get("HF_HUB_OFFLINE", "").upper() in ("1", "ON", "YES", "TRUE"):
        raise WaysGuardError("HF_HUB_OFFLINE is set: unset it to fetch a model")
    return address


def listing(address: str, repo: str, revision: str = "main") -> Listing:
    """The files of a repository at a branch or commit. WaysGuardError where there is none, or no network."""
    if not _REPO.fullmatch(repo):
        raise WaysGuardError(f"'{repo}' is no name of a model: on the hub they are OWNER/NAME")
    commit = _json(f"{address}/api/models/{repo}/revision/{revision}", repo)[0].get("sha", "")
    if not _COMMIT.fullmatch(str(commit)) or (_COMMIT.fullmatch(revision) and commit != revision):
        raise WaysGuardError(f"{address} does not answer as a hub does: check HF_ENDPOINT")
    entries: list[Any] = []
    page: str | None = f"{address}/api/models/{repo}/tree/{commit}?recursive=true"
    for _ in range(_PAGES):
        if not page:
            break
        found, page = _json(page, repo, list)
        entries.extend(found)
    files = (_remote(entry) for entry in entries)
    return Listing(repo, commit, {file.path: file for file in files if file})


def _remote(entry: Any) -> Remote | None:
    """A file of a listing; None for a folder, and for what has no sound checksum."""
    if not isinstance(entry, dict) or entry.get("type") != "file":
        return None
    large = entry.get("lfs")
    source = large if isinstance(large, dict) else entry
    path, size, checksum = entry.get("path"), source.get("size"), str(source.get("oid"))
    if not isinstance(path, str) or not isinstance(size, int) or size < 0 or not _CHECKSUM.fullmatch(checksum):
        return None
    return Remote(path, size, checksum)


def address_of(address: str, listed: Listing, path: str) -> str:
    """Where the bytes of a file are."""
    return f"{address}/{listed.repo}/resolve/{listed.revision}/{urllib.parse.quote(path)}"


def _json(url: str, repo: str, kind: type[Any] = dict) -> tuple[Any, str | None]:
    """A document of the hub, and the address of its next page."""
    with told(url, repo), opened(url) as answer:
        data = answer.read(_ANSWER + 1)
        following = _NEXT.search(answer.headers.get("Link") or "")
    try:
        value = json.loads(data)
    except (ValueError, RecursionError):
        value = None
    if not isinstance(value, kind):
        raise WaysGuardError(f"{_host(url)} does not answer as a hub does: check HF_ENDPOINT")
    return value, following[1] if following else None


@contextlib.contextmanager
def opened(url: str, start: int = 0) -> Iterator[http.client.HTTPResponse]:
    """An answer of the hub; with `start` the bytes from there on are asked for, which it need not follow."""
    if not url.startswith(("https://", "http://")):
        raise WaysGuardError(f"'{url}' is no address of a hub: it begins with https://")
    headers = {"User-Agent": f"ways-guard/{__version__}", "Accept-Encoding": "identity"}
    if start:
        headers["Range"] = f"bytes={start}-"
    request = urllib.request.Request(url, headers=headers)
    with urllib.request.urlopen(request, timeout=HUB_TIMEOUT) as answer:
        yield answer


@contextlib.contextmanager
def told(url: str, repo: str) -> Iterator[None]:
    """What the network does wrong, as one line."""
    try:
        yield
    except urllib.error.HTTPError as error:
        error.close()
        if error.code in (401, 403, 404):  # the hub tells 401 of what does not exist, too
            raise WaysGuardError(
                f"{_host(url)} has no public model '{repo}', or not this revision of it"
            ) from error
        raise WaysGuardError(f"{_host(url)} answers {error.code} ({error.reason}): try again later") from error
    except (OSError, http.client.HTTPException) as error:
        reason = " ".join(str(getattr(error, "reason", None) or error or type(error).__name__).split())
        raise WaysGuardError(
            f"cannot reach {_host(url)} ({reason}): try again with a network, or copy the model's folder here and "
            "name it in ways.json"
        ) from error


def _host(url: str) -> str:
    return urllib.parse.urlsplit(url).netloc or url
