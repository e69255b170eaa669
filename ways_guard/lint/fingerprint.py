"""What a finding is known by when lines move: baseline, SARIF and Code Climate share it.

It is made of the rule, the path from the repo's top and the text that the finding points at, and so changes when
that text does. Equal findings of a file are numbered in their order.
"""

from __future__ import annotations

import hashlib
import json
import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

from ways_guard.lint.model import Finding
from ways_guard.lint.places import place
from ways_guard.lint.sources import Sources

VERSION = 1  # Raised when findings get other fingerprints; baselines of an older version are refused.
_LENGTH = 32  # Hexadecimal digits: 128 bits.
_COUNTS = re.compile(r"\w*\d\w*")  # Numbers, dates and revisions in a message change with every edit.


def marked(findings: Sequence[Finding], top: Path, sources: Sources) -> list[Finding]:
    """The findings in order of path and place, each with its fingerprint."""
    seen: Counter[str] = Counter()
    done = []
    for finding in sorted(findings, key=lambda finding: finding.sort_key):
        identity = _identity(finding, top, sources)
        done.append(replace(finding, fingerprint=_digest(identity, seen[identity])))
        seen[identity] += 1
    return done


def _identity(finding: Finding, top: Path, sources: Sources) -> str:
    """What is equal for equal findings; what points at no text is told apart by its message."""
    where = place(finding, sources)
    text = where.text or _COUNTS.sub("", finding.message)
    path = finding.path.relative_to(top) if finding.path.is_relative_to(top) else finding.path
    return json.dumps([VERSION, finding.code, path.as_posix(), where.lang, where.key, text])


def _digest(identity: str, number: int) -> str:
    return hashlib.sha256(f"{identity}#{number}".encode()).hexdigest()[:_LENGTH]
