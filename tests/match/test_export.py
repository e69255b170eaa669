from __future__ import annotations

import json
import os
import shutil
from pathlib import Path

import pytest

from ways_guard.errors import WaysGuardError
from ways_guard.match import export, layout
from ways_guard.way.discover import Root

from .repo import FILES, LANGUAGES, TESTS, contents, way, write


def test_an_export_is_the_same_wherever_the_repo_lies(repo: Root, tmp_path: Path) -> None:
    other = write(tmp_path / "elsewhere/ways", {name: FILES[name] for name in sorted(FILES, reverse=True)})
    assert export.files(repo, LANGUAGES) == export.files(other, LANGUAGES)
    assert os.fsencode(tmp_path) not in b"".join(export.files(repo, LANGUAGES).values())


def test_it_is_written_once_and_again_when_something_changed(repo: Root, tmp_path: Path) -> None:
    folder = tmp_path / "corpus"
    assert export.write(repo, LANGUAGES, folder)
    assert export.files(repo, LANGUAGES) == contents(folder)
    before = {path: path.stat().st_mtime_ns for path in folder.iterdir()}
    assert not export.write(repo, LANGUAGES, folder)
    assert before == {path: path.stat().st_mtime_ns for path in folder.iterdir()}
    write(repo.path, {f"{TESTS}.md": way("Body.", description="Testing")})
    assert export.write(repo, LANGUAGES, folder)
    (folder / layout.MANIFEST).unlink()
    assert export.write(repo, LANGUAGES, folder)


def test_it_holds_the_records_and_says_what_they_came_from(repo: Root, tmp_path: Path) -> None:
    export.write(repo, LANGUAGES, tmp_path / "corpus")
    found = contents(tmp_path / "corpus")
    english, multilingual = (found[layout.RECORDS[tier]].splitlines() for tier in ("english", "multilingual"))
    assert set(english) < set(multilingual)
    assert {"en"} == {json.loads(line)["lang"] for line in english}
    manifest = json.loads(found[layout.MANIFEST])
    assert manifest["inputs"].keys() == FILES.keys()
    assert len(multilingual) == manifest["counts"][layout.RECORDS["multilingual"]]


def test_a_repo_without_ways_is_exported_as_such(tmp_path: Path) -> None:
    (tmp_path / "ways").mkdir()
    assert export.write(Root(tmp_path / "ways", "repo"), LANGUAGES, tmp_path / "corpus")
    shutil.rmtree(tmp_path / "ways")
    assert not export.write(Root(tmp_path / "ways", "repo"), LANGUAGES, tmp_path / "corpus")


def test_a_folder_that_cannot_be_written_is_one_line(repo: Root, tmp_path: Path) -> None:
    (tmp_path / "file").write_bytes(b"")
    with pytest.raises(WaysGuardError, match="cannot be written"):
        export.write(repo, LANGUAGES, tmp_path / "file" / "corpus")
    (tmp_path / "corpus" / layout.MANIFEST).mkdir(parents=True)
    with pytest.raises(WaysGuardError, match="cannot be written"):
        export.write(repo, LANGUAGES, tmp_path / "corpus")
