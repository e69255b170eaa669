"""Starting the daemon as a process that has nothing to do with the one that started it."""

from __future__ import annotations

import os
import subprocess
import sys

# Without the current folder on the path of modules: it is a stranger's project, and holds what it likes.
_CODE = "import sys; sys.path[:] = filter(None, sys.path); from ways_guard.match.daemon.main import main; main()"


def start() -> subprocess.Popen[bytes]:
    """Start it detached, from this very installation, in no folder of anybody's. Raises OSError."""
    flags = 0
    if sys.platform == "win32":
        flags = subprocess.CREATE_NO_WINDOW | subprocess.CREATE_NEW_PROCESS_GROUP
    return subprocess.Popen(
        [sys.executable, "-c", _CODE],
        cwd=os.path.abspath(os.sep),  # noqa: PTH100
        stdin=subprocess.DEVNULL,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        start_new_session=True,
        close_fds=True,
        creationflags=flags,
    )
