from __future__ import annotations

from collections.abc import Callable

import pytest

from ways_guard.lint.coverage import Cell, Coverage, Row, State

_STATES = {"+": State.CONFIRMED, "~": State.WEAK, "o": State.STALE, ".": State.MISSING, "X": State.WRONG}

Made = Callable[..., Coverage]


@pytest.fixture
def made() -> Made:
    """A coverage from the signs of each way: `made(["de", "fr"], a="~.")`."""

    def make(languages: list[str], unmeasured: str | None = None, **ways: str) -> Coverage:
        rows = tuple(
            Row(
                name.replace("__", "/"),
                f"ways/{name}.md",
                {code: Cell(_STATES[sign], "why") for code, sign in zip(languages, signs, strict=True)},
            )
            for name, signs in ways.items()
        )
        return Coverage(tuple(languages), rows, unmeasured)

    return make
