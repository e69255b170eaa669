"""Fitting a tier's head on the rows of an index, with margins that its cross-fitted siblings give.

What sets a threshold is never what a head was fitted on: rows and background prompts fall into folds, and the
margins of each fold are those of a head that was fitted on the others.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from ways_guard.constants import EXAMPLE_WEIGHT, FOLDS
from ways_guard.match import head
from ways_guard.match.head import Head, Moments
from ways_guard.match.rows import BODY_ROW, EXAMPLE_ROW

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    import numpy.typing as npt

    from ways_guard.match.engines.protocol import FloatArray
    from ways_guard.match.index import Block, Index

_PART = 8_192  # Rows that are read at a time: 12 MB of vectors at 384 dimensions.


@dataclass(frozen=True)
class Rows:
    """The rows of ways in force that a head learns from. `places` are (block, row)."""

    blocks: Sequence[Block]
    places: npt.NDArray[np.int64]
    ways: npt.NDArray[np.int32]
    components: npt.NDArray[np.int8]
    langs: Sequence[str]

    def __len__(self) -> int:
        """How many rows there are."""
        return len(self.ways)

    def vector(self, row: int) -> FloatArray:
        """The vector of a row."""
        block, place = map(int, self.places[row])
        return np.array(self.blocks[block].vectors[place])

    def parts(self) -> Iterator[tuple[slice, FloatArray]]:
        """All vectors in parts that memory always has room for, with their places among the rows."""
        for number, block in enumerate(self.blocks):
            inside = np.flatnonzero(self.places[:, 0] == number)
            for start in range(0, len(inside), _PART):
                part = slice(int(inside[start]), int(inside[min(start + _PART, len(inside)) - 1]) + 1)
                yield part, np.asarray(block.vectors[self.places[part, 1]])


@dataclass(frozen=True)
class Fitted:
    """A head, and the margins of its cross-fitted siblings.

    `background` has shape (prompts, ways); `aliases` those of the asked rows for their own way.
    """

    head: Head
    background: FloatArray
    aliases: FloatArray


def rows_of(index: Index) -> Rows:
    """The rows of an index that a head learns from; the body of a way only where it has no examples."""
    told = {
        int(way) for block in index.blocks for way in np.unique(block.ways[block.rows.components == EXAMPLE_ROW])
    }
    langs: list[str] = []
    places, ways, components = [], [], []
    for number, block in enumerate(index.blocks):
        taught = (block.rows.components != BODY_ROW) | ~np.isin(block.ways, sorted(told))
        kept = np.flatnonzero(taught & (block.ways >= 0))
        places.append(np.stack([np.full(len(kept), number), kept], axis=1))
        of_lang = np.searchsorted(block.rows.starts, kept, side="right") - 1
        langs.extend(np.array(block.rows.codes, dtype=object)[of_lang])
        ways.append(block.ways[kept])
        components.append(block.rows.components[kept])
    return Rows(index.blocks, np.concatenate(places), np.concatenate(ways), np.concatenate(components), langs)


def fit(every: Rows, prompts: FloatArray, ways: int, asked: npt.NDArray[np.intp]) -> Fitted:
    """The head of all rows and background prompts (their centred vectors), and what its siblings say of some."""
    labels = np.concatenate([every.ways, np.full(len(prompts), ways)]).astype(np.intp)
    parts = folds(labels)
    kind = head.affordable(len(labels), ways + 1)
    fitted = (_logistic if kind == head.LOGISTIC else _closed)(every, prompts, labels, parts)
    background = np.empty((len(prompts), ways), dtype=np.float32)
    aliases = np.empty(len(asked), dtype=np.float32)
    questions = np.array([every.vector(row) for row in asked], dtype=np.float32).reshape(
        len(asked), prompts.shape[1]
    )
    for fold in range(FOLDS):
        sibling = fitted(fold)
        out = parts[len(every) :] == fold
        background[out] = sibling.margins(prompts[out])
        out = parts[asked] == fold
        if out.any():
            aliases[out] = sibling.margins(questions[out])[np.arange(out.sum()), labels[asked[out]]]
    return Fitted(fitted(None), background, aliases)


def _logistic(
    every: Rows, prompts: FloatArray, labels: npt.NDArray[np.intp], parts: npt.NDArray[np.intp]
) -> Callable[[int | None], Head]:
    vectors = np.concatenate([*(part for _, part in every.parts()), prompts])
    weights = np.ones(len(vectors), dtype=np.float32)
    weights[: len(every)][every.components == EXAMPLE_ROW] = EXAMPLE_WEIGHT

    def fitted(fold: int | None) -> Head:
        kept = parts != (-1 if fold is None else fold)
        return head.fit(vectors[kept], labels[kept], int(labels[-1]) + 1, weights[kept])

    return fitted


def _closed(
    every: Rows, prompts: FloatArray, labels: npt.NDArray[np.intp], parts: npt.NDArray[np.intp]
) -> Callable[[int | None], Head]:
    moments = [Moments.none(int(labels[-1]) + 1, prompts.shape[1]) for _ in range(FOLDS)]
    tail = slice(len(every), len(labels))
    for where, vectors in (*every.parts(), (tail, prompts)):
        for fold, own in enumerate(moments):
            chosen = parts[where] == fold
            own.add(vectors[chosen], labels[where][chosen])
    everything = head.total(moments)
    return lambda fold: head.closed(everything if fold is None else everything.without(moments[fold]))


def folds(labels: npt.NDArray[np.intp]) -> npt.NDArray[np.intp]:
    """Which fold each row is held out in: every class is spread evenly over the folds, and in no order.

    Rows are sorted by language and kind; taken as they come, all stubs of a way could fall into one fold.
    """
    mixed = np.arange(len(labels), dtype=np.uint64) * np.uint64(2_654_435_761) % np.uint64(1 << 32)
    order = np.lexsort((mixed, labels))
    starts = np.flatnonzero(np.diff(labels[order], prepend=-1))
    ranks = np.arange(len(labels)) - np.repeat(starts, np.diff(starts, append=len(labels)))
    folds = np.empty(len(labels), dtype=np.intp)
    folds[order] = ranks % FOLDS
    return folds
