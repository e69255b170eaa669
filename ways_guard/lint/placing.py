"""Where a new way goes: from what a person typed to a root and an id."""

from __future__ import annotations

import os
from pathlib import Path

from ways_guard.errors import WaysGuardError
from ways_guard.lint.collect import Repo
from ways_guard.way import naming
from ways_guard.way.discover import Root
from ways_guard.way.load import load_root


def place(repo: Repo, path: str) -> tuple[Root, str]:
    """The root and the id that `path` means: an id below a root, or the path of a way's file or folder.

    A path is told from an id by its look, or by leading into a root. A repo without ways gets a root `ways`.
    Raises WaysGuardError for a path that is outside every root, or whose file is not called like its folder.
    """
    roots = [
        root if _used(root, repo) else Root(root.path / "ways", root.origin, root.canonical) for root in repo.roots
    ]
    given = path.replace(os.sep, "/").rstrip("/")
    absolute = Path(os.path.abspath(path))  # noqa: PTH100 - links count as given
    is_file = given.endswith(".md")
    looks = is_file or given.startswith(("./", "../")) or Path(path).is_absolute()
    for root in roots:
        top = os.path.relpath(root.path).replace(os.sep, "/")
        if absolute.is_relative_to(root.path) and (looks or (top != "." and given.startswith(f"{top}/"))):
            return root, _id(absolute, root, is_file=is_file)
    if looks:
        folders = ", ".join(shown(root.path) for root in roots)
        raise WaysGuardError(f"{path}: not below a folder of ways: this repo has {folders}")
    here = next((root for root in roots if Path.cwd().is_relative_to(root.path)), roots[0])
    return here, given


def _used(root: Root, repo: Repo) -> bool:
    """Whether a root is a folder of ways, and not just the top of a repo that has none yet."""
    named = root.path != repo.path or bool(repo.config.get("roots"))
    return named or bool(load_root(root, repo.languages).ways)


def _id(path: Path, root: Root, *, is_file: bool) -> str:
    folder = path.parent if is_file else path
    if is_file and path.stem != folder.name:
        better = shown(path.with_suffix("") / path.name)
        raise WaysGuardError(f"{shown(path)}: a way is called like its folder: did you mean {better}?")
    return folder.relative_to(root.path).as_posix()


def check(root: Root, way: str) -> None:
    """WaysGuardError for an id that is not allowed, or that differs from a folder that is there only by case."""
    naming.check(way)
    folder = root.path
    for part in way.split("/"):
        names = [entry.name for entry in folder.iterdir()] if folder.is_dir() else []
        twin = naming.twin(part, names)
        if twin:
            raise WaysGuardError(
                f'"{part}" differs from {shown(folder / twin)} only by case: take one name for both'
            )
        folder /= part


def shown(path: Path) -> str:
    """A path as seen from here, with forward slashes."""
    return os.path.relpath(path).replace(os.sep, "/")
