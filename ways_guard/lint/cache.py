"""What is kept between runs: findings by the content that they came from. Losing it costs time only."""

from __future__ import annotations

import contextlib
import hashlib
import json
import sys
from collections.abc import Collection, Iterable, Sequence
from pathlib import Path
from typing import Any

from ways_guard import __version__
from ways_guard.constants import LINT_CACHE_BYTES, LINT_CACHES_KEPT
from ways_guard.errors import WaysGuardError
from ways_guard.files import write_atomic
from ways_guard.lint.model import Edit, Finding, Fix, Severity
from ways_guard.way.text import Span

_PARSERS = ("langdetect", "google-re2", "PyYAML")
_PACKAGE = Path(__file__).resolve().parent.parent


def digest(*parts: str | bytes) -> str:
    """A name for values: equal values have the same, others another."""
    found = hashlib.sha256()
    for part in parts:
        data = part if isinstance(part, bytes) else part.encode("utf-8", "surrogatepass")
        found.update(b"%d:" % len(data) + data)
    return found.hexdigest()[:32]


def stamp() -> str:
    """What findings depend on beside files: this version, its code as it is on disk, Python and the parsers."""
    code = sorted(path for path in _PACKAGE.rglob("*") if path.suffix in (".py", ".json", ".jsonl"))
    states = ((path, path.stat()) for path in code if path.parts[len(_PACKAGE.parts)] in ("lint", "way", "match"))
    disk = (f"{path}:{stat.st_size}:{stat.st_mtime_ns}" for path, stat in states)
    return digest(__version__, sys.version, *map(_version, _PARSERS), *disk)


def _version(package: str) -> str:
    """The version of a package, "" where it is not installed."""
    from importlib.metadata import PackageNotFoundError, version

    try:
        return version(package)
    except PackageNotFoundError:
        return ""


class Cache:
    """The store of one repo: values by name, each good for the key that it was put there with."""

    def __init__(self, folder: Path | None, repo: Path) -> None:
        """Open the store of a repo below a folder; without a folder nothing is kept."""
        self._path = folder / f"{digest(str(repo))}.json" if folder else None
        self._values: dict[str, list[Any]] = _load(self._path) if self._path else {}
        self._changed = False

    @property
    def is_open(self) -> bool:
        """Whether anything is kept at all."""
        return self._path is not None

    def get(self, name: str, key: str) -> Any:
        """The value of that name, None where there is none for that key."""
        entry = self._values.get(name)
        return entry[1] if isinstance(entry, list) and len(entry) == 2 and entry[0] == key else None

    def put(self, name: str, key: str, value: Any) -> None:
        """Keep a value that JSON can hold."""
        self._values[name] = [key, value]
        self._changed = True

    def findings(self, name: str, key: str) -> list[Finding] | None:
        """Findings that were kept; None where there are none for that key, or where they cannot be read."""
        try:
            return [_unpacked(item) for item in self.get(name, key)]
        except (TypeError, ValueError, LookupError):
            return None

    def put_findings(self, name: str, key: str, findings: Iterable[Finding]) -> None:
        """Keep findings."""
        self.put(name, key, [_packed(finding) for finding in findings])

    def save(self, names: Collection[str]) -> None:
        """Write what changed, of those names alone. A store that cannot be written is no error."""
        if not (self._path and self._changed):
            return
        kept = {name: entry for name, entry in self._values.items() if name in names}
        data = json.dumps(kept, separators=(",", ":")).encode()
        if len(data) <= LINT_CACHE_BYTES:
            with contextlib.suppress(WaysGuardError, OSError):
                write_atomic(self._path, data)
                _prune(self._path.parent)


def _load(path: Path) -> dict[str, list[Any]]:
    try:
        values = json.loads(path.read_bytes())
    except (OSError, ValueError, RecursionError):
        return {}
    return values if isinstance(values, dict) else {}


def _prune(folder: Path) -> None:
    """Remove the stores of repos that were linted longest ago."""
    stores = sorted(folder.glob("*.json"), key=lambda path: path.stat().st_mtime, reverse=True)
    for path in stores[LINT_CACHES_KEPT:]:
        path.unlink(missing_ok=True)


def _packed(finding: Finding) -> Sequence[Any]:
    fix = finding.fix
    edits = [[edit.start, edit.end, edit.text] for edit in fix.edits] if fix else []
    place = finding.span
    return (
        str(finding.path),
        (place.line, place.column, place.end_line, place.end_column),
        finding.code,
        finding.name,
        finding.severity.value,
        finding.message,
        (edits, fix.strip_bom, fix.safe) if fix else None,
        finding.fingerprint,
    )


def _unpacked(item: Sequence[Any]) -> Finding:
    path, place, code, name, severity, message, fix, fingerprint = item
    mend = Fix(tuple(Edit(*edit) for edit in fix[0]), fix[1], fix[2]) if fix else None
    return Finding(Path(path), Span(*place), code, name, Severity(severity), message, mend, fingerprint)
