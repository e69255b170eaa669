from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from ways_guard.errors import WaysGuardError
from ways_guard.lint import collect

if TYPE_CHECKING:
    from tests.lint.conftest import Lab

_FILES = ["ways/a/a.md", "ways/a/a.locales.jsonl", "ways/b/b.md", "ways/core.md"]


def _jobs(lab: Lab, *names: str, force: bool = False) -> list[str]:
    jobs = collect.jobs([lab.top / name for name in names], force_exclude=force)
    return [job.file.path.relative_to(lab.top).as_posix() for job in jobs]


def _write(lab: Lab, *more: str) -> None:
    lab.write(dict.fromkeys((*_FILES, *more), ""))


def test_a_repo_a_root_and_a_folder_give_their_files_in_order(lab: Lab) -> None:
    _write(lab, "README.md", "ways/a/macro.sh")
    assert sorted(_FILES) == _jobs(lab, ".") == _jobs(lab, "ways") == _jobs(lab, "ways/b", "ways/a", "ways")
    assert ["ways/a/a.locales.jsonl", "ways/a/a.md"] == _jobs(lab, "ways/a")


def test_a_file_is_what_it_is_in_its_repo_wherever_the_run_starts(
    lab: Lab, monkeypatch: pytest.MonkeyPatch
) -> None:
    _write(lab)
    monkeypatch.chdir(lab.top / "ways/a")
    found = [collect.jobs([Path(name)])[0].file for name in ("a.md", "../a/a.md", str(lab.top / "ways/a/a.md"))]
    assert [("way", "a", lab.top / "ways/a/a.md")] * 3 == [(file.kind, file.id, file.path) for file in found]
    assert 1 == len(collect.jobs([Path("a.md"), Path("../a/a.md")]))


def test_files_that_are_not_ours_are_passed_over(lab: Lab) -> None:
    _write(lab, "README.md", "ways/a/macro.sh", "src/x.py")
    assert [] == _jobs(lab, "README.md", "ways/a/macro.sh", "src", "src/x.py")


def test_a_locale_file_outside_every_root_is_looked_at_when_named(lab: Lab) -> None:
    _write(lab, "old/x/x.locales.jsonl")
    assert ["old/x/x.locales.jsonl"] == _jobs(lab, "old/x/x.locales.jsonl")


def test_a_way_repo_inside_another_one_is_linted_alone_when_it_is_named_as_one(lab: Lab) -> None:
    # The bundled ways of an environment that lies in a checkout: .venv/lib/.../ways_guard/bundled
    _write(lab, ".git/HEAD", "old/x/x.md", "old/core.md")
    found = collect.jobs([lab.top / "old"], repo=lab.top / "old")
    assert [("core", ""), ("way", "x")] == [(job.file.kind, job.file.id) for job in found]


def test_a_path_that_is_not_there_is_an_error(lab: Lab) -> None:
    with pytest.raises(WaysGuardError, match=r"nope\.md: no such file or folder"):
        _jobs(lab, "ways/nope.md")


@pytest.mark.parametrize("pattern", ["ways/a", "ways/a/", "ways/a/*", "*/a/*", "ways/a/a*"])
def test_excluded_files_are_left_out_unless_they_are_named(lab: Lab, pattern: str) -> None:
    _write(lab)
    lab.write({"ways.json": f'{{"lint": {{"exclude": ["{pattern}"]}}}}'})
    assert ["ways/b/b.md", "ways/core.md"] == _jobs(lab, ".")
    assert ["ways/a/a.md"] == _jobs(lab, "ways/a/a.md")
    assert ["ways/b/b.md"] == _jobs(lab, "ways/a/a.md", "ways/b/b.md", force=True)


def test_a_folder_is_excluded_by_its_whole_name(lab: Lab) -> None:
    lab.write({"ways.json": '{"lint": {"exclude": ["ways/a"]}}', "ways/ab/ab.md": "", "ways/a/a.md": ""})
    assert ["ways/ab/ab.md"] == _jobs(lab, ".")


def test_each_repo_has_its_own_languages_and_exclusions(lab: Lab, tmp_path: Path) -> None:
    lab.write({"languages.json": '{"languages": {"tlh": {"name": "Klingon"}}}', "ways/a/a.tlh.md": ""})
    other = tmp_path / "other"
    (other / "ways/a").mkdir(parents=True)
    (other / "ways/a/a.tlh.md").touch()
    kinds = {job.file.path.parent.parent.parent.name: job.file.kind for job in collect.jobs([lab.top, other])}
    assert {"repo": "override", "other": "other"} == kinds


@pytest.mark.parametrize("name", ["ways.json", "languages.json"])
def test_a_broken_configuration_is_one_line(lab: Lab, name: str) -> None:
    lab.write({name: '{\n "x": }'})
    with pytest.raises(WaysGuardError, match=rf"{name}:2:7: not JSON"):
        _jobs(lab, ".")
