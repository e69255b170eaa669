from __future__ import annotations

import os
import stat
import sys
from pathlib import Path

import pytest

from ways_guard.errors import WaysGuardError
from ways_guard.files import write_atomic


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no pipes in folders")
def test_what_is_no_file_is_not_replaced_by_one(tmp_path: Path) -> None:
    pipe, link = tmp_path / "pipe", tmp_path / "link"
    os.mkfifo(pipe)
    link.symlink_to(pipe)
    for path in (pipe, link, tmp_path):
        with pytest.raises(WaysGuardError, match="cannot be written: it is "):
            write_atomic(path, b"text")
    assert stat.S_ISFIFO(pipe.stat().st_mode)
