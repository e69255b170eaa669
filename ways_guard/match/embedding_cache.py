"""Vectors of texts that were embedded before, by model, revision and text: changing one stub embeds one text.

Keys are hashes; no text is stored. Any fault of the cache costs time, never the build.
"""

from __future__ import annotations

import contextlib
import hashlib
import sqlite3
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from ways_guard.constants import EMBEDDING_CACHE_ROWS

if TYPE_CHECKING:
    from ways_guard.match.engines.protocol import FloatArray, Model

Progress = Callable[[int], None]
_BATCH = 32  # Texts between two steps of a progress bar; about a second of the embedded model.
_TABLE = """CREATE TABLE IF NOT EXISTS vectors
    (key BLOB PRIMARY KEY, vector BLOB NOT NULL, added INTEGER NOT NULL) WITHOUT ROWID"""


def embed(
    model: Model, texts: Sequence[str], folder: Path, role: str = "passage", progress: Progress | None = None
) -> FloatArray:
    """Embed texts as passages or queries, taking from the cache in `folder` what is there and adding what is not.

    `progress` is called with the number of texts that have become ready. Shape (len(texts), dimension).
    """
    import numpy as np

    keys = [_key(model, role, text) for text in texts]
    with _open(folder) as store:
        known = store.load(keys)
        missing = list({key: text for key, text in zip(keys, texts, strict=True) if key not in known}.items())
        _report(progress, sum(key in known for key in keys))
        encode = model.queries if role == "query" else model.passages
        for start in range(0, len(missing), _BATCH):
            batch = missing[start : start + _BATCH]
            vectors = np.asarray(encode([text for _, text in batch]), dtype=np.float32)
            fresh = {key: vector.tobytes() for (key, _), vector in zip(batch, vectors, strict=True)}
            known.update(fresh)
            store.save(fresh)
            _report(progress, len(batch))
    if not keys:
        return np.zeros((0, 0), dtype=np.float32)
    return np.stack([np.frombuffer(known[key], dtype=np.float32) for key in keys])


def _report(progress: Progress | None, count: int) -> None:
    if progress and count:
        progress(count)


def _key(model: Model, role: str, text: str) -> bytes:
    name = "\0".join((model.id, model.revision, role, text)).encode("utf-8", "surrogatepass")
    return hashlib.sha256(name).digest()


class _Store:
    """The table, or nothing at all where it cannot be opened."""

    def __init__(self, connection: sqlite3.Connection | None) -> None:
        self._connection = connection

    def load(self, keys: Sequence[bytes]) -> dict[bytes, bytes]:
        """The vectors that are there, by key."""
        found: dict[bytes, bytes] = {}
        with contextlib.suppress(sqlite3.Error):
            for start in range(0, len(keys) if self._connection else 0, 500):
                part = keys[start : start + 500]
                marks = ",".join("?" * len(part))
                rows = self._connection.execute(  # type: ignore[union-attr]
                    f"SELECT key, vector FROM vectors WHERE key IN ({marks})",
                    part,
                )
                found.update(rows.fetchall())
        return found

    def save(self, vectors: dict[bytes, bytes]) -> None:
        """Add vectors and drop the oldest ones over the bound."""
        if self._connection is None:
            return
        with contextlib.suppress(sqlite3.Error), self._connection:
            self._connection.executemany(
                "INSERT OR IGNORE INTO vectors SELECT ?, ?, COALESCE(MAX(added), 0) + 1 FROM vectors",
                vectors.items(),
            )
            self._connection.execute(
                "DELETE FROM vectors WHERE added <= (SELECT MAX(added) FROM vectors) - ?",
                (EMBEDDING_CACHE_ROWS,),
            )


@contextlib.contextmanager
def _open(folder: Path) -> Iterator[_Store]:
    connection = None
    try:
        folder.mkdir(parents=True, exist_ok=True)
        connection = sqlite3.connect(folder / "embeddings.sqlite3", timeout=5)
        connection.execute(_TABLE)
    except (OSError, sqlite3.Error):
        connection = None
    try:
        yield _Store(connection)
    finally:
        if connection is not None:
            connection.close()
