from __future__ import annotations

import dataclasses
import json
import os
import subprocess
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from ways_guard.constants import LINT_CACHES_KEPT
from ways_guard.lint import cache, collect, rules, run
from ways_guard.lint.cache import Cache
from ways_guard.lint.model import Edit, Example, Finding, Fix, Hit, Rule, Severity, WayFile
from ways_guard.lint.rules.samples import FRENCH, GERMAN, TEXT, way
from ways_guard.way.text import START, Span

if TYPE_CHECKING:
    from tests.lint.conftest import Lab

_SEEN: list[str] = []


def _check(file: WayFile) -> Iterator[Hit]:
    _SEEN.append(file.file.path.name)
    yield Hit(Span(1, 2, 1, 3), "m", Fix((Edit(0, 1, "é\u2028"),), True, False), Severity.NOTE)


_EXAMPLE = Example("a/a.md", "")
_RULE = Rule("WG999", "x", Severity.ERROR, WayFile, _check, "W.", "W.", "H.", _EXAMPLE, _EXAMPLE)


def _seen(lab: Lab, folder: Path | None, rule: Rule = _RULE, *names: str) -> list[str]:
    """The names of the files that a run looked at; its findings are those of a run without a cache."""
    plan = collect.plan([lab.top / name for name in names or (".",)])
    _SEEN.clear()
    kept = run.run(plan, [rule], lab.top, run.Options(cache=folder)).findings
    seen = list(_SEEN)
    assert run.run(plan, [rule], lab.top).findings == kept
    return seen


def test_a_file_is_looked_at_once_as_long_as_it_is_the_same(lab: Lab, tmp_path: Path) -> None:
    lab.write({"ways/a/a.md": TEXT, "ways/b/b.md": TEXT})
    assert [["a.md", "b.md"], []] == [_seen(lab, tmp_path / "c") for _ in range(2)]
    lab.write({"ways/b/b.md": TEXT + "x"})
    assert [["b.md"], []] == [_seen(lab, tmp_path / "c") for _ in range(2)]
    lab.write({"ways/b/b.md": TEXT})
    os.utime(lab.top / "ways/a/a.md", (1, 1))
    assert [["b.md"], []] == [_seen(lab, tmp_path / "c") for _ in range(2)]
    assert [["a.md", "b.md"]] * 2 == [_seen(lab, None) for _ in range(2)]


@pytest.mark.parametrize(
    ("files", "names"),
    [
        ({"ways/a/a.de.md": TEXT}, ["a.de.md", "a.md"]),  # a file beside it
        ({"ways/a/macro.sh": "x"}, ["a.md"]),
        ({"ways.json": '{"lint": {"strict": true}}'}, ["a.md", "b.md"]),
        ({"languages.json": '{"languages": {}}'}, ["a.md", "b.md"]),
        ({"README.md": "x"}, []),
    ],
)
def test_what_else_a_rule_may_see_counts_too(
    lab: Lab, tmp_path: Path, files: dict[str, str], names: list[str]
) -> None:
    lab.write({"ways/a/a.md": TEXT, "ways/b/b.md": TEXT})
    _seen(lab, tmp_path / "c")
    lab.write(files)
    assert [names, []] == [_seen(lab, tmp_path / "c") for _ in range(2)]


