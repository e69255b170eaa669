"""The baseline: findings that were there before, kept in a file, so that only new ones fail a run."""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Any

from ways_guard.errors import WaysGuardError
from ways_guard.files import read_bytes
from ways_guard.lint import fingerprint
from ways_guard.lint.model import Finding, Severity
from ways_guard.lint.scope import Scope
from ways_guard.lint.sources import Sources
from ways_guard.way.positions import JsonSyntaxError, parse
from ways_guard.way.text import decode

FILE_NAME = ".ways-guard-baseline.json"
_PARSE_ERRORS = frozenset({"WG101", "WG102", "WG201"})
_CONFIG = frozenset({"WG601", "WG602"})


@dataclass(frozen=True, order=True)
class Entry:
    """One known finding: its path from the repo's top, its rule and its fingerprint."""

    path: str
    code: str
    fingerprint: str


def read(path: Path) -> frozenset[Entry]:
    """The entries of a baseline; none where there is no file.

    Raises WaysGuardError for a file that is no baseline of ours, which hides nothing then.
    """
    if not path.is_file():
        return frozenset()
    try:
        document = parse(decode(read_bytes(path)).text).value
        version, findings = document["version"], document["findings"]
        entries = frozenset(_entry(finding) for finding in findings)
    except (JsonSyntaxError, KeyError, TypeError) as error:
        raise WaysGuardError(f"{path}: not a baseline: write it anew with --write-baseline") from error
    if version != fingerprint.VERSION:
        raise WaysGuardError(f"{path}: version {version} is not ours: write it anew with --write-baseline")
    return entries


def _entry(finding: dict[str, Any]) -> Entry:
    values = [finding[key] for key in ("path", "code", "fingerprint")]
    if not all(isinstance(value, str) for value in values):
        raise TypeError
    return Entry(*values)


def data(entries: Iterable[Entry]) -> bytes:
    """The file for those entries, sorted: the same bytes for the same entries (ASCII, so that any path fits)."""
    findings = [
        {"path": entry.path, "code": entry.code, "fingerprint": entry.fingerprint} for entry in sorted(entries)
    ]
    return (json.dumps({"version": fingerprint.VERSION, "findings": findings}, indent=2) + "\n").encode()


def applied(
    findings: Sequence[Finding], entries: frozenset[Entry], sources: Sources
) -> tuple[list[Finding], frozenset[Entry]]:
    """The findings that the baseline does not know, and the entries that it knows one of the others by."""
    known = {entry.fingerprint: entry for entry in entries}
    kept, used = [], set()
    for finding in findings:
        entry = known.get(finding.fingerprint)
        if entry is None or is_parse_error(finding, sources):
            kept.append(finding)
        else:
            used.add(entry)
    return kept, frozenset(used)


def stale(entries: frozenset[Entry], used: frozenset[Entry], top: Path, scope: Scope) -> frozenset[Entry]:
    """The entries whose finding is gone, as far as the run can tell."""
    return frozenset(entry for entry in entries - used if scope.judges(entry.code, top / entry.path))


def renewed(
    findings: Sequence[Finding], entries: frozenset[Entry], top: Path, scope: Scope, sources: Sources
) -> frozenset[Entry]:
    """The baseline after a run: what was found now, and old entries that the run says nothing of."""
    unjudged = {entry for entry in entries if not scope.judges(entry.code, top / entry.path)}
    hideable = (finding for finding in findings if not is_parse_error(finding, sources))
    return frozenset({*unjudged, *(_known(finding, top) for finding in hideable)})


def _known(finding: Finding, top: Path) -> Entry:
    path = finding.path.relative_to(top) if finding.path.is_relative_to(top) else finding.path
    return Entry(path.as_posix(), finding.code, finding.fingerprint)


def is_parse_error(finding: Finding, sources: Sources) -> bool:
    """Whether a finding says that a file or a line cannot be read: hiding that would hide all that is in it."""
    if finding.code == "WG001":
        return finding.severity is Severity.ERROR
    if finding.code in _CONFIG:
        return not _is_json(sources.text(finding.path))
    return finding.code in _PARSE_ERRORS


@lru_cache(maxsize=4)
def _is_json(text: str) -> bool:
    try:
        parse(text)
    except JsonSyntaxError:
        return False
    return True
