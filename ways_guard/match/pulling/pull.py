"""Bring a model to this machine, or find that it is here; and compare what is here with what was fetched."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path

from ways_guard.errors import WaysGuardError
from ways_guard.folders import state_dir
from ways_guard.locks import held
from ways_guard.match.engines import folders
from ways_guard.match.pulling import cache, choose, hub, record, transfer
from ways_guard.match.pulling.hub import Listing, Remote
from ways_guard.match.pulling.record import Pulled

Progress = Callable[[str, int, int], None]  # the file at work, bytes that have come, bytes in all


@dataclass(frozen=True)
class Wish:
    """What to fetch: a model for an engine.

    `weights` names a file of the repository, with `update` its newest commit is taken.
    """

    model: str
    engine: str
    weights: str | None = None
    update: bool = False

    @property
    def repo(self) -> str:
        """The repository on the hub."""
        return folders.hub_name(self.model)

    @property
    def names(self) -> tuple[str, ...]:
        """Names that the weights may have."""
        return choose.weights_of(folders.id_of(self.model), self.engine, self.weights)


def pull(wish: Wish, address: str | None, progress: Progress) -> Path | None:
    """Fetch what is missing of a model; the folder it is in, None where nothing was missing.

    The commit and the hashes of the first time are kept and hold from then on, unless an update is wished for.
    WaysGuardError where anything goes wrong; what has come until then is kept for the next call.
    """
    with held(state_dir() / "models.lock", "another ways-guard is fetching a model: wait for it"):
        known = record.load()
        first = known.get(wish.repo)
        if first and not wish.update and _whole(wish, first):
            return None
        listed = _listing(wish, first, hub.endpoint(address))
        wanted = _wanted(wish, listed, first)
        for remote in wanted:
            _bring(listed, remote, hub.endpoint(address), progress)
        hashes = _hashes(listed, wanted)
        if first and not wish.update:
            _compare(wish.repo, first, hashes)
        for remote in wanted:
            cache.link(wish.repo, listed.revision, remote)
        kept = first.files if first and first.revision == listed.revision else {}
        record.save(known | {wish.repo: Pulled(listed.revision, {**kept, **hashes})})
        cache.set_current(wish.repo, listed.revision)
        return cache.snapshot(wish.repo, listed.revision)


def _whole(wish: Wish, first: Pulled) -> bool:
    """Whether all of a model is here as it was first fetched, so that nobody needs to be asked."""
    fetched = any(name in first.files for name in wish.names)
    return fetched and cache.current(wish.repo) == first.revision and not differences(wish.repo, first)


def _listing(wish: Wish, first: Pulled | None, address: str) -> Listing:
    """What the hub has at the commit that holds: that of the first time, or that of what is here, or the newest."""
    revision = first.revision if first else cache.current(wish.repo)
    return hub.listing(address, wish.repo, "main" if wish.update or not revision else revision)


def _wanted(wish: Wish, listed: Listing, first: Pulled | None) -> list[Remote]:
    """What the engine needs, and, in an update, what other engines had: the commit in force is one for all."""
    wanted = choose.files(listed, wish.names, wish.engine)
    before = first.files if first else {}
    return wanted + [each for path, each in listed.files.items() if path in before and each not in wanted]


def _bring(listed: Listing, remote: Remote, address: str, progress: Progress) -> None:
    """Fetch a file unless its bytes are here."""
    come = 0

    def step(count: int) -> None:
        nonlocal come
        come += count
        progress(remote.path, come, remote.size)

    target = cache.blob(listed.repo, remote)
    if not any(_right(here, remote) for here in (_pointer(listed, remote), target)):
        transfer.fetch(hub.address_of(address, listed, remote.path), listed.repo, remote, target, step)


def _right(here: Path, remote: Remote) -> bool:
    there = here.is_file() and here.stat().st_size == remote.size
    return there and transfer.checksum(here, remote.checksum) == remote.checksum


def _pointer(listed: Listing, remote: Remote) -> Path:
    return cache.snapshot(listed.repo, listed.revision) / remote.path


def _hashes(listed: Listing, wanted: list[Remote]) -> Mapping[str, str]:
    found = {}
    for remote in wanted:
        path = cache.blob(listed.repo, remote)
        found[remote.path] = transfer.sha256(path if path.exists() else _pointer(listed, remote))
    return found


def _compare(repo: str, first: Pulled, hashes: Mapping[str, str]) -> None:
    changed = [path for path, digest in hashes.items() if first.files.get(path, digest) != digest]
    if changed:
        raise WaysGuardError(
            f"{repo}: the hub's {', '.join(changed)} is not what was fetched first: nothing was changed here; "
            "if that is right, take it with --update"
        )


def differences(repo: str, first: Pulled) -> list[str]:
    """What of a model is no longer as it was fetched, one line a file."""
    folder = cache.snapshot(repo, first.revision)
    found = []
    for path, digest in first.files.items():
        here = folder / path
        if not here.is_file():
            found.append(f"{here}: is missing")
        elif transfer.sha256(here) != digest:
            found.append(f"{here}: is not what was fetched")
    return found
