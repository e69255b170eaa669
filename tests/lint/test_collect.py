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
    assert [*sorted(_FILES), "ways.json"] == _jobs(lab, ".")
    assert sorted(_FILES) == _jobs(lab, "ways") == _jobs(lab, "ways/b", "ways/a", "ways")
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
    found = collect.plan([lab.top / "old"], repo=lab.top / "old").jobs
    assert [("core", ""), ("way", "x")] == [(job.file.kind, job.file.id) for job in found]


def test_a_path_that_is_not_there_is_an_error(lab: Lab) -> None:
    with pytest.raises(WaysGuardError, match=r"nope\.md: no such file or folder"):
        _jobs(lab, "ways/nope.md")


@pytest.mark.parametrize("pattern", ["ways/a", "ways/a/", "ways/a/*", "*/a/*", "ways/a/a*"])
def test_excluded_files_are_left_out_unless_they_are_named(lab: Lab, pattern: str) -> None:
    _write(lab)
    lab.write({"ways.json": f'{{"lint": {{"exclude": ["{pattern}"]}}}}'})
    assert ["ways/b/b.md", "ways/core.md"] == _jobs(lab, "ways")
    assert ["ways/a/a.md"] == _jobs(lab, "ways/a/a.md")
    assert ["ways/b/b.md"] == _jobs(lab, "ways/a/a.md", "ways/b/b.md", force=True)


def test_a_folder_is_excluded_by_its_whole_name(lab: Lab) -> None:
    lab.write({"ways.json": '{"lint": {"exclude": ["ways/a"]}}', "ways/ab/ab.md": "", "ways/a/a.md": ""})
    assert ["ways/ab/ab.md"] == _jobs(lab, "ways")


def test_each_repo_has_its_own_languages_and_exclusions(lab: Lab, tmp_path: Path) -> None:
    lab.write({"languages.json": '{"languages": {"tlh": {"name": "Klingon"}}}', "ways/a/a.tlh.md": ""})
    other = tmp_path / "other"
    (other / "ways/a").mkdir(parents=True)
    (other / "ways/a/a.tlh.md").touch()
    plan = collect.plan([lab.top / "ways", other])
    assert {"repo": "override", "other": "other"} == {job.repo.name: job.file.kind for job in plan.jobs}
    assert [lab.top, other] == [repo.path for repo in plan.repos]


def test_configuration_is_linted_at_the_top_of_a_repo_alone(lab: Lab) -> None:
    _write(lab, "languages.json", "ways/a/ways.txt")
    assert ["languages.json", "ways.json"] == _jobs(lab, "languages.json", "ways.json")
    kinds = {job.file.path.name: job.file.kind for job in lab.jobs() if job.file.path.suffix == ".json"}
    assert {"languages.json": "languages", "ways.json": "ways"} == kinds


def test_a_repo_is_whole_however_few_files_are_named(lab: Lab) -> None:
    _write(lab)
    lab.write({"ways.json": '{"lint": {"exclude": ["ways/b"]}, "corpus": {"export": "x"}}'})
    (repo,) = collect.plan([lab.top / "ways/core.md"]).repos
    names = {job.file.path.relative_to(lab.top).as_posix() for job in repo.jobs}
    assert {"ways/a/a.md", "ways/a/a.locales.jsonl", "ways/core.md", "ways.json"} == names
    assert ({"exclude": ["ways/b"]}, {"export": "x"}) == (repo.settings, repo.config["corpus"])


def test_what_cannot_be_used_of_a_configuration_is_left_out(lab: Lab) -> None:
    _write(lab, "own/a/a.tlh.md", "own/a/a.xx.md")
    lab.write({"languages.json": '{"languages": {"tlh": {"name": "Klingon"}, "xx": {"name": 1}}}'})
    lab.write({"ways.json": '{"roots": ["own"], "max_ways": "x", "lint": {"exclude": 1, "strict": true}}'})
    assert {"tlh": "override", "xx": "other"} == {
        job.file.path.suffixes[0][1:]: job.file.kind for job in lab.jobs() if job.file.path.suffix == ".md"
    }
    repo = collect.open_repo(lab.top)
    assert ({"strict": True}, ["own"]) == (repo.settings, repo.config["roots"])


@pytest.mark.parametrize("content", ['{\n "x": }', "[]", '{"languages": [1]}', b"\xff", ""])
@pytest.mark.parametrize("name", ["ways.json", "languages.json"])
def test_a_broken_configuration_leaves_the_defaults(lab: Lab, name: str, content: str | bytes) -> None:
    _write(lab)
    lab.write({name: content})
    repo = collect.open_repo(lab.top)
    assert ({}, 52, [lab.top / "ways"]) == (repo.settings, len(repo.languages), [r.path for r in repo.roots])
