"""Where a model lies on this machine, by its name: a folder, or the Hugging Face cache. Nothing is downloaded."""

from __future__ import annotations

import hashlib
import os
import re
from collections.abc import Callable, Iterable
from pathlib import Path

from ways_guard.files import expanded
from ways_guard.match.engines import catalogue

_LISTED = re.compile(r"models--.+--(?P<name>.+)")
# Bytes at either end of a weights file that stand for it: reading 500 MB at each start is too slow.
_HEAD = 1 << 20

Holds = Callable[[Path], bool]


def folder_of(name: str, holds: Holds) -> Path | None:
    """The folder that holds a model: a whole path itself, else the newest snapshot in the Hugging Face cache.

    `holds` says whether a folder has what the engine needs. A name is never looked up below the working folder:
    that is the project's, and a model can bring code.
    """
    path = path_of(name)
    if path and holds(path):
        return path
    snapshot = None if is_path(name) else snapshot_of(hub_name(name))
    return snapshot if snapshot and holds(snapshot) else None


def snapshot_of(repo: str) -> Path | None:
    """The folder of a repository's newest snapshot in the cache, whole or not; None where there is none."""
    top = repo_folder(repo)
    try:
        revision = (top / "refs" / "main").read_text(encoding="ascii").strip()
    except (OSError, UnicodeDecodeError):
        return None
    return top / "snapshots" / revision


def repo_folder(repo: str) -> Path:
    """Where the cache keeps all that belongs to a repository of the hub."""
    return hub_cache() / f"models--{repo.replace('/', '--')}"


def hub_cache() -> Path:
    """Where the hub's own library would look, in its order."""
    if found := os.environ.get("HF_HUB_CACHE"):
        return Path(found)
    home = os.environ.get("HF_HOME") or Path(
        os.environ.get("XDG_CACHE_HOME") or expanded("~/.cache"), "huggingface"
    )
    return Path(home) / "hub"


def is_path(name: str) -> bool:
    """Whether a name can only mean a folder: on the hub it is `name` or `owner/name`."""
    return Path(name).is_absolute() or name.startswith((".", "~")) or "\\" in name or name.count("/") > 1


def path_of(name: str) -> Path | None:
    """The whole path that a name is, None for a name on the hub and for one that is relative."""
    try:
        path = Path(name).expanduser()
    except RuntimeError:  # `~name` of nobody
        return None
    return path if path.is_absolute() else None


def hub_name(name: str) -> str:
    """The repository of a name: that of the catalogue, else one without an owner is sentence-transformers'."""
    if "/" in name:
        return name
    known = catalogue.entry(name)
    repos = [source.repo for source in known.sources.values() if source.repo] if known else []
    return repos[0] if repos else f"sentence-transformers/{name}"


def id_of(name: str) -> str:
    """What a model is called, whichever engine runs it: the last part of its name on the hub, or its folder's name.

    A folder within the cache has the name of its repository, not that of its revision.
    """
    path = path_of(name)
    if path is None:
        return hub_name(name).rpartition("/")[2]
    real = Path(os.path.normpath(path))
    listed = [found["name"] for part in real.parts if (found := _LISTED.fullmatch(part))]
    return listed[-1] if listed else real.name


def revision_of(folder: Path, files: Iterable[Path], *settings: str) -> str:
    """A hash of a model's files, the small ones whole, the weights by size and both ends, and of settings."""
    hasher = hashlib.sha256(repr(settings).encode() if settings else b"")
    for path in sorted(files):
        hasher.update(path.relative_to(folder).as_posix().encode())
        hasher.update(_ends(path))
    return hasher.hexdigest()[:16]


def _ends(path: Path) -> bytes:
    size = path.stat().st_size
    with path.open("rb") as stream:
        head = stream.read(_HEAD)
        stream.seek(max(size - _HEAD, 0))
        return hashlib.sha256(b"%d" % size + head + stream.read(_HEAD)).digest()