def test_other_rules_and_another_version_find_nothing_kept(
    lab: Lab, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    lab.write({"ways/a/a.md": TEXT})
    _seen(lab, tmp_path / "c")
    milder = dataclasses.replace(_RULE, severity=Severity.NOTE)
    assert ["a.md"] == _seen(lab, tmp_path / "c", milder)
    monkeypatch.setattr(cache, "__version__", "0")
    assert ["a.md"] == _seen(lab, tmp_path / "c", milder)


def test_naming_one_file_loses_nothing_of_the_others(lab: Lab, tmp_path: Path) -> None:
    lab.write({"ways/a/a.md": TEXT, "ways/b/b.md": TEXT})
    _seen(lab, tmp_path / "c")
    lab.write({"ways/a/a.md": TEXT + "x"})
    assert ["a.md"] == _seen(lab, tmp_path / "c", _RULE, "ways/a/a.md")
    assert [] == _seen(lab, tmp_path / "c")


@pytest.mark.parametrize("data", [b"", b"\xff", b"[]", b'{"x": 1}', b"[" * 100_000, None])
def test_a_broken_store_costs_time_only(lab: Lab, tmp_path: Path, data: bytes | None) -> None:
    lab.write({"ways/a/a.md": TEXT})
    _seen(lab, tmp_path / "c")
    (store,) = (tmp_path / "c").iterdir()
    document = json.loads(store.read_bytes())
    broken = {name: [key, [["x"]]] for name, (key, _) in document.items()}
    store.write_bytes(json.dumps(broken).encode() if data is None else data)
    assert [["a.md"], []] == [_seen(lab, tmp_path / "c") for _ in range(2)]


def test_a_folder_that_cannot_be_written_costs_time_only(lab: Lab, tmp_path: Path) -> None:
    lab.write({"ways/a/a.md": TEXT})
    (tmp_path / "c").write_text("a file where the folder should be", encoding="utf-8")
    assert [["a.md"]] * 2 == [_seen(lab, tmp_path / "c") for _ in range(2)]


def test_files_that_are_gone_and_repos_of_long_ago_are_not_kept(lab: Lab, tmp_path: Path) -> None:
    lab.write({"ways/a/a.md": TEXT, "ways/b/b.md": TEXT})
    _seen(lab, tmp_path)
    (lab.top / "ways/b/b.md").unlink()
    lab.write({"ways/a/a.md": TEXT + "x"})
    _seen(lab, tmp_path / "c")
    (store,) = (tmp_path / "c").iterdir()
    assert not [name for name in json.loads(store.read_bytes()) if "b.md" in name]
    for number in range(LINT_CACHES_KEPT + 3):
        other = Cache(tmp_path / "c", tmp_path / str(number))
        other.put("x", "k", 1)
        other.save({"x"})
        os.utime(max((tmp_path / "c").iterdir(), key=lambda path: path.stat().st_mtime), (number + 1, number + 1))
    assert LINT_CACHES_KEPT == len(list((tmp_path / "c").iterdir()))


def test_every_part_of_a_finding_is_kept(tmp_path: Path) -> None:
    fix = Fix((Edit(1, 2, "x"), Edit(3, 3, "")), strip_bom=True, safe=False)
    full = Finding(Path("/ä b"), Span(1, 2, 3, 4), "WG001", "n", Severity.WARNING, "m\udc80", fix, "f")
    for field in dataclasses.fields(Finding):
        assert field.default != getattr(full, field.name), f"{field.name} is not tried here"
    bare = Finding(Path("a"), START, "WG002", "n", Severity.ERROR, "m")
    store = Cache(tmp_path, tmp_path)
    store.put_findings("x", "k", [full, bare])
    store.save({"x"})
    again = Cache(tmp_path, tmp_path)
    assert ([full, bare], None, None) == (
        again.findings("x", "k"),
        again.findings("x", "other"),
        again.findings("y", "k"),
    )


def _codes(lab: Lab, folder: Path, base: str | None = None) -> list[str]:
    options = run.Options(cache=folder)
    return [
        finding.code
        for finding in run.run(
            collect.plan([lab.top], base=base), rules.selected(["WG113", "WG4", "WG801"]), lab.top, options
        ).findings
    ]


def test_findings_about_the_whole_repo_follow_every_file_of_it(lab: Lab, tmp_path: Path) -> None:
    prompt = '{"prompt":"How do I test this?"}\n'
    probe = '{"kind":"direct","prompt":"How do I test this?"}\n'
    lab.write({"ways/a/a.md": TEXT, "ways/a/a.examples.jsonl": prompt, "ways/b/b.md": TEXT})
    assert [] == _codes(lab, tmp_path / "c")
    lab.write({"ways/b/b.golden.jsonl": probe})
    assert [["WG113"]] * 2 == [_codes(lab, tmp_path / "c") for _ in range(2)]
    (lab.top / "ways/b/b.golden.jsonl").unlink()
    assert [] == _codes(lab, tmp_path / "c")


def test_findings_about_the_export_follow_the_committed_records(lab: Lab, tmp_path: Path) -> None:
    lab.write({"ways.json": '{"corpus": {"export": "x"}, "roots": ["ways"]}', "ways/a/a.md": TEXT})
    lab.commit()
    assert ["WG801"] == _codes(lab, tmp_path / "c")
    from ways_guard.match import export
    from ways_guard.way import discover

    made = export.files(discover.repo_roots(lab.top)[0], collect.open_repo(lab.top).languages)
    lab.write({f"x/{name}": data for name, data in made.items()})
    assert [] == _codes(lab, tmp_path / "c")


def test_what_a_shallow_clone_could_not_tell_is_not_kept(lab: Lab, tmp_path: Path) -> None:
    for description in ("Old", "New"):
        lab.write({"ways/a/a.md": way(description, "test coverage"), "ways/a/a.locales.jsonl": GERMAN})
        lab.commit()
    clone = tmp_path / "clone"
    subprocess.run(["git", "clone", "--quiet", "--depth=1", lab.top.as_uri(), clone], check=True)
    lab.top = clone
    assert [] == _codes(lab, tmp_path / "c")
    lab.git("fetch", "--quiet", "--unshallow")
    assert ["WG401"] == _codes(lab, tmp_path / "c")


def test_findings_about_history_follow_the_commit_and_the_base(lab: Lab, tmp_path: Path) -> None:
    files = {"ways/a/a.md": TEXT, "ways/a/a.locales.jsonl": GERMAN}
    lab.write(files)
    lab.commit()
    lab.git("branch", "old")
    assert [[]] * 2 == [_codes(lab, tmp_path / "c") for _ in range(2)]
    lab.write({"ways/a/a.md": way("Other", "test coverage")})
    assert [["WG401"]] * 2 == [_codes(lab, tmp_path / "c") for _ in range(2)]
    lab.commit()
    assert [["WG401"]] * 2 == [_codes(lab, tmp_path / "c") for _ in range(2)]
    lab.write({"ways/a/a.locales.jsonl": FRENCH})
    assert [] == _codes(lab, tmp_path / "c")
    lab.write(files)
    assert ([], ["WG401"]) == (_codes(lab, tmp_path / "c", "old"), _codes(lab, tmp_path / "c", "HEAD"))
