"""What `--base` means: the commit that a run is compared with, and the files that changed since."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from ways_guard.errors import WaysGuardError
from ways_guard.lint.git import DEEPEN, opened


@dataclass(frozen=True)
class Base:
    """What a run is compared with: the name that was given, the commit where the two parted, and what differs."""

    ref: str
    commit: str
    changed: frozenset[Path]


def find(folder: Path, ref: str, *, staged: bool) -> Base:
    """The files of a repo that are not as they were where `ref` and this commit parted.

    Raises WaysGuardError for a name that is no commit, and where the two share no history.
    """
    with opened(folder) as git:
        other = git.commit(ref)
        if other is None:
            raise WaysGuardError(f"--base {ref}: no such commit here: fetch it, or name another")
        here = git.commit("HEAD")
        common = git.merge_base(here, other) if here else None
        if common is None:
            hint = DEEPEN if git.is_shallow() else "name another"
            raise WaysGuardError(f"--base {ref}: shares no commit with this one: {hint}")
        names = git.changed(common, staged=staged)
    return Base(ref, common, frozenset(folder / name for name in names))
