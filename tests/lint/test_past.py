"""WG401 and WG402 on real repositories: what counts as a change, and of what."""

from __future__ import annotations

import json
import shutil
import subprocess
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from ways_guard.errors import WaysGuardError
from ways_guard.lint import collect, rules, run
from ways_guard.lint.rules.samples import FRENCH, GERMAN, RUSSIAN, stub, way
from ways_guard.lint.tree import Index, Tree

if TYPE_CHECKING:
    from tests.lint.conftest import Lab

_WAY = "ways/code/tests/tests.md"
_LOCALES = "ways/code/tests/tests.locales.jsonl"
_OLD = way("Writing tests", "test coverage")
_NEW = way("Writing tests that last", "test coverage")


def _found(lab: Lab, *, base: str | None = None, tree: Tree | None = None, path: str = ".") -> list[str]:
    plan = collect.plan([lab.top / path], base=base, tree=tree)
    report = run.run(plan, rules.selected(["WG4"]), lab.top)
    return [f"{report.display(one.path)}:{one.span.line} {one.code} {one.message}" for one in report.findings]


def _stale(lab: Lab, *, base: str | None = None, tree: Tree | None = None) -> list[str]:
    """The languages of stale stubs."""
    lines = (lab.top / _LOCALES).read_text(encoding="utf-8").splitlines()
    found = [line for line in _found(lab, base=base, tree=tree) if " WG401 " in line]
    return [json.loads(lines[int(line.split(":")[1].split()[0]) - 1])["lang"] for line in found]


def _unmeasured(lab: Lab, top: Path | None = None) -> tuple[str, ...]:
    return run.run(collect.plan([top or lab.top]), rules.selected(["WG4"]), lab.top).unmeasured


def _commit(lab: Lab, way_text: str, stubs: str) -> str:
    lab.write({_WAY: way_text, _LOCALES: stubs})
    return lab.commit()


def test_a_stub_is_stale_once_the_english_text_changed_after_it(lab: Lab) -> None:
    _commit(lab, _OLD, GERMAN)
    assert [] == _found(lab)
    changed = _commit(lab, _NEW, GERMAN)
    (line,) = _found(lab)
    assert line.startswith(
        f"{_LOCALES}:1 WG401 the way's description or vocabulary changed in {changed[:10]} of 20"
    )
    _commit(lab, _NEW, stub("de", "Tests schreiben, die bleiben", "Test"))
    assert [] == _found(lab)


def test_each_stub_is_as_old_as_its_own_line(lab: Lab) -> None:
    _commit(lab, _OLD, GERMAN)
    _commit(lab, _NEW, GERMAN)
    _commit(lab, _NEW, GERMAN + FRENCH)
    assert ["de"] == _stale(lab)
    _commit(lab, way("Writing tests that last", "test coverage suite"), GERMAN + FRENCH)
    assert ["de", "fr"] == _stale(lab)


def test_changes_in_one_commit_belong_together(lab: Lab) -> None:
    _commit(lab, _OLD, GERMAN + FRENCH)
    _commit(lab, _NEW, stub("de", "Neu", "Test") + FRENCH)
    assert ["fr"] == _stale(lab)


@pytest.mark.parametrize(
    "text",
    [
        way('"Writing  tests"', "test coverage"),
        way("Writing tests", "test coverage", "threshold: 0.4"),
        way("Writing tests", "[test, coverage]"),
        way("Writing tests", "test coverage") + "More.\n",
        way("Writing tests", "test coverage").replace("\n", "\r\n"),
        "\ufeff" + _OLD,
        "---\nvocabulary: test coverage\ndescription: >-\n  Writing\n  tests\n---\nBody.\n",
    ],
)
def test_form_other_fields_and_the_body_are_no_change_of_the_english_text(lab: Lab, text: str) -> None:
    _commit(lab, _OLD, GERMAN)
    _commit(lab, text, GERMAN)
    assert [] == _found(lab)


def test_form_and_other_keys_are_no_change_of_a_stub(lab: Lab) -> None:
    text = GERMAN.replace("}", ', "embed_threshold": 0.4}')
    _commit(lab, _OLD, text)
    _commit(lab, _NEW, text)
    _commit(lab, _NEW, GERMAN)
    _commit(lab, _NEW, GERMAN.replace('": "', '":  "').replace("schreiben", "schr\\u0065iben"))
    _commit(lab, _NEW, FRENCH + GERMAN)
    assert ["de"] == _stale(lab)


