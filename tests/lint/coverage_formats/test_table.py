from __future__ import annotations

from collections.abc import Callable

import pytest

from ways_guard.lint.coverage import Coverage
from ways_guard.lint.coverage_formats.table import render

_EXPECTED = """\
2 ways x 2 languages: 50 % covered (confirmed or weak)

language  confirmed  weak  cannot tell  stale  missing  covered
el                1     0            0      0        1     50 %
pt-br             0     1            0      1        0     50 %

                     e p
                     l t
                       -
                       b
way         covered    r
code/tests      2/2  + ~
docs            0/2  . o

+ confirmed   ~ weak   ? cannot tell   o stale   . missing
Confirmed: no other language fits nearly as well; weak: nothing speaks against
it; cannot tell: too little text of its own.
Stale stubs were not looked for: shallow.
"""


def test_a_small_repo_in_full(made: Callable[..., Coverage]) -> None:
    assert _EXPECTED == render(made(["el", "pt-br"], "shallow", code__tests="+~", docs=".o"))


def test_a_state_that_is_rare_shows_when_it_is_there(made: Callable[..., Coverage]) -> None:
    text = render(made(["de"], a="X"))
    assert "cannot tell  wrong  stale" in text
    assert "? cannot tell   X wrong   o stale" in text


@pytest.mark.parametrize("width", [60, 80, 120])
def test_it_fits_the_terminal_and_every_cell_is_there(made: Callable[..., Coverage], width: int) -> None:
    codes = [f"a{letter}" for letter in "abcdefghijklmnopqrstuvwxyzabcdefghijklmnopqrstuvwxyz"]
    codes = [f"{code}{number}" for number, code in enumerate(codes)]
    name = "some/very/long/path/of/folders/that/ends/in/testing"
    text = render(made(codes, **{name: "+" * 52}), width)
    assert width >= max(map(len, text.splitlines()))
    rows = [line for line in text.splitlines() if line.startswith("...")]
    assert 52 == sum(row.count("+") for row in rows)
    assert all(row.startswith("...rs/that/ends/in/testing"[:8]) or "testing" in row for row in rows)


def test_colours_are_for_terminals(made: Callable[..., Coverage]) -> None:
    coverage = made(["de"], a="X")
    assert "\x1b[" in render(coverage, color=True)
    assert "\x1b[" not in render(coverage)


def test_names_cannot_drive_the_terminal(made: Callable[..., Coverage]) -> None:
    text = render(made(["de"], **{"\x1b[31m[red]x": "+"}))
    assert "\\x1b[31m[red]x" in text
