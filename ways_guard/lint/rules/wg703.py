"""WG703: a probe that does not fire its way."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from ways_guard.lint.meaning import Meaning, is_kin
from ways_guard.lint.model import Example, Rule, Severity
from ways_guard.lint.probes import answered
from ways_guard.lint.rules import samples
from ways_guard.lint.words import listed

if TYPE_CHECKING:
    from ways_guard.lint.model import Hit
    from ways_guard.match.verdict import Answer


def check(meaning: Meaning) -> Iterator[Hit]:
    """One hit for each probe that fires neither its way nor a parent or child of it."""
    for probe, answer in answered(meaning, "golden"):
        fired = [verdict.entry.id for verdict in answer.fired]
        if not any(is_kin(probe.way, one) for one in fired):
            why = _why(answer, probe.way)
            yield probe.hit(f"this probe fires {listed(fired) or 'nothing'}, and not {probe.way}: {why}")


def _why(answer: Answer, way: str) -> str:
    reasons = (verdict.reason for verdict in answer.verdicts if verdict.entry.id == way)
    return next(reasons, "there is no such way to fire")


RULE = Rule(
    code="WG703",
    name="probe-misses",
    severity=Severity.WARNING,
    target=Meaning,
    check=check,
    default=False,
    what=(
        "A probe does not fire its way, nor a parent or child of it. It goes through the matcher as any prompt "
        "would, with the models that are in force and all ways of the repo."
    ),
    why=(
        "Somebody who types such a prompt does not get the guidance that it needs. The probe is how the "
        "way's author says that this matters."
    ),
    how=(
        "See what speaks for and against each way with `ways-guard match --explain`. Mostly the way needs an "
        "example that tells of such a situation in other words than the probe does, or a description that names "
        "it. Where another way is right, move the probe there."
    ),
    bad=Example("code/tests/tests.golden.jsonl", '{"kind": "direct", "prompt": "what is for lunch today?"}\n'),
    good=Example("code/tests/tests.golden.jsonl", '{"kind": "direct", "prompt": "write tests for the parser"}\n'),
    beside=samples.WAY,
)
