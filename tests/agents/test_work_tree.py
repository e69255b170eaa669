from __future__ import annotations

import subprocess
from pathlib import Path

from ways_guard.agents.work_tree import git_root, is_committable


def test_the_nearest_work_tree_counts_and_a_linked_one_is_one(tmp_path: Path) -> None:
    outer = tmp_path / "outer"
    inner = outer / "a" / "inner"
    (inner / "deep").mkdir(parents=True)
    (outer / ".git").mkdir()
    assert outer == git_root(inner / "deep")
    (inner / ".git").write_text("gitdir: ../../.git/worktrees/inner")
    assert inner == git_root(inner / "deep")
    assert inner == git_root(inner)
    assert outer == git_root(outer / "a")
    assert git_root(tmp_path) in (None, *tmp_path.parents)


def test_a_file_that_git_would_add_is_known(tmp_path: Path) -> None:
    path = tmp_path / ".claude" / "settings.local.json"
    assert not is_committable(path, tmp_path)  # no work tree
    subprocess.run(["git", "init", "--quiet", str(tmp_path)], check=True)
    assert is_committable(path, tmp_path)
    (tmp_path / ".gitignore").write_text("*.local.json\n")
    assert not is_committable(path, tmp_path)
