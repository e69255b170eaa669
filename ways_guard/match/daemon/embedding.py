"""Models that are loaded once and embed one text at a time, for as long as somebody waits for it."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import TYPE_CHECKING

from ways_guard.match.engines import Models

if TYPE_CHECKING:
    from ways_guard.match.engines.protocol import FloatArray, Model

_WARMING = "warm"


class Embedding:
    """All models of this process, by id and revision. One text at a time: each takes all processors."""

    def __init__(self) -> None:
        self._thread = ThreadPoolExecutor(max_workers=1, thread_name_prefix="embedding")
        self._waiting = threading.local()
        self._models: dict[tuple[str, str], Queued] = {}
        self._since: float | None = None

    def busy(self) -> float:
        """Seconds that the text at work has taken until now, 0 where none is."""
        since = self._since
        return 0.0 if since is None else time.monotonic() - since

    def wait_until(self, deadline: float) -> None:
        """How long the calling thread waits for vectors from now on (of time.monotonic)."""
        self._waiting.until = deadline

    def shared(self, models: Models) -> Models:
        """The same models as this process has them; new ones begin to load."""
        return Models(self._one(models.multilingual), self._one(models.english), models.notes)

    def names(self) -> list[str]:
        """Ids and revisions of what has been loaded."""
        return [f"{name}@{revision}" for name, revision in self._models]

    def _one(self, model: Model | None) -> Queued | None:
        if model is None:
            return None
        key = model.id, model.revision
        found = self._models.get(key)
        if found is None:
            found = self._models.setdefault(key, Queued(model, self.run))
            self._thread.submit(self._embed, model.queries, [_WARMING])
        return found

    def run(self, job: Callable[[Sequence[str]], FloatArray], texts: Sequence[str]) -> FloatArray:
        """Embed in turn. Raises TimeoutError when the caller's time is up first."""
        until = getattr(self._waiting, "until", None)
        future = self._thread.submit(self._embed, job, texts)
        try:
            return future.result(None if until is None else max(until - time.monotonic(), 0.0))
        finally:
            future.cancel()  # what has not begun by now is not waited for any more

    def _embed(self, job: Callable[[Sequence[str]], FloatArray], texts: Sequence[str]) -> FloatArray:
        self._since = time.monotonic()
        try:
            return job(texts)
        finally:
            self._since = None


class Queued:
    """A model whose calls wait their turn."""

    def __init__(self, model: Model, run: Callable[..., FloatArray]) -> None:
        self._model = model
        self._run = run
        self.id = model.id
        self.revision = model.revision
        self.cold_start = model.cold_start

    def queries(self, texts: Sequence[str]) -> FloatArray:
        """As the model's."""
        return self._run(self._model.queries, texts)

    def passages(self, texts: Sequence[str]) -> FloatArray:
        """As the model's."""
        return self._run(self._model.passages, texts)
