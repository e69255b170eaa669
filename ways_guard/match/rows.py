"""What each vector of a shard is, as arrays beside the vectors: nothing of half a million records is parsed.

Rows are grouped by language, so that a prompt reads the runs of its own language and of the canonical one.
"""

from __future__ import annotations

import io
import zipfile
import zlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from ways_guard.match import layout
from ways_guard.match.records import BODY, CANONICAL, EXAMPLE, OVERRIDE, STUB, Record

if TYPE_CHECKING:
    import numpy.typing as npt

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
class Rows:
    """For each row its way (a position in the list of triggers.json) and its component (of COMPONENTS).

    The rows of `codes[n]` are `starts[n]` to `starts[n + 1]`. `offsets` say where the row's record begins in the
    file of records, and where the last one ends.
    """

    ways: npt.NDArray[np.int32]
    components: npt.NDArray[np.int8]
    codes: tuple[str, ...]
    starts: npt.NDArray[np.int64]
    offsets: npt.NDArray[np.int64]

    def __len__(self) -> int:
        """How many rows there are."""
        return len(self.ways)

    def run(self, lang: str | None) -> slice:
        """The rows of a language; an empty run where it has none."""
        if lang not in self.codes:
            return slice(0, 0)
        place = self.codes.index(lang)
        return slice(int(self.starts[place]), int(self.starts[place + 1]))


def of_records(records: Sequence[Record], positions: Mapping[str, int], sizes: Sequence[int]) -> Rows:
    """Rows of records grouped by language; `positions` maps ids, `sizes` are the bytes of the records' lines."""
    langs = np.array([record.lang for record in records], dtype=str)
    codes, starts = np.unique(langs, return_index=True)
    return Rows(
        np.array([positions[record.id] for record in records], dtype=np.int32),
        np.array([_COMPONENT[record.kind] for record in records], dtype=np.int8),
        tuple(map(str, codes)),
        np.array([*starts, len(records)], dtype=np.int64),
        np.concatenate([[0], np.cumsum(sizes, dtype=np.int64)]).astype(np.int64),
    )


def dumped(rows: Rows) -> bytes:
    """The file's content."""
    buffer = io.BytesIO()
    arrays: dict[str, Any] = {name: getattr(rows, name) for name in ("ways", "components", "starts", "offsets")}
    np.savez(buffer, codes=np.array(rows.codes, dtype=str), **arrays)
    return buffer.getvalue()


def read(folder: Path, tier: str) -> Rows:
    """The rows of a shard's tier. Raises OSError or ValueError for a file that is missing or damaged."""
    path = folder / layout.ROWS[tier]
    try:
        with path.open("rb") as stream, np.load(stream) as stored:
            codes = tuple(map(str, stored["codes"]))
            rows = Rows(stored["ways"], stored["components"], codes, stored["starts"], stored["offsets"])
    except (KeyError, TypeError, EOFError, zipfile.BadZipFile, zlib.error) as error:
        raise ValueError(f"{path}: damaged") from error
    found = len(rows.starts), len(rows.offsets), len(rows.components)
    if found != (len(codes) + 1, len(rows) + 1, len(rows)):
        raise ValueError(f"{path}: damaged")
    return rows
