"""What is kept on disk, since making it takes longer than linting a changed file. Losing it costs time only."""

from __future__ import annotations

import contextlib
import json
from functools import lru_cache
from pathlib import Path
from typing import Any

from ways_guard.constants import LINT_CACHE_BYTES, TABLES_KEPT
from ways_guard.errors import WaysGuardError
from ways_guard.files import write_atomic
from ways_guard.lint.cache import digest, stamp
from ways_guard.lint.confirm.known import Known
from ways_guard.lint.confirm.model import Judgement, Verdict
from ways_guard.lint.confirm.tables import Table, table
from ways_guard.way.languages import Language

_TABLE, _JUDGED = ".table", ".judged"


def kept_table(known: Known, script: str, folder: Path | None) -> Table:
    """The table of a script from a folder, else made anew and put there; without a folder nothing is kept."""
    if folder is None:
        return table(known, script)
    languages = (repr(_parts(known.every[code])) for code in known.written_in(script))
    path = folder / f"{digest(_stamp(), script, *languages)}{_TABLE}"
    found = _read_table(path)
    if found is None:
        found = table(known, script)
        _write(path, _packed_table(found))
    return found


class Judged:
    """Judgements of a repo's stubs by what they were made from."""

    def __init__(self, folder: Path | None, repo: Path, about: str) -> None:
        """Those that were kept for a repo under the same `about`, which names all but the stub itself."""
        self._path = folder / f"{digest(str(repo))}{_JUDGED}" if folder else None
        self._about = digest(_stamp(), about)
        self._known = _read_judged(self._path, self._about) if self._path else {}
        self._used: dict[str, Any] = {}

    def get(self, key: str) -> Judgement | None:
        """The judgement of that key, None where there is none that can be read."""
        try:
            verdict, evidence, language, form = self._known[key]
            found = Judgement(Verdict(verdict), str(evidence), language, bool(form))
        except (LookupError, TypeError, ValueError):
            return None
        self.put(key, found)
        return found

    def put(self, key: str, found: Judgement) -> None:
        """Keep a judgement."""
        self._used[key] = (found.verdict.value, found.evidence, found.language, found.form)

    def save(self) -> None:
        """Write what was asked for, where that is not what there was. A folder that is read-only is no error."""
        if self._path and self._used.keys() != self._known.keys():
            data = json.dumps({"about": self._about, "judged": self._used}, separators=(",", ":")).encode()
            if len(data) <= LINT_CACHE_BYTES:
                _write(self._path, data)


@lru_cache(maxsize=1)
def _stamp() -> str:
    return stamp()


def _parts(language: Language) -> tuple[object, ...]:
    """All of a language that a table is made from, in an order that is the same in every process."""
    near = sorted(language.confusable)
    return (language.code, language.detector, language.sample, language.function_words, near)


def _packed_table(found: Table) -> bytes:
    head = {"places": found.places, "grams": list(found.rows), "width": found.width}
    return json.dumps(head).encode() + b"\n" + found.data


def _read_table(path: Path) -> Table | None:
    try:
        head, _, data = path.read_bytes().partition(b"\n")
        about = json.loads(head)
        width = int(about["width"])
        rows = {gram: 4 * width * row for row, gram in enumerate(about["grams"])}
        places = dict(about["places"])
    except (OSError, ValueError, LookupError, TypeError):
        return None
    return Table(places, rows, data, width) if len(data) == 4 * width * len(rows) else None


def _read_judged(path: Path, about: str) -> dict[str, Any]:
    try:
        kept = json.loads(path.read_bytes())
        return dict(kept["judged"]) if kept["about"] == about else {}
    except (OSError, ValueError, LookupError, TypeError):
        return {}


def _write(path: Path, data: bytes) -> None:
    with contextlib.suppress(WaysGuardError, OSError):
        write_atomic(path, data)
        of_its_kind = path.parent.glob(f"*{path.suffix}")
        newest = sorted(of_its_kind, key=lambda each: each.stat().st_mtime, reverse=True)
        for old in newest[TABLES_KEPT:]:
            old.unlink(missing_ok=True)
