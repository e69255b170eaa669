from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from ways_guard.match.daemon import lock


def test_one_has_it_until_it_is_given_back(tmp_path: Path) -> None:
    path = str(tmp_path / "lock")
    first = lock.taken(path)
    assert first is not None
    assert lock.taken(path) is None
    os.close(first)
    second = lock.taken(path)
    assert second is not None
    os.close(second)


@pytest.mark.skipif(os.name == "nt", reason="POSIX signals")
def test_it_ends_with_a_process_that_is_killed(tmp_path: Path) -> None:
    path = str(tmp_path / "lock")
    code = "import sys; from ways_guard.match.daemon.lock import taken; taken(sys.argv[1]); print(); input()"
    with subprocess.Popen(
        [sys.executable, "-uc", code, path], stdin=subprocess.PIPE, stdout=subprocess.PIPE
    ) as process:
        assert process.stdout
        process.stdout.readline()
        assert lock.taken(path) is None
        process.kill()
        process.wait()
    held = lock.taken(path)
    assert held is not None
    os.close(held)


def test_a_link_is_not_followed(tmp_path: Path) -> None:
    target, link = tmp_path / "target", tmp_path / "link"
    link.symlink_to(target)
    if hasattr(os, "O_NOFOLLOW"):
        with pytest.raises(OSError, match="link"):
            lock.taken(str(link))
        assert not target.exists()
