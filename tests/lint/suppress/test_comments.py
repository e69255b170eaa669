from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ways_guard.lint.suppress import comments
from ways_guard.lint.suppress.model import Collected
from ways_guard.way.text import Span

_PATH = Path("a.md")
_KNOWN = ("WG103", "WG105", "WG106")


def _read(*lines: str, end: str = "\n") -> Collected:
    found = Collected()
    comments.read(_PATH, end.join(["---", *lines, "---", "body", ""]), _KNOWN, found)
    return found


def _covered(*lines: str) -> list[tuple[str, list[int]]]:
    found = _read(*lines)
    assert not found.problems
    return [(one.code, list(one.lines or ())) for one in found.suppressions]


def test_a_comment_is_for_the_field_on_its_line() -> None:
    assert [("WG103", [3])] == _covered("a: 1", "b: 2 # ways-guard: ignore[WG103] why", "c: 3")


def test_a_comment_on_its_own_line_is_for_the_field_below() -> None:
    assert [("WG103", [3])] == _covered("# ways-guard: ignore[WG103] why", "b: 2", "c: 3")
    assert [("WG103", [5])] == _covered("# ways-guard: ignore[WG103] why", "# other", "", "b: 2")


def test_several_codes_are_parted_by_commas() -> None:
    lines = ("#ways-guard:ignore[WG103 ,WG105]: why not", "b: 2")
    assert [("WG103", [3]), ("WG105", [3])] == _covered(*lines)


def test_a_comment_covers_all_of_its_field() -> None:
    mark = "# ways-guard: ignore[WG103] why"
    assert [("WG103", [3, 4, 5])] == _covered(mark, "when:", "  project: x", "  file_exists: y", "c: 3")
    assert [("WG103", [3, 4, 5])] == _covered(mark, "b: |", "  one", "  two", "c: 3")
    assert [("WG103", [3, 4])] == _covered(mark, "b:", "  - one", "c: 3")
    assert [("WG103", [4])] == _covered("when:", f"  {mark}", "  project: x", "  file_exists: y")
    assert [("WG103", [4])] == _covered("b:", f"  {mark}", "  - one", "  - two")
    assert [("WG103", [2, 3])] == _covered(f"b: | {mark}", "  one", "c: 3")


def test_a_comment_behind_everything_covers_itself() -> None:
    assert [("WG103", [3])] == _covered("a: 1", "# ways-guard: ignore[WG103] why")


@pytest.mark.parametrize(
    "value",
    [
        "a: '# ways-guard: ignore[WG103] why'",
        'a: "x # ways-guard: ignore[WG103] why"',
        "a: x# ways-guard: ignore[WG103] why",
        "a: |\n  # ways-guard: ignore[WG103] why",
        "a: >\n  text\n  # ways-guard: ignore[WG103] why",
        "a: 'two\n  # ways-guard: ignore[WG103] why'",
    ],
)
def test_text_of_a_value_is_no_comment(value: str) -> None:
    assert Collected() == _read(value, "b: 1")


def test_a_comment_of_the_body_and_broken_frontmatter_count_for_nothing() -> None:
    found = Collected()
    for text in (
        "---\na: 1\n---\n# ways-guard: ignore[WG103] why\n",
        "# ways-guard: ignore[WG103] why\n",
        "---\n# ways-guard: ignore[WG102] why\na: b: c\n---\n",
        "---\n# ways-guard: ignore[WG101] why\na: b\n",
        "---\n# ways-guard: ignore[WG103] why\n---\n",
    ):
        comments.read(_PATH, text, _KNOWN, found)
    assert Collected() == found


def test_a_comment_without_a_reason_does_not_count() -> None:
    found = _read("a: 1", "b: 2  # ways-guard: ignore[WG103]  ")
    assert [] == found.suppressions
    (problem,) = found.problems
    assert (Span(3, 7, 3, 34), True) == (problem.span, "no reason" in problem.message)


def test_an_unknown_rule_is_a_problem_and_the_others_count() -> None:
    found = _read("b: 2 # ways-guard: ignore[WG1003, WG105] why")
    assert ["WG105"] == [one.code for one in found.suppressions]
    assert ['no rule has the code "WG1003": did you mean "WG103"?'] == [one.message for one in found.problems]


@pytest.mark.parametrize(
    "comment", ["ignore", "ignore WG103 why", "ingore[WG103] why", "ignore[] why", "ignore[WG103,] x", ""]
)
def test_a_comment_that_cannot_be_read_says_how_to_write_it(comment: str) -> None:
    found = _read(f"b: 2 # ways-guard: {comment}")
    assert [] == found.suppressions
    assert ["ignore[WG103]" in one.message for one in found.problems] == [True]


def test_line_ends_of_windows_change_nothing() -> None:
    lines = ("a: 1", "# ways-guard: ignore[WG103] why", "b: 2", "c: 3 # ways-guard: ignore[WG105]")
    unix, windows = _read(*lines), _read(*lines, end="\r\n")
    assert unix == windows


@given(values=st.lists(st.text(st.characters(exclude_categories=["Cs"])), min_size=1, max_size=4))
def test_whatever_a_quoted_value_holds_a_comment_is_found_behind_it(values: list[str]) -> None:
    quoted = ["'" + " ".join(value.split()).replace("'", "''") + " # ways-guard: x'" for value in values]
    if not all(character.isprintable() for value in quoted for character in value):
        return
    lines = [f"k{n}: {value} # ways-guard: ignore[WG103] {n}" for n, value in enumerate(quoted)]
    assert [[n + 2] for n in range(len(values))] == [lines for _, lines in _covered(*lines)]


@given(text=st.text(alphabet="ab:#-'\"|> \n\t{[*&w\r\u2028"))
def test_any_frontmatter_can_be_read(text: str) -> None:
    _read(*f"{text} # ways-guard: ignore[WG103] why".split("\n"))