def test_a_text_that_came_back_makes_nothing_stale(lab: Lab) -> None:
    _commit(lab, _OLD, GERMAN)
    _commit(lab, _NEW, GERMAN)
    _commit(lab, _OLD, GERMAN)
    assert [] == _found(lab)


def test_what_is_not_committed_counts_on_both_sides(lab: Lab) -> None:
    _commit(lab, _OLD, GERMAN + FRENCH)
    lab.write({_WAY: _NEW})
    assert ["de", "fr"] == _stale(lab)
    assert "changed since the last commit" in _found(lab)[0]
    assert [] == _stale(lab, tree=Index())
    lab.git("add", "--all")
    assert ["de", "fr"] == _stale(lab, tree=Index())
    lab.write({_LOCALES: GERMAN + stub("fr", "Tests durables", "test")})
    assert ["de"] == _stale(lab)


def test_a_stub_from_a_branch_that_had_the_old_text_is_stale_after_the_merge(lab: Lab) -> None:
    _commit(lab, _OLD, GERMAN)
    lab.git("switch", "--quiet", "--create", "translation")
    _commit(lab, _OLD, GERMAN + FRENCH)
    lab.git("switch", "--quiet", "main")
    _commit(lab, _NEW, stub("de", "Neu", "Test"))
    lab.git("merge", "--quiet", "--strategy-option=ours", "translation", "--message", "x")
    lab.write({_LOCALES: stub("de", "Neu", "Test") + FRENCH})
    lab.git("commit", "--quiet", "--all", "--amend", "--no-edit", "--allow-empty")
    assert ["fr"] == _stale(lab)


def test_a_stub_that_followed_on_another_branch_is_fresh_after_the_merge(lab: Lab) -> None:
    _commit(lab, _OLD, GERMAN)
    lab.git("switch", "--quiet", "--create", "side")
    _commit(lab, _NEW, GERMAN)
    _commit(lab, _NEW, stub("de", "Neu", "Test"))
    lab.git("switch", "--quiet", "main")
    lab.write({"README.md": "x"})
    lab.commit()
    lab.git("merge", "--quiet", "side", "--message", "x")
    assert [] == _found(lab)


def test_history_goes_on_across_a_rename(lab: Lab) -> None:
    old = {"ways/x y/ä/ä.md": _OLD, "ways/x y/ä/ä.locales.jsonl": GERMAN + RUSSIAN}
    lab.write(old)
    lab.commit()
    lab.write({"ways/x y/ä/ä.md": _NEW})
    lab.commit()
    lab.git("mv", "ways/x y/ä", "ways/tests")
    lab.git("mv", "ways/tests/ä.md", "ways/tests/tests.md")
    lab.git("mv", "ways/tests/ä.locales.jsonl", "ways/tests/tests.locales.jsonl")
    lab.commit()
    assert ["ways/tests/tests.locales.jsonl:1", "ways/tests/tests.locales.jsonl:2"] == [
        line.split()[0] for line in _found(lab)
    ]


def test_with_a_base_only_what_changed_since_counts(lab: Lab) -> None:
    _commit(lab, way("First", "test coverage"), GERMAN)
    _commit(lab, _OLD, GERMAN + FRENCH)
    lab.git("switch", "--quiet", "--create", "feature")
    lab.write({"README.md": "x"})
    lab.commit()
    assert (["de"], []) == (_stale(lab), _stale(lab, base="main"))
    _commit(lab, _NEW, GERMAN + stub("fr", "Des tests durables", "test"))
    assert ["de"] == _stale(lab, base="main")
    assert "changed since main, and this stub did not" in _found(lab, base="main")[0]


def test_a_base_is_where_the_branches_parted(lab: Lab) -> None:
    _commit(lab, _OLD, GERMAN)
    lab.git("switch", "--quiet", "--create", "feature")
    lab.git("switch", "--quiet", "main")
    _commit(lab, _NEW, GERMAN)
    lab.git("switch", "--quiet", "feature")
    assert [] == _found(lab, base="main")


@pytest.mark.parametrize("base", ["nope", "--output=x"])
def test_a_base_that_is_no_commit_is_one_line(lab: Lab, base: str) -> None:
    lab.commit()
    with pytest.raises(WaysGuardError, match=f"--base {base}: no such commit here"):
        _found(lab, base=base)


def test_a_base_without_common_history_is_one_line(lab: Lab) -> None:
    lab.commit()
    lab.git("switch", "--quiet", "--orphan", "other")
    lab.commit()
    with pytest.raises(WaysGuardError, match="--base main: shares no commit with this one: name another"):
        _found(lab, base="main")


