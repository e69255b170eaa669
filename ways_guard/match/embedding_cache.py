"""Vectors of texts that were embedded before, by model, revision and text: changing one stub embeds one text.

Keys are hashes; no text is stored. Any fault of the cache costs time, never the build.
"""

from __future__ import annotations

import contextlib
import hashlib
import sqlite3
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from ways_guard.constants import EMBEDDING_CACHE_ROWS
from ways_guard.match import shipped
from ways_guard.match.engines import asking

if TYPE_CHECKING:
    from ways_guard.match.engines.protocol import FloatArray, Model

Progress = Callable[[int], None]
_FILE = "embeddings.sqlite3"
_BATCH = 32  # Texts between two steps of a progress bar; about a second of the embedded model.
_PATIENCE = 5.0  # Seconds to wait for another process that writes; a batch takes it milliseconds.
# Without the index on `added` each new row would cost a look at all the others.
_TABLES = """CREATE TABLE IF NOT EXISTS vectors
    (key BLOB PRIMARY KEY, vector BLOB NOT NULL, added INTEGER NOT NULL) WITHOUT ROWID;
    CREATE INDEX IF NOT EXISTS by_age ON vectors (added)"""


def embed(
    model: Model, texts: Sequence[str], folder: Path, role: str = "passage", progress: Progress | None = None
) -> FloatArray:
    """Embed texts as passages or queries, taking from the cache in `folder` what is there and adding what is not.

    `progress` is called with the number of texts that have become ready. Shape (len(texts), dimension). Raises
    WaysGuardError where the model fails; what it had embedded until then is kept.
    """
    import numpy as np

    keys = [key_of(model, role, text) for text in texts]
    with contextlib.closing(_Store(folder / _FILE)) as store:
        known = store.load(keys)
        known |= _shipped(key for key in keys if key not in known)
        missing = list({key: text for key, text in zip(keys, texts, strict=True) if key not in known}.items())
        _report(progress, sum(key in known for key in keys))
        uses = Counter(keys)
        for start in range(0, len(missing), _BATCH):
            batch = missing[start : start + _BATCH]
            vectors = asking.vectors(model, [text for _, text in batch], role)
            fresh = {key: vector.tobytes() for (key, _), vector in zip(batch, vectors, strict=True)}
            known.update(fresh)
            store.save(fresh)
            _report(progress, sum(uses[key] for key in fresh))
    if not keys:
        return np.zeros((0, 0), dtype=np.float32)
    return np.stack([np.frombuffer(known[key], dtype=np.float32) for key in keys])


def _report(progress: Progress | None, count: int) -> None:
    if progress and count:
        progress(count)


def _shipped(keys: Iterable[bytes]) -> dict[bytes, bytes]:
    wanted = list(keys)
    there = shipped.vectors() if wanted else {}
    return {key: there[key] for key in wanted if key in there}


def key_of(model: Model, role: str, text: str) -> bytes:
    """What a vector is kept under: a hash of the model, its revision, the role and the text."""
    name = "\0".join((model.id, model.revision, role, text)).encode("utf-8", "surrogatepass")
    return hashlib.sha256(name).digest()


class _Store:
    """The table, or nothing at all where it cannot be used: the first fault ends its use."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._connection: sqlite3.Connection | None = None
        with self._spared():
            self._connect()

    def load(self, keys: Sequence[bytes]) -> dict[bytes, bytes]:
        """The vectors that are there, by key."""
        found: dict[bytes, bytes] = {}
        with self._spared():
            for start in range(0, len(keys), 500):
                if self._connection is not None:
                    part = keys[start : start + 500]
                    marks = ",".join("?" * len(part))
                    query = f"SELECT key, vector FROM vectors WHERE key IN ({marks})"
                    found.update(self._connection.execute(query, part).fetchall())
        return found

    def save(self, vectors: dict[bytes, bytes]) -> None:
        """Add vectors and drop the oldest ones over the bound."""
        with self._spared():
            if self._connection is not None:
                with self._connection:
                    self._connection.executemany(
                        "INSERT OR IGNORE INTO vectors SELECT ?, ?, COALESCE(MAX(added), 0) + 1 FROM vectors",
                        vectors.items(),
                    )
                    self._connection.execute(
                        "DELETE FROM vectors WHERE added <= (SELECT MAX(added) FROM vectors) - ?",
                        (EMBEDDING_CACHE_ROWS,),
                    )

    def close(self) -> None:
        """Let go of the file."""
        if self._connection is not None:
            self._connection.close()
            self._connection = None

    @contextlib.contextmanager
    def _spared(self) -> Iterator[None]:
        """Nothing that happens to the cache gets out; a damaged one is started anew."""
        try:
            yield
        except (OSError, sqlite3.Error) as error:
            self.close()
            # Locked, full, read-only and the like are subclasses; the class itself means that the file is none.
            if type(error) is sqlite3.DatabaseError:
                with contextlib.suppress(OSError, sqlite3.Error):
                    for path in (self._path, self._path.with_name(f"{self._path.name}-journal")):
                        path.unlink(missing_ok=True)
                    self._connect()

    def _connect(self) -> None:
        self._path.parent.mkdir(parents=True, exist_ok=True)
        self._connection = sqlite3.connect(self._path, timeout=_PATIENCE)
        self._connection.executescript(_TABLES)
