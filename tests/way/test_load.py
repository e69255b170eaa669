from __future__ import annotations

import os
from collections.abc import Mapping
from pathlib import Path

import pytest

from ways_guard.constants import DEFAULT_THRESHOLD, WAY_FILE_BYTES
from ways_guard.way import load
from ways_guard.way.discover import Root
from ways_guard.way.load import Example, Loaded, Override, Way
from ways_guard.way.stubs import Stub

_LANGUAGES = ("en", "de", "fr")
_WAY = "---\ndescription: Writing tests\nvocabulary: [test, coverage]\n---\nBody.\n"
_FULL = r"""---
description: Writing tests
vocabulary: test coverage
pattern: a|b
commands: pytest
files: _test\.py$
threshold: 0.5
scope: agent, subagent
when:
  project: ~/x
---
Body.
"""


def _write(root: Path, files: Mapping[str, str | bytes]) -> Path:
    for name, content in files.items():
        path = root / "code/tests" / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content if isinstance(content, bytes) else content.encode())
    return root


def _load(root: Path) -> Loaded:
    return load.load_root(Root(root, "user"), _LANGUAGES)


def test_a_way_is_loaded_with_all_that_belongs_to_it(tmp_path: Path) -> None:
    folder = tmp_path / "code/tests"
    _write(
        tmp_path,
        {
            "tests.md": _FULL,
            "tests.de.md": "---\ndescription: Tests schreiben\nvocabulary: Test\n---\nText.\n",
            "tests.locales.jsonl": '{"lang":"fr","description":"d","vocabulary":"v"}\n',
            "tests.examples.jsonl": '{"prompt":" add a test "}\n{"lang":"de","prompt":"Schreib Tests"}\n',
            "tests.golden.jsonl": '{"kind":"direct","prompt":"never learned from"}\n',
        },
    )
    loaded = _load(tmp_path)
    assert [] == loaded.problems
    assert [
        Way(
            id="code/tests",
            root=Root(tmp_path, "user"),
            path=folder / "tests.md",
            body="Body.\n",
            description="Writing tests",
            vocabulary="test coverage",
            pattern="a|b",
            commands="pytest",
            files="_test\\.py$",
            threshold=0.5,
            scope=frozenset({"agent", "subagent"}),
            when={"project": "~/x"},
            stubs=(Stub("fr", "d", "v", 1),),
            stubs_path=folder / "tests.locales.jsonl",
            overrides=(Override("de", folder / "tests.de.md", "Text.\n", "Tests schreiben", "Test"),),
            examples=(
                Example("en", "add a test", folder / "tests.examples.jsonl", 1),
                Example("de", "Schreib Tests", folder / "tests.examples.jsonl", 2),
            ),
        )
    ] == loaded.ways
    assert "Writing tests test coverage" == loaded.ways[0].text


def test_a_list_of_terms_is_as_good_as_a_string(tmp_path: Path) -> None:
    (way,) = _load(_write(tmp_path, {"tests.md": _WAY})).ways
    assert "test coverage" == way.vocabulary


@pytest.mark.parametrize(
    ("fields", "threshold"),
    [
        ("threshold: 0.4", 0.4),
        ("threshold: 0.4\nembed_threshold: 0.6", 0.6),
        ("threshold: 2.5", DEFAULT_THRESHOLD),
        ("threshold: 2.5\nembed_threshold: 0.30", 0.3),
        ("threshold: 0", DEFAULT_THRESHOLD),
        ("threshold: high", DEFAULT_THRESHOLD),
        ("description: x", DEFAULT_THRESHOLD),
    ],
)
def test_the_threshold_is_a_score_or_the_default(tmp_path: Path, fields: str, threshold: float) -> None:
    (way,) = _load(_write(tmp_path, {"tests.md": f"---\n{fields}\n---\n"})).ways
    assert threshold == way.threshold


def test_a_catalogue_is_no_way(tmp_path: Path) -> None:
    assert [] == _load(_write(tmp_path, {"tests.md": "# Catalogue\n", "other.md": _WAY})).ways


