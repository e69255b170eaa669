"""The rows of a tier, over all shards: which way, kind and language each vector belongs to."""

from __future__ import annotations

import json
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from ways_guard.match import layout
from ways_guard.match.records import BODY, CANONICAL, EXAMPLE, OVERRIDE, STUB

if TYPE_CHECKING:
    import numpy.typing as npt

    from ways_guard.match.engines.protocol import FloatArray

# What a prompt is compared with; an override stands in for its language's stub.
COMPONENTS = (CANONICAL, STUB, EXAMPLE, BODY)
CANONICAL_ROW, STUB_ROW, EXAMPLE_ROW, BODY_ROW = range(len(COMPONENTS))
_COMPONENT = {
    CANONICAL: CANONICAL_ROW,
    STUB: STUB_ROW,
    OVERRIDE: STUB_ROW,
    EXAMPLE: EXAMPLE_ROW,
    BODY: BODY_ROW,
}


@dataclass(frozen=True)
class Index:
    """Vectors of one tier with what each row is.

    `vectors` has shape (rows, dimension), rows of length 1. `ways`, `components` and `languages` give for each row
    the position of its way among the ways of the set, its component (of COMPONENTS) and its language's position in
    `codes`. `sources` are the text records, for explanations.
    """

    vectors: FloatArray
    ways: npt.NDArray[np.int32]
    components: npt.NDArray[np.int8]
    languages: npt.NDArray[np.int16]
    codes: tuple[str, ...]
    sources: Sequence[Mapping[str, Any]]

    def rows(self, lang: str | None, canonical: Collection[str]) -> npt.NDArray[np.intp]:
        """The rows that a prompt in `lang` is compared with: that language's, and those of canonical languages."""
        wanted = [number for number, code in enumerate(self.codes) if code == lang or code in canonical]
        stub_of_other = (self.components == STUB_ROW) & (self.languages != self._code(lang))
        return np.nonzero(np.isin(self.languages, wanted) & ~stub_of_other)[0]

    def _code(self, lang: str | None) -> int:
        return self.codes.index(lang) if lang in self.codes else -1


def read(shards: Sequence[Path], tier: str, positions: Sequence[Mapping[str, int]]) -> Index | None:
    """The index of a tier over shards; `positions` maps for each shard the ids in force to their position.

    None where no shard has vectors of that tier. Raises OSError or ValueError for a corpus that is damaged.
    """
    blocks: list[FloatArray] = []
    sources: list[dict[str, Any]] = []
    ways: list[int] = []
    for folder, known in zip(shards, positions, strict=True):
        if not (folder / layout.VECTORS[tier]).is_file():
            continue
        records = [json.loads(line) for line in (folder / layout.RECORDS[tier]).read_bytes().splitlines()]
        vectors = _vectors(folder / layout.VECTORS[tier])
        if len(records) != len(vectors):
            raise ValueError(f"{folder}: {len(records)} records but {len(vectors)} vectors")
        kept = [number for number, record in enumerate(records) if record["id"] in known]
        blocks.append(vectors if len(kept) == len(records) else vectors[kept])
        sources.extend(records[number] for number in kept)
        ways.extend(known[records[number]["id"]] for number in kept)
    blocks = [block for block in blocks if len(block)]
    if not blocks:
        return None
    codes = tuple(sorted({str(source["lang"]) for source in sources}))
    return Index(
        blocks[0] if len(blocks) == 1 else np.concatenate(blocks),
        np.array(ways, dtype=np.int32),
        np.array([_COMPONENT[source["kind"]] for source in sources], dtype=np.int8),
        np.array([codes.index(source["lang"]) for source in sources], dtype=np.int16),
        codes,
        sources,
    )


def _vectors(path: Path) -> FloatArray:
    try:
        vectors: FloatArray = np.load(path, mmap_mode="r")
    except EOFError as error:  # numpy's word for an empty file, and no OSError
        raise ValueError(f"{path}: is empty") from error
    return vectors
