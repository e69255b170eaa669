"""Answers as a matcher might give them, for tests of what is made of them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path

from ways_guard.match.evaluation import Outcome, outcome
from ways_guard.match.probes import Probe
from ways_guard.match.sets import Entry
from ways_guard.match.verdict import Answer, Verdict, ordered
from ways_guard.way.discover import Root

ROOT = Root(Path("/ways"), "repo")


def entry(node: str, threshold: float = 0.35) -> Entry:
    """A way in force."""
    return Entry(node, ROOT, {"id": node, "path": f"{node}/{node}.md", "threshold": threshold})


def answer(scores: Mapping[str, float | None], fired: Sequence[str] = (), mode: str = "multilingual") -> Answer:
    """An answer with a score a way; those that fire without a score fire by their pattern."""

    def verdict(node: str) -> Verdict:
        score = scores[node]
        layer = ("symbolic" if score is None else "semantic") if node in fired else ""
        return Verdict(entry(node), score, "text" if layer == "symbolic" else None, layer, "as made")

    note = "" if mode else "no embedding model or no corpus: ways fire by their patterns only"
    return Answer(ordered(verdict(node) for node in scores), "en", mode, note)


def probe(way: str, lang: str = "en", kind: str = "direct", prompt: str = "do it") -> Probe:
    """A probe; without a way a prompt that must fire nothing."""
    return Probe(prompt, lang, way, kind if way else "", ROOT.path / "probes.jsonl", 1)


def made(
    way: str, scores: Mapping[str, float | None], fired: Sequence[str] = (), lang: str = "en", kind: str = "direct"
) -> Outcome:
    """What becomes of a probe by such an answer."""
    return outcome(probe(way, lang, kind), answer(scores, fired))