def test_in_a_shallow_clone_age_cannot_be_measured_and_a_change_still_can(lab: Lab, tmp_path: Path) -> None:
    _commit(lab, _OLD, GERMAN)
    _commit(lab, _NEW, GERMAN)
    clone = tmp_path / "clone"
    subprocess.run(["git", "clone", "--quiet", "--depth=1", lab.top.as_uri(), clone], check=True)
    lab.top = clone
    assert [] == _found(lab)
    (line,) = _unmeasured(lab)
    assert "WG401 could not be measured: this clone is shallow: get its history with git fetch --unshallow" == line
    lab.write({_WAY: _OLD})
    assert ["de"] == _stale(lab)
    shutil.rmtree(clone / "ways/code/tests")
    lab.write({_LOCALES: GERMAN})
    assert [f"{_LOCALES}:1 WG402 {_WAY} was removed, and its stubs were not: remove this file too"] == _found(lab)


def test_without_git_the_rules_say_so_once(lab: Lab, monkeypatch: pytest.MonkeyPatch) -> None:
    lab.write({_WAY: _OLD, _LOCALES: GERMAN, "ways/a/a.md": _OLD})
    assert ("WG401, WG402 could not be measured: this is no git repository",) == _unmeasured(lab)
    lab.commit()
    assert () == _unmeasured(lab)
    monkeypatch.setenv("PATH", "")
    assert ("WG401, WG402 could not be measured: git is not installed",) == _unmeasured(lab)


def test_before_the_first_commit_nothing_is_old(lab: Lab) -> None:
    lab.write({_WAY: _OLD, _LOCALES: GERMAN})
    lab.git("add", "--all")
    assert ([], ()) == (_found(lab), _unmeasured(lab))


def test_an_english_text_that_could_not_be_read_says_nothing(lab: Lab) -> None:
    _commit(lab, "---\ndescription: a: b\n---\n", GERMAN)
    _commit(lab, _OLD, GERMAN)
    assert [] == _found(lab)


def test_a_removed_way_takes_its_stubs_along(lab: Lab) -> None:
    _commit(lab, _OLD, GERMAN)
    (lab.top / _WAY).unlink()
    assert [f"{_LOCALES}:1 WG402 {_WAY} was removed, and its stubs were not: remove this file too"] == _found(lab)
    (lab.top / _LOCALES).unlink()
    assert [] == _found(lab)


def test_a_renamed_way_takes_its_stubs_along(lab: Lab) -> None:
    _commit(lab, _OLD, GERMAN)
    (lab.top / _WAY).unlink()
    lab.write({"ways/code/checks/checks.md": _OLD + "More.\n"})
    (line,) = _found(lab)
    place = "ways/code/checks/checks.locales.jsonl"
    assert line == (
        f"{_LOCALES}:1 WG402 {_WAY} is now ways/code/checks/checks.md, and its stubs stayed here: "
        f"move this file to {place}"
    )
    (lab.top / _LOCALES).unlink()
    assert [
        f"ways/code/checks/checks.md:1 WG402 this was {_WAY}, whose stubs are gone: restore {_LOCALES} as {place}"
    ] == _found(lab, path="ways.json")
    lab.write({place: GERMAN})
    assert [] == _found(lab)


def test_what_was_left_in_an_earlier_commit_is_found_from_the_base(lab: Lab) -> None:
    _commit(lab, _OLD, GERMAN)
    lab.git("switch", "--quiet", "--create", "feature")
    (lab.top / _WAY).unlink()
    lab.commit()
    assert [] == _found(lab)
    assert [f"{_LOCALES}:1 WG402"] == [" ".join(line.split()[:2]) for line in _found(lab, base="main")]


def test_a_left_file_is_reported_once(lab: Lab) -> None:
    _commit(lab, _OLD, GERMAN)
    (lab.top / _WAY).unlink()
    assert ["WG402"] == [finding.code for finding in lab.report("WG207", "WG402").findings]
    assert ["WG207"] == [finding.code for finding in lab.report("WG207").findings]


def test_excluded_ways_have_no_past(lab: Lab) -> None:
    _commit(lab, _OLD, GERMAN)
    lab.write({"ways.json": '{"lint": {"exclude": ["ways/code"]}}', "ways/other/other.md": _OLD})
    assert [] == _found(lab)


def test_a_way_that_was_there_before_is_not_what_a_removed_one_became(lab: Lab) -> None:
    lab.write({"ways/twin/twin.md": _OLD})
    _commit(lab, _OLD, GERMAN)
    (lab.top / _WAY).unlink()
    (lab.top / _LOCALES).unlink()
    assert [] == _found(lab)
