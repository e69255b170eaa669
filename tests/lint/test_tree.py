from __future__ import annotations

import os
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from ways_guard.errors import WaysGuardError
from ways_guard.lint import collect, rules, run
from ways_guard.lint.rules.samples import FRENCH, GERMAN, TEXT
from ways_guard.lint.tree import Index, WorkTree

if TYPE_CHECKING:
    from tests.lint.conftest import Lab

_WAY = "ways/Ünit tests/a b/a b.md"
_LOCALES = "ways/Ünit tests/a b/a b.locales.jsonl"
_BOM = "\ufeff"


def _staged(lab: Lab, *names: str) -> list[str]:
    """`path code` of each finding in what is staged."""
    plan = collect.plan([lab.top / name for name in names or (".",)], tree=Index())
    report = run.run(plan, rules.selected(["WG0", "WG2"], ["WG210"]), lab.top)
    return [f"{report.display(finding.path)} {finding.code}" for finding in report.findings]


def test_what_is_staged_is_linted_and_not_what_is_on_disk(lab: Lab) -> None:
    lab.write({_WAY: TEXT, _LOCALES: _BOM + GERMAN})
    lab.commit()
    lab.write({_WAY: _BOM + TEXT, _LOCALES: GERMAN})
    assert [f"{_LOCALES} WG001"] == _staged(lab) == _staged(lab, _LOCALES)
    lab.git("add", _LOCALES)
    assert [] == _staged(lab)
    lab.git("add", _WAY)
    assert [f"{_WAY} WG001"] == _staged(lab, "ways/Ünit tests") == _staged(lab, _WAY)


def test_a_file_that_is_staged_in_part_is_what_would_be_committed(lab: Lab) -> None:
    lab.write({_WAY: TEXT, _LOCALES: FRENCH + GERMAN})
    lab.git("add", "--all")
    lab.write({_LOCALES: GERMAN + FRENCH})
    assert [f"{_LOCALES} WG209"] == _staged(lab)


def test_what_compares_files_on_disk_says_that_it_cannot_tell_what_is_staged(lab: Lab, tmp_path: Path) -> None:
    lab.write({_WAY: TEXT, "ways.json": '{"corpus": {"export": "out"}}'})
    lab.git("add", "--all")
    options = run.Options(cache=tmp_path / "cache")
    reports = {
        tree.staged: run.run(collect.plan([lab.top], tree=tree), rules.selected(["WG801"]), lab.top, options)
        for tree in (Index(), WorkTree())
    }
    assert ("WG801 could not be measured: the export is compared on disk, and not in git's index",) == (
        reports[True].unmeasured
    )
    assert [] == [finding.code for finding in reports[True].findings]
    assert ["WG801"] == [finding.code for finding in reports[False].findings]
    assert () == reports[False].unmeasured
    lab.write({"ways.json": "{}"})
    lab.git("add", "--all")
    assert () == run.run(collect.plan([lab.top], tree=Index()), rules.selected(["WG801"]), lab.top).unmeasured


def test_files_that_were_deleted_renamed_or_never_added_are_not_there(lab: Lab) -> None:
    lab.write({_WAY: TEXT, _LOCALES: GERMAN, "ways/x/x.md": _BOM + TEXT})
    lab.commit()
    lab.write({"ways/y/y.md": _BOM + TEXT})
    lab.git("mv", "ways/x", "ways/z z")
    lab.git("rm", "--quiet", "--cached", _WAY)
    assert ["ways/z z/x.md WG001", f"{_LOCALES} WG207"] == _staged(lab)
    assert [] == _staged(lab, _WAY) == _staged(lab, "ways/y/y.md")


def test_a_file_that_is_gone_from_disk_is_linted_as_long_as_it_is_staged(lab: Lab) -> None:
    lab.write({_WAY: TEXT, _LOCALES: _BOM + GERMAN})
    lab.commit()
    (lab.top / _LOCALES).unlink()
    assert [f"{_LOCALES} WG001"] == _staged(lab, _LOCALES)
    with pytest.raises(WaysGuardError, match="no such file or folder"):
        _staged(lab, "ways/nope")


