"""The project that a folder belongs to, as git and the agents see it."""

from __future__ import annotations

import os
from pathlib import Path


def git_root(folder: Path) -> Path | None:
    """The nearest folder with a `.git` (a folder, or the file of a linked work tree); None outside any."""
    # os.path, because Path.exists raises where a folder may not be looked into
    return next((each for each in (folder, *folder.parents) if os.path.exists(each / ".git")), None)  # noqa: PTH110
