from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from ways_guard.errors import WaysGuardError
from ways_guard.match import probes
from ways_guard.match.probes import Probe, Source
from ways_guard.match.sets import Entry
from ways_guard.way.discover import Root

from .repo import LANGUAGES, jsonl, way, write

GOLDEN = jsonl(
    {"kind": "direct", "prompt": "test this"}, {"lang": "ja", "kind": "situational", "prompt": " 壊れた "}
)


def _entries(root: Root, *nodes: str) -> list[Entry]:
    return [Entry(node, root, {"id": node, "path": f"{node}/{node}.md", "threshold": 0.35}) for node in nodes]


def test_probes_stand_beside_their_way_and_none_prompts_at_the_root(tmp_path: Path) -> None:
    none = jsonl({"prompt": "hello"}, {"lang": "de", "prompt": "hallo"})
    root = write(tmp_path, {"t/t.md": way("T"), "t/t.golden.jsonl": GOLDEN, "golden-none.jsonl": none})
    asked, quiet = probes.of_roots([root], _entries(root, "t"), LANGUAGES, [])
    golden, nothing = tmp_path / "t/t.golden.jsonl", tmp_path / "golden-none.jsonl"
    assert (
        Probe("test this", "en", "t", "direct", golden, 1),
        Probe("壊れた", "ja", "t", "situational", golden, 2),
    ) == asked.found
    assert (Probe("hello", "en", "", "", nothing, 1), Probe("hallo", "de", "", "", nothing, 2)) == quiet.found
    assert () == asked.problems + quiet.problems


def test_the_language_of_a_line_is_by_default_the_canonical_one(tmp_path: Path) -> None:
    root = replace(write(tmp_path, {"t/t.md": way("T"), "t/t.golden.jsonl": GOLDEN}), canonical="nl")
    asked, _ = probes.of_roots([root], _entries(root, "t"), LANGUAGES, [])
    assert ["nl", "ja"] == [probe.lang for probe in asked.found]


def test_probes_of_disabled_and_shadowed_ways_are_left_out(tmp_path: Path) -> None:
    files = {"t/t.md": way("T"), "t/t.golden.jsonl": GOLDEN}
    near, far = write(tmp_path / "near", files), write(tmp_path / "far", files)
    asked, _ = probes.of_roots([near, far], _entries(near, "t"), LANGUAGES, [])
    assert {near.path / "t/t.golden.jsonl"} == {probe.path for probe in asked.found}
    asked, _ = probes.of_roots([near, far], [], LANGUAGES, ["t"])
    assert probes.Probes() == asked


@pytest.mark.parametrize("name", ["t/t.golden.jsonl", "u/t.golden.jsonl"])
def test_probes_of_a_way_that_is_not_there_are_a_problem(tmp_path: Path, name: str) -> None:
    root = write(tmp_path, {"t/t.md": "---\nbroken: [\n---\n", "u/u.md": way("U"), name: GOLDEN})
    asked, _ = probes.of_roots([root], _entries(root, "u"), LANGUAGES, [])
    assert [f"{tmp_path / name}:1:1: no way that can be matched lies beside it"] * 2 == list(asked.problems)


@pytest.mark.parametrize(
    ("line", "fault"),
    [
        ("{", "1:2: not JSON: "),
        ("[]", "1:1: not JSON: a JSON object is missing here"),
        ('{"way": "t", "kind": "direct"}', '1:1: "prompt" must be a text'),
        ('{"way": "t", "kind": "direct", "prompt": " "}', '1:42: "prompt" must be a text'),
        ('{"way": "t", "kind": "hard", "prompt": "p"}', '1:22: "kind" must be "direct" or "situational"'),
        ('{"way": "t", "kind": "direct", "prompt": "p", "lang": 3}', '1:55: "lang" must be a code'),
        ('{"way": "x", "kind": "direct", "prompt": "p"}', "1:9: there is no way 'x' here"),
        ('{"way": [], "kind": "direct", "prompt": "p"}', '1:9: "way" must be the id of a way'),
        ('{"kind": "direct", "prompt": "p"}', '1:1: "way" must be the id of a way'),
    ],
)
def test_a_line_that_cannot_be_measured_is_a_problem_with_its_place(tmp_path: Path, line: str, fault: str) -> None:
    path = tmp_path / "probes.jsonl"
    path.write_text(line + "\n" + jsonl({"way": "t", "kind": "direct", "prompt": "p"}), encoding="utf-8")
    found = probes.named(path, _entries(Root(tmp_path, "repo"), "t"), "en")
    assert [Probe("p", "en", "t", "direct", path, 2)] == list(found.found)
    (problem,) = found.problems
    assert problem.startswith(f"{path}:{fault}")


def test_named_probes_take_the_canonical_language_of_their_ways_root(tmp_path: Path) -> None:
    path = tmp_path / "probes.jsonl"
    path.write_text(jsonl({"way": "t", "kind": "direct", "prompt": "p"}), encoding="utf-8")
    found = probes.named(path, _entries(Root(tmp_path, "repo", "nl"), "t"), "en")
    assert ["nl"] == [probe.lang for probe in found.found]


def test_a_named_file_that_cannot_be_read_is_one_line(tmp_path: Path) -> None:
    with pytest.raises(WaysGuardError, match="cannot be read"):
        probes.read(tmp_path / "gone.jsonl", Source("", "en"))
    (tmp_path / "latin.jsonl").write_bytes(b'{"prompt": "\xe9"}\n')
    with pytest.raises(WaysGuardError, match=r"latin.jsonl:1:13: not UTF-8"):
        probes.read(tmp_path / "latin.jsonl", Source("", "en"))


def test_a_projects_file_that_links_out_is_not_read(tmp_path: Path) -> None:
    write(tmp_path, {"secret.jsonl": jsonl({"prompt": "secret"}), "ways/t/t.md": way("T")})
    (tmp_path / "ways/golden-none.jsonl").symlink_to(tmp_path / "secret.jsonl")
    root = Root(tmp_path / "ways", "project")
    _, quiet = probes.of_roots([root], _entries(root, "t"), LANGUAGES, [])
    assert () == quiet.found
    assert 1 == len(quiet.problems)
