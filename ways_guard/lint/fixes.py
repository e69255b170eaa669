"""Making fixes: text edits that touch only what they mean to change."""

from __future__ import annotations

import bisect
from collections.abc import Callable, Sequence
from typing import TypeAlias

from ways_guard.lint.engine import Job, lint_data
from ways_guard.lint.model import Edit, Finding, Fix, Rule
from ways_guard.way.text import BOM, decode

Keep: TypeAlias = Callable[[Sequence[Finding], bytes], Sequence[Finding]]

_PASSES = 10  # A fix may uncover the next one; real files need two passes, ten means that two fixes fight.


def fixed(
    job: Job, data: bytes, rules: Sequence[Rule], *, unsafe: bool = False, keep: Keep = lambda found, _: found
) -> bytes:
    """`data` with every fix made that the rules offer, repeated until there is none.

    Fixes that are not safe are made with `unsafe` alone; `keep` says which findings of a text are to be mended.
    """
    for _ in range(_PASSES):
        findings = keep(lint_data(job, data, rules), data)
        again = _once(data, [finding.fix for finding in findings if finding.fix and (finding.fix.safe or unsafe)])
        if again == data:
            break
        data = again
    return data


def _once(data: bytes, fixes: Sequence[Fix]) -> bytes:
    if not fixes:
        return data
    decoded = decode(data)
    bom = decoded.bom and not any(fix.strip_bom for fix in fixes)
    return ((BOM if bom else "") + apply(decoded.text, fixes)).encode("utf-8")


def apply(text: str, fixes: Sequence[Fix]) -> str:
    """Make those fixes, in order, that overlap no earlier one; the others wait for the next pass."""
    taken: list[Edit] = []  # in order of place, so that only neighbours can overlap
    for fix in fixes:
        if not any(_meets(edit, taken) for edit in fix.edits):
            for edit in fix.edits:
                bisect.insort(taken, edit)
    parts, done = [], 0
    for edit in taken:
        parts += [text[done : edit.start], edit.text]
        done = edit.end
    return "".join([*parts, text[done:]])


def _meets(edit: Edit, taken: Sequence[Edit]) -> bool:
    at = bisect.bisect_left(taken, edit)
    return any(_overlap(edit, other) for other in taken[max(at - 1, 0) : at + 2])


def _overlap(one: Edit, other: Edit) -> bool:
    return (one.start < other.end and other.start < one.end) or one == other
