from __future__ import annotations

import threading
import time
from collections.abc import Sequence
from concurrent.futures import TimeoutError as GaveUp

import numpy as np
import pytest

from ways_guard.match.daemon.embedding import Embedding
from ways_guard.match.engines import Models
from ways_guard.match.engines.protocol import FloatArray, Model


class Slow:
    """A model that notes when it was at work, and for how many at once."""

    revision = "1"
    cold_start = 0.0

    def __init__(self, name: str = "slow", seconds: float = 0.05) -> None:
        self.id = name
        self.seconds = seconds
        self.texts: list[str] = []
        self.at_once = self.most = 0

    def queries(self, texts: Sequence[str]) -> FloatArray:
        self.at_once += 1
        self.most = max(self.most, self.at_once)
        self.texts += texts
        time.sleep(self.seconds)
        self.at_once -= 1
        return np.ones((len(texts), 2), dtype=np.float32)

    passages = queries


def _shared(embedding: Embedding, model: Model) -> Model:
    shared = embedding.shared(Models(multilingual=model)).multilingual
    assert shared
    return shared


def test_texts_of_many_threads_are_embedded_one_after_another() -> None:
    slow, embedding = Slow(), Embedding()
    shared = _shared(embedding, slow)
    results: list[tuple[int, ...]] = []
    ask = lambda number: results.append(shared.queries([str(number)]).shape)  # noqa: E731
    threads = [threading.Thread(target=ask, args=(number,)) for number in range(5)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert [(1, 2)] * 5 == results
    assert 1 == slow.most


def test_a_model_begins_to_load_before_it_is_asked() -> None:
    slow, embedding = Slow(seconds=0), Embedding()
    _shared(embedding, slow)
    until = time.monotonic() + 10
    while not slow.texts and time.monotonic() < until:
        time.sleep(0.001)
    assert slow.texts


def test_equal_models_are_one() -> None:
    embedding = Embedding()
    first, second = Slow(), Slow()
    assert _shared(embedding, first) is _shared(embedding, second)
    assert _shared(embedding, first) is not _shared(embedding, Slow("other"))
    assert ["slow@1", "other@1"] == embedding.names()
    assert [] == second.texts


def test_who_has_no_time_left_is_let_go_and_its_text_is_not_embedded_any_more() -> None:
    slow, embedding = Slow(seconds=0.3), Embedding()
    shared = _shared(embedding, slow)
    embedding.wait_until(time.monotonic() + 0.05)
    start = time.monotonic()
    with pytest.raises((GaveUp, TimeoutError)):
        shared.queries(["too late"])
    assert time.monotonic() - start < 0.25
    embedding.wait_until(time.monotonic() + 20)
    shared.queries(["in time"])
    assert "too late" not in slow.texts


def test_what_goes_wrong_in_a_model_is_the_askers_fault_to_bear() -> None:
    class Broken(Slow):
        def queries(self, texts: Sequence[str]) -> FloatArray:
            raise ValueError(f"no weights for {len(texts)}")

    shared = _shared(Embedding(), Broken("broken"))
    for _ in range(2):
        with pytest.raises(ValueError, match="no weights"):
            shared.queries(["x"])