def test_bad_lines_cost_nothing_but_themselves_and_are_told(tmp_path: Path) -> None:
    good = '{"lang":"fr","description":"d","vocabulary":"v"}\n'
    text = '{"lang":"de"\n' + good + '{"lang":"de","description":"d"}\n' + good.replace('"d"', '"second"')
    loaded = _load(_write(tmp_path, {"tests.md": _WAY, "tests.locales.jsonl": text}))
    path = tmp_path / "code/tests/tests.locales.jsonl"
    assert (Stub("fr", "d", "v", 2),) == loaded.ways[0].stubs
    assert [
        f"{path}:1:13: not JSON: ',' or '}}' is missing here",
        f"{path}:3:1: not a stub: run ways-guard lint",
    ] == loaded.problems


def test_a_file_that_cannot_be_read_is_told_and_the_others_stay(tmp_path: Path) -> None:
    _write(tmp_path, {"tests.md": _WAY, "tests.locales.jsonl": b"\xff", "tests.de.md": "---\na: b: c\n---\n"})
    loaded = _load(tmp_path)
    folder = tmp_path / "code/tests"
    assert ["code/tests"] == [way.id for way in loaded.ways]
    assert [f"{folder}/tests.de.md:2:5", f"{folder}/tests.locales.jsonl:1:1"] == sorted(
        problem.split(": ")[0] for problem in loaded.problems
    )


def test_only_files_of_the_ways_own_name_are_its_stubs_and_examples(tmp_path: Path) -> None:
    stray = '{"lang":"fr","description":"stray","vocabulary":"v"}\n'
    own = '{"lang":"fr","description":"own","vocabulary":"v"}\n'
    _write(tmp_path, {"tests.md": _WAY, "a.locales.jsonl": stray, "a.examples.jsonl": '{"prompt":"stray"}\n'})
    assert ((), ()) == (_load(tmp_path).ways[0].stubs, _load(tmp_path).ways[0].examples)
    _write(tmp_path, {"tests.locales.jsonl": own})
    assert ["own"] == [stub.description for stub in _load(tmp_path).ways[0].stubs]


def test_a_disabled_folder_is_disabled_below_and_not_beside() -> None:
    disabled = ("code/*", "docs")
    found = [
        way for way in ("code/tests", "code/a/b", "codex/a", "docs", "docs/api") if load.is_disabled(way, disabled)
    ]
    assert ["code/tests", "code/a/b", "docs"] == found


def test_the_nearest_roots_way_of_an_id_wins() -> None:
    user, extra = Root(Path("u"), "user"), Root(Path("e"), "extra")
    chosen = load.in_force([(user, ["a", "b"]), (extra, ["b", "c"])], disabled=["c"])
    assert [frozenset({"a", "b"}), frozenset()] == chosen


def test_an_untrusted_project_only_adds() -> None:
    project, user = Root(Path("p"), "project"), Root(Path("u"), "user")
    ids = [(project, ["mine", "also", "theirs"]), (user, ["theirs", "more"])]
    chosen = load.in_force(ids, project_disabled=["also", "more", "theirs"])
    assert [frozenset({"mine"}), frozenset({"theirs", "more"})] == chosen


def test_a_trusted_project_shadows_what_is_farther() -> None:
    project, user = Root(Path("p"), "project", trusted=True), Root(Path("u"), "user")
    chosen = load.in_force([(project, ["mine", "theirs"]), (user, ["theirs", "more"])], disabled=["mine"])
    assert [frozenset({"theirs"}), frozenset({"more"})] == chosen


def test_a_file_that_nobody_has_written_is_not_read(tmp_path: Path) -> None:
    root = _write(tmp_path, {"tests.md": _WAY})
    os.truncate(root / "code/tests/tests.md", WAY_FILE_BYTES + 1)
    loaded = _load(root)
    assert [] == loaded.ways
    assert loaded.problems[0].endswith("tests.md: cannot be read: larger than 4,000,000 bytes")
