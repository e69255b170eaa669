"""The rows of a tier over all shards: which way and kind each vector belongs to, and which ones a prompt reads."""

from __future__ import annotations

import json
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from ways_guard.match import layout, rows
from ways_guard.match.rows import STUB_ROW, Rows

if TYPE_CHECKING:
    import numpy.typing as npt

    from ways_guard.match.engines.protocol import FloatArray


@dataclass(frozen=True)
class Block:
    """The rows of one shard; `vectors` (rows, dimension), each of length 1, stay on disk until they are read.

    `ways` gives for each row the position of its way among the ways of the set, -1 where it is not in force.
    """

    vectors: FloatArray
    rows: Rows
    ways: npt.NDArray[np.int32]
    records: Path

    def record(self, row: int) -> Mapping[str, Any]:
        """The text record of a row. Raises OSError or ValueError where it cannot be read."""
        start, end = map(int, self.rows.offsets[row : row + 2])
        with self.records.open("rb") as stream:
            stream.seek(start)
            found: dict[str, Any] = json.loads(stream.read(end - start))
        return found


@dataclass(frozen=True)
class Run:
    """Rows of a block in one language, and which of them a prompt is compared with."""

    block: Block
    rows: slice
    kept: npt.NDArray[np.bool_]

    def cosines(self, query: FloatArray) -> FloatArray:
        """Of a vector of shape (dimension,) with each row that is kept."""
        return np.asarray(self.block.vectors[self.rows] @ query, dtype=np.float32)[self.kept]


@dataclass(frozen=True)
class Index:
    """The blocks of a tier."""

    blocks: tuple[Block, ...]

    @property
    def codes(self) -> frozenset[str]:
        """The languages that rows are in."""
        return frozenset(code for block in self.blocks for code in block.rows.codes)

    @property
    def size(self) -> int:
        """How many rows of ways in force there are."""
        return sum(int((block.ways >= 0).sum()) for block in self.blocks)

    def runs(self, lang: str | None, canonical: Collection[str]) -> list[Run]:
        """What a prompt in `lang` is compared with: the rows in that language, and those in canonical languages.

        Of the latter no stubs: a prompt has its own language's.
        """
        found = []
        for block in self.blocks:
            for code in sorted({*canonical, lang or ""}):
                part = block.rows.run(code)
                kept = block.ways[part] >= 0
                if code != lang:
                    kept &= block.rows.components[part] != STUB_ROW
                if kept.any():
                    found.append(Run(block, part, kept))
        return found


def ways(runs: Sequence[Run]) -> npt.NDArray[np.int32]:
    """The position of the way of each row of some runs."""
    return _joined([run.block.ways[run.rows][run.kept] for run in runs], np.int32)


def components(runs: Sequence[Run]) -> npt.NDArray[np.int8]:
    """The component of each row of some runs."""
    return _joined([run.block.rows.components[run.rows][run.kept] for run in runs], np.int8)


def cosines(runs: Sequence[Run], query: FloatArray) -> FloatArray:
    """The cosine of a vector with each row of some runs."""
    return _joined([run.cosines(query) for run in runs], np.float32)


def nearest(runs: Sequence[Run], query: FloatArray, way: int) -> tuple[Mapping[str, Any], float] | None:
    """The record of a way's row that is nearest to a vector, and its cosine; None where it has no row there."""
    best: tuple[float, Block, int] | None = None
    for run in runs:
        rows_of = np.flatnonzero(run.kept & (run.block.ways[run.rows] == way)) + run.rows.start
        if len(rows_of):
            found = run.block.vectors[rows_of] @ query
            top = int(found.argmax())
            if best is None or found[top] > best[0]:
                best = float(found[top]), run.block, int(rows_of[top])
    return (best[1].record(best[2]), best[0]) if best else None


def _joined(parts: Sequence[npt.NDArray[Any]], dtype: Any) -> npt.NDArray[Any]:
    return np.concatenate(parts) if parts else np.zeros(0, dtype=dtype)


def read(
    shards: Sequence[Path], tier: str, orders: Sequence[Sequence[str]], positions: Sequence[Mapping[str, int]]
) -> Index | None:
    """The index of a tier over shards.

    For each shard `orders` are the ids of its triggers.json, and `positions` maps those in force to their place in
    the set. None where no shard has rows of that tier. Raises OSError or ValueError for a corpus that is damaged.
    """
    blocks = []
    for folder, order, known in zip(shards, orders, positions, strict=True):
        if not (folder / layout.VECTORS[tier]).is_file():
            continue
        found, vectors = rows.read(folder, tier), _vectors(folder / layout.VECTORS[tier])
        if len(found) != len(vectors):
            raise ValueError(f"{folder}: {len(found)} rows but {len(vectors)} vectors")
        if len(found) and not 0 <= found.ways.min() <= found.ways.max() < len(order):
            raise ValueError(f"{folder}: rows of unknown ways")
        if len(found):
            places = np.array([known.get(node, -1) for node in order], dtype=np.int32)
            blocks.append(Block(vectors, found, places[found.ways], folder / layout.RECORDS[tier]))
    return Index(tuple(blocks)) if any((block.ways >= 0).any() for block in blocks) else None


def _vectors(path: Path) -> FloatArray:
    try:
        vectors: FloatArray = np.load(path, mmap_mode="r")
    except EOFError as error:  # numpy's word for an empty file, and no OSError
        raise ValueError(f"{path}: is empty") from error
    return vectors