def test_configuration_is_that_of_the_index(lab: Lab) -> None:
    lab.write({"ways.json": '{"roots": ["own"]}', "own/a/a.md": _BOM + TEXT, _WAY: _BOM + TEXT})
    lab.commit()
    lab.write({"ways.json": "{}"})
    assert ["own/a/a.md WG001"] == _staged(lab)


def test_links_conflicts_and_files_meant_to_be_added_are_left_out(lab: Lab) -> None:
    lab.write({"ways/a/a.md": TEXT, "ways/c/c.md": TEXT, "real.md": _BOM + TEXT})
    lab.git("add", "ways/a/a.md", "ways/c/c.md")
    lab.write({"ways/b/b.md": TEXT})
    lab.git("add", "--intent-to-add", "ways/b/b.md")
    blob = lab.git("hash-object", "-w", "real.md")
    lab.git("update-index", "--add", "--cacheinfo", f"120000,{blob},ways/l/l.md")
    lab.git("rm", "--quiet", "--cached", "ways/c/c.md")
    stages = "".join(f"100644 {blob} {stage}\tways/c/c.md\n" for stage in (1, 2, 3))
    lab.write({"stages": stages})
    lab.git("-c", "alias.stages=!git update-index --index-info < stages", "stages")
    tree = Index()
    assert [lab.top / "ways/a/a.md"] == tree.below(lab.top / "ways")
    with pytest.raises(WaysGuardError, match="it is not in git's index"):
        tree.read(lab.top / "ways/c/c.md")


def test_hidden_folders_are_not_entered_in_either_tree(lab: Lab) -> None:
    lab.write(dict.fromkeys(("ways/a/a.md", "ways/.x/b.md", "ways/node_modules/c/c.md"), TEXT))
    lab.git("add", "--all")
    trees = (Index(), WorkTree())
    assert [[lab.top / "ways/a/a.md"]] * 2 == [tree.below(lab.top / "ways") for tree in trees]
    assert [[lab.top / "ways/a/a.md"]] * 2 == [tree.inside(lab.top / "ways/a") for tree in trees]
    assert [True, False] * 2 == [tree.is_folder(lab.top / name) for tree in trees for name in ("ways", "way")]


@pytest.mark.skipif(os.name == "nt", reason="Windows has no such bit")
def test_a_macro_can_run_as_the_tree_says(lab: Lab) -> None:
    lab.write({"ways/a/macro.sh": "echo\n"})
    lab.git("add", "--all")
    macro = lab.top / "ways/a/macro.sh"
    macro.chmod(0o755)
    assert (True, False) == (WorkTree().can_run(macro), Index().can_run(macro))
    lab.git("update-index", "--chmod=+x", "ways/a/macro.sh")
    assert Index().can_run(macro)


def test_a_way_repo_inside_a_git_repo_has_its_part_of_the_index(lab: Lab, tmp_path: Path) -> None:
    lab.write({"inner/ways.json": "{}", f"inner/{_WAY}": _BOM + TEXT, "ways/a/a.md": _BOM + TEXT})
    lab.git("add", "--all")
    assert [f"inner/{_WAY} WG001"] == _staged(lab, "inner")


def test_without_git_there_is_nothing_staged(lab: Lab) -> None:
    with pytest.raises(WaysGuardError, match="--staged looks at git's index, but this is no git repository"):
        _staged(lab)


def test_the_variables_of_a_hook_mean_another_repo(
    lab: Lab, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    lab.write({_WAY: _BOM + TEXT})
    lab.git("add", "--all")
    for name in ("GIT_DIR", "GIT_INDEX_FILE", "GIT_WORK_TREE"):
        monkeypatch.setenv(name, str(tmp_path / "elsewhere"))
    assert [f"{_WAY} WG001"] == _staged(lab)


def test_an_index_of_its_own_that_a_commit_works_on_counts(lab: Lab, monkeypatch: pytest.MonkeyPatch) -> None:
    lab.write({_WAY: TEXT})
    lab.commit()
    own = lab.top / ".git/next-index-1.lock"
    own.write_bytes((lab.top / ".git/index").read_bytes())
    lab.write({_WAY: _BOM + TEXT})
    lab.git("add", "--all")
    monkeypatch.setenv("GIT_INDEX_FILE", str(own))
    assert [] == _staged(lab)
    monkeypatch.delenv("GIT_INDEX_FILE")
    assert [f"{_WAY} WG001"] == _staged(lab)
