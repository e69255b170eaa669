"""Tables kept on disk: making one anew takes longer than linting a changed file. Losing them costs time only."""

from __future__ import annotations

import contextlib
import json
from pathlib import Path

from ways_guard.constants import TABLES_KEPT
from ways_guard.errors import WaysGuardError
from ways_guard.files import write_atomic
from ways_guard.lint.cache import digest, stamp
from ways_guard.lint.confirm.known import Known
from ways_guard.lint.confirm.tables import Table, table

_SUFFIX = ".table"


def kept(known: Known, script: str, folder: Path | None) -> Table:
    """The table of a script from a folder, else made anew and put there; without a folder nothing is kept."""
    if folder is None:
        return table(known, script)
    path = folder / f"{_key(known, script)}{_SUFFIX}"
    found = _read(path)
    if found is None:
        found = table(known, script)
        with contextlib.suppress(WaysGuardError, OSError):
            write_atomic(path, _packed(found))
            _prune(folder)
    return found


def _key(known: Known, script: str) -> str:
    """A name for all that a table is made from."""
    return digest(stamp(), script, *(repr(_sorted(known, code)) for code in known.written_in(script)))


def _sorted(known: Known, code: str) -> object:
    language = known.every[code]
    return (code, language.detector, language.sample, language.function_words, sorted(language.confusable))


def _packed(found: Table) -> bytes:
    head = {"places": found.places, "grams": list(found.rows), "shape": found.values.shape}
    return json.dumps(head).encode() + b"\n" + found.values.astype("<i2").tobytes()


def _read(path: Path) -> Table | None:
    import numpy as np

    try:
        head, _, body = path.read_bytes().partition(b"\n")
        about = json.loads(head)
        values = np.frombuffer(body, "<i2").reshape(about["shape"])
        rows = {gram: row for row, gram in enumerate(about["grams"], 1)}
    except (OSError, ValueError, LookupError, TypeError):
        return None
    return Table(about["places"], rows, values) if len(values) == len(rows) + 1 else None


def _prune(folder: Path) -> None:
    newest = sorted(folder.glob(f"*{_SUFFIX}"), key=lambda path: path.stat().st_mtime, reverse=True)
    for path in newest[TABLES_KEPT:]:
        path.unlink(missing_ok=True)
