from __future__ import annotations

from pathlib import PurePosixPath

import pytest

from ways_guard.lint.globs import matches


@pytest.mark.parametrize(
    "pattern", ["ways/a/b.md", "ways/*.md", "*.md", "ways", "ways/a", "ways/a/", "*/a/*", "**/b.md"]
)
def test_a_glob_means_a_path_or_a_folder_above_it(pattern: str) -> None:
    assert matches(PurePosixPath("ways/a/b.md"), ["nope", pattern])


@pytest.mark.parametrize("pattern", ["b.md", "way", "a", "ways/b", "WAYS", ""])
def test_a_part_of_a_path_is_not_enough(pattern: str) -> None:
    assert not matches(PurePosixPath("ways/a/b.md"), [pattern])
    assert not matches(PurePosixPath("ways/a/b.md"), [])
