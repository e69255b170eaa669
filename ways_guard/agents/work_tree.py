"""The project that a folder belongs to, as git and the agents see it."""

from __future__ import annotations

import os
import subprocess
from pathlib import Path


def git_root(folder: Path) -> Path | None:
    """The nearest folder with a `.git` (a folder, or the file of a linked work tree); None outside any."""
    # os.path, because Path.exists raises where a folder may not be looked into
    return next((each for each in (folder, *folder.parents) if os.path.exists(each / ".git")), None)  # noqa: PTH110


def is_committable(path: Path, root: Path) -> bool:
    """Whether `git add` would take the file of the work tree at `root`; False where git cannot be asked."""
    try:
        asked = subprocess.run(
            ["git", "-C", str(root), "check-ignore", "--quiet", "--", str(path)],
            stdin=subprocess.DEVNULL,
            capture_output=True,
            check=False,
            timeout=10,
        )
    except (OSError, subprocess.SubprocessError):
        return False
    return asked.returncode == 1
