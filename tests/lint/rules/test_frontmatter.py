"""WG101 and WG102."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from tests.lint.conftest import Lab

Lint = Callable[..., list[str]]


def test_frontmatter_that_never_ends_is_found_where_it_starts(way: Lint) -> None:
    expected = "1:1: WG101 this frontmatter never ends: put a line '---' behind its last field"
    assert [expected] == way("---\ndescription: x\nBody\n") == way("---\r\n") == way("---")


@pytest.mark.parametrize(
    ("yaml", "place", "advice"),
    [
        ("description: Tests: how", "2:19", "must stand in quotes"),
        ("a: x\ndescription: 'it", "3:14", "close the quote that opens here"),
        ("pattern: [a-z", "2:10", "close the bracket"),
        ("pattern: *.py", "2:10", "starts with '*'"),
        ("pattern: @x", "2:10", "put a value that starts like this in quotes"),
        ("description: x\n\tscope: agent", "3:1", "indent with spaces"),
        ('pattern: "\\d+"', "2:10", "double the backslash"),
        ("description: 'a' b", "2:18", "put the whole value in quotes"),
        ("description: x\nwords", "3:1", "must be 'key: value'"),
        ("scope: agent\nscope: agent", "3:1", "keep one of them"),
        ("scope: &a agent\nx-a: *a", "2:8", "not allowed"),
    ],
)
def test_what_is_not_yaml_is_placed_and_comes_with_advice(way: Lint, yaml: str, place: str, advice: str) -> None:
    (line,) = way(f"---\n{yaml}\n---\nBody.\n")
    assert line.startswith(f"{place}: WG102 the frontmatter is not YAML (")
    assert advice in line


@pytest.mark.parametrize("name", ["tests.md", "tests.de.md", "tests.check.md"])
def test_ways_overrides_and_checks_are_looked_at(lab: Lab, name: str) -> None:
    lab.write({f"ways/code/tests/{name}": "---\na: b: c\n---\n", "ways/core.md": "---\nmacro: prepend\n"})
    assert ["WG102", "WG101"] == [line.split()[1] for line in lab.lines()]


def test_other_pages_may_hold_what_they_like(lab: Lab) -> None:
    lab.write({"ways/page.md": "---\na: b: c\n---\n", "ways/code/notes.md": "---\n", "ways/a/a.md": "# A\n"})
    assert [] == lab.lines()
