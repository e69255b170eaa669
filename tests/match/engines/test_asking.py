from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

from tests.match.words import Words
from ways_guard.errors import WaysGuardError
from ways_guard.match.engines import asking

TEXTS = ["a commit", "a test"]


class Odd(Words):
    """A model that answers what a function makes of the right answer."""

    def __init__(self, change: Callable[[Any], Any]) -> None:
        super().__init__("odd")
        self._change = change

    def passages(self, texts: Any) -> Any:
        return self._change(super().passages(texts))


def _raise(error: Exception) -> Callable[[Any], Any]:
    def change(_: Any) -> Any:
        raise error

    return change


@pytest.mark.parametrize("role", ["query", "passage"])
def test_vectors_are_the_models(role: str) -> None:
    expected = Words().passages(TEXTS)
    for change in (np.asarray, np.float64, lambda vectors: [list(map(float, vector)) for vector in vectors]):
        found = asking.vectors(Odd(change), TEXTS, role)
        assert np.float32 == found.dtype
        assert np.array_equal(expected, found)


@pytest.mark.parametrize(
    "change",
    [
        lambda vectors: np.where(np.arange(2)[:, None] == 1, np.nan, vectors),
        lambda vectors: np.where(np.arange(2)[:, None] == 1, np.inf, vectors),
        lambda vectors: vectors[:-1],
        lambda vectors: vectors[0],
        lambda _: None,
        lambda _: [[0.1], [0.1, 0.2]],
        _raise(RuntimeError("GPU on\nfire")),
    ],
    ids=["nan", "infinite", "too few", "one", "none", "ragged", "raises"],
)
def test_what_is_no_vectors_is_one_line_that_names_the_model(change: Callable[[Any], Any]) -> None:
    with pytest.raises(WaysGuardError, match=r"\Athe model odd cannot embed \(.+\): install [^\n]+\Z"):
        asking.vectors(Odd(change), TEXTS, "query")


@pytest.mark.parametrize("error", [WaysGuardError("weights.onnx: fetch the model again"), TimeoutError()])
def test_what_says_enough_itself_is_let_through(error: Exception) -> None:
    with pytest.raises(type(error)) as raised:
        asking.vectors(Odd(_raise(error)), TEXTS, "query")
    assert error is raised.value
