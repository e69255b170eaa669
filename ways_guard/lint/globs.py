"""Globs of ways.json: which paths they mean."""

from __future__ import annotations

import fnmatch
from collections.abc import Iterable
from pathlib import PurePath


def matches(relative: PurePath, patterns: Iterable[str]) -> bool:
    """Whether one of the globs means that path from the repo's top, or a folder above it; `*` crosses folders."""
    patterns = list(patterns)
    if not patterns:
        return False
    names = [relative.as_posix(), *(f"{folder.as_posix()}/" for folder in relative.parents)]
    return any(
        fnmatch.fnmatchcase(name, pattern) or name == f"{pattern.rstrip('/')}/"
        for pattern in patterns
        for name in names
    )
