"""WG104 to WG107: fields of a way."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

import pytest

from ways_guard.lint import rules, run

if TYPE_CHECKING:
    from tests.lint.conftest import Lab

Lint = Callable[..., list[str]]
_ALIAS = "description: d\nvocabulary: v\n"


def _way(lint: Lint, yaml: str, code: str) -> list[str]:
    return lint(f"---\n{yaml}\n---\nBody.\n", code)


def test_half_an_alias_is_found_at_the_half_that_is_there(lab: Lab, way: Lint) -> None:
    assert [
        '3:1: WG104 "description" without "vocabulary": add the words that people use for it, separated by spaces'
    ] == _way(way, "scope: agent\ndescription: d", "WG104")
    assert ['2:1: WG104 "vocabulary" without "description": say in one line what the way is for'] == _way(
        way, "vocabulary: [a]", "WG104"
    )
    lab.write({"ways/code/tests/tests.de.md": "---\ndescription: d\n---\n"})
    assert 2 == len(lab.lines("WG104"))


@pytest.mark.parametrize("yaml", [_ALIAS, "pattern: x", "trigger: session-start"])
def test_a_whole_alias_or_none_is_right(way: Lint, yaml: str) -> None:
    assert [] == _way(way, yaml, "WG104")


@pytest.mark.parametrize(
    ("yaml", "place", "severity"),
    [
        ("threshold: 2.5", "4:12: WG105 threshold 2.5 is left over from BM25 scoring", "warning"),
        ("threshold: 1", "4:12: WG105 threshold 1 is left over", "warning"),
        ("embed_threshold: 0.3\nthreshold: 2", "5:12: WG105 threshold 2 is left over", "warning"),
        ("trigger: session-start\nthreshold: 2", "5:12: WG105 threshold 2 is left over", "warning"),
        ("threshold: 0", '4:12: WG105 "threshold" must lie between 0 and 1, such as 0.35, and not be 0', "error"),
        ("threshold: -1", '4:12: WG105 "threshold" must lie', "error"),
        ("embed_threshold: 1.5", '4:18: WG105 "embed_threshold" must lie', "error"),
        (
            "trigger: context-threshold\nthreshold: 0.5",
            '5:12: WG105 "threshold" is a share of the context window here: give percent from 1 to 100',
            "error",
        ),
    ],
)
def test_a_threshold_out_of_range_is_found(lab: Lab, way: Lint, yaml: str, place: str, severity: str) -> None:
    (line,) = _way(way, _ALIAS + yaml, "WG105")
    assert line.startswith(place)
    assert [severity] == [finding.severity.value for finding in lab.report("WG105").findings]


@pytest.mark.parametrize(
    "yaml",
    ["threshold: 0.99", "threshold: high", "trigger: context-threshold\nthreshold: 75", "embed_threshold: .4"],
)
def test_a_threshold_in_range_is_right(way: Lint, yaml: str) -> None:
    assert [] == _way(way, _ALIAS + yaml, "WG105")


def test_a_leftover_goes_with_its_line_when_unsafe_fixes_are_asked_for(lab: Lab, way: Lint) -> None:
    text = "---\r\ndescription: d\r\nthreshold: 2.0 # old\r\nvocabulary: v\r\n---\r\n"
    way(text)
    lab.fix("WG105")
    assert text.encode() == lab.read(lab.way)
    run.write(run.changes(lab.jobs(), rules.selected(["WG105"]), unsafe=True))
    assert text.replace("threshold: 2.0 # old\r\n", "").encode() == lab.read(lab.way)


@pytest.mark.parametrize(
    ("yaml", "advice"),
    [
        ('description: "a"', "it keeps the quotes; word the value so that it needs none"),
        ("description: 'a'", "it keeps the quotes"),
        ("description: a # b", "it keeps the comment; put that on a line of its own"),
        ("description: |\n  a", "write the value on the key's own line"),
        ("description:\n  a", "write the value on the key's own line"),
        ("description: a\n  b", "it ends with the line; write the value on one line"),
        ("vocabulary: [a, b]", "write it on one line, without brackets"),
        ("vocabulary:\n  - a", "write the list on one line, separated by spaces"),
        ("when: {project: x}", "write each of its keys on a line below"),
        ("description: !!str a", "write the value plainly"),
    ],
)
def test_what_a_line_reader_sees_differently_is_a_note(lab: Lab, way: Lint, yaml: str, advice: str) -> None:
    (line,) = _way(way, yaml, "WG106")
    assert line.startswith("2:1: WG106 a reader that goes line by line sees ")
    assert advice in line
    assert ["note"] == [finding.severity.value for finding in lab.report("WG106").findings]


@pytest.mark.parametrize(
    "yaml", ["description:   a b  ", "description: a#b 'c'", "when:\n  project: x", 'x-a: "b"', "threshold: 0.40"]
)
def test_what_both_readers_see_alike_is_right(way: Lint, yaml: str) -> None:
    assert [] == _way(way, yaml, "WG106")


@pytest.mark.parametrize(
    ("yaml", "finding"),
    [
        ("scope: agent", "1:1: WG107 nothing can fire this way: add one of description, vocabulary"),
        ("x-a: b", "1:1: WG107"),
        ("description:", "1:1: WG107"),
        ("when:\n  project: x", "1:1: WG107"),
        ("trigger: file-exists", '2:10: WG107 nothing can fire this way: trigger file-exists needs "path"'),
        ("trigger: context-threshold", "2:10: WG107 nothing can fire this way: trigger context-threshold needs"),
    ],
)
def test_a_way_that_nothing_fires_is_found(way: Lint, yaml: str, finding: str) -> None:
    (line,) = _way(way, yaml, "WG107")
    assert line.startswith(finding)


@pytest.mark.parametrize(
    "yaml",
    [
        *("description: d", "vocabulary: v", "pattern: p", "commands: c", "files: f", "trigger: session-start"),
        *("trigger: file-exists\npath: x", "trigger: context-threshold\nthreshold: 70", "trigger: nonsense"),
    ],
)
def test_a_way_that_something_fires_is_right(way: Lint, yaml: str) -> None:
    assert [] == _way(way, yaml, "WG107")


def test_pages_overrides_and_broken_frontmatter_are_not_asked_what_fires_them(lab: Lab) -> None:
    names = ["page.md", "core.md", "a/a.de.md", "a/a.check.md"]
    lab.write({f"ways/{name}": "---\nscope: agent\n---\n" for name in names})
    lab.write({"ways/b/b.md": "A catalogue.\n", "ways/c/c.md": "---\nscope: [\n---\n"})
    assert [] == lab.lines("WG107")
