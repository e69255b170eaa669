from __future__ import annotations

import os
import socket
import tempfile
from pathlib import Path

import pytest

from ways_guard.match.daemon import peer

pytestmark = pytest.mark.skipif(os.name == "nt", reason="sockets in folders")


def _caller_is_own(user: int) -> bool:
    with tempfile.TemporaryDirectory(prefix="wg") as folder, socket.socket(socket.AF_UNIX) as listener:
        path = str(Path(folder, "s"))
        listener.bind(path)
        listener.listen()
        Path(folder).chmod(0o777)
        Path(path).chmod(0o777)
        child = os.fork()
        if child == 0:
            try:
                if user != os.getuid():
                    os.setuid(user)
                with socket.socket(socket.AF_UNIX) as line:
                    line.connect(path)
                    line.recv(1)
            finally:
                os._exit(0)
        line, _ = listener.accept()
        with line:
            own = peer.is_own(line)
        os.waitpid(child, 0)
        return own


def test_a_process_of_this_user_is_known() -> None:
    assert _caller_is_own(os.getuid())


@pytest.mark.skipif(os.name == "nt" or os.getuid() != 0, reason="only root can become somebody else")
def test_a_process_of_somebody_else_is_not() -> None:
    assert not _caller_is_own(65534)
