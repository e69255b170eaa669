"""Parents and children among ways: `code/testing/mocking` is a child of `code/testing`."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from ways_guard.match.verdict import Answer, Verdict


def with_parents(answer: Answer) -> list[Verdict]:
    """The ways that fire, each after its nearest parent where that one matches too.

    A parent matches where its pattern does, or its score reaches its own threshold: within the margin and among the
    first it need not be.
    """
    ordered: dict[str, Verdict] = {}
    for verdict in answer.fired:
        parent = _parent(verdict.entry.id, answer)
        if parent and matches(parent):
            ordered.setdefault(parent.entry.id, parent)
        ordered.setdefault(verdict.entry.id, verdict)
    return list(ordered.values())


def _parent(node: str, answer: Answer) -> Verdict | None:
    while "/" in node:
        node = node.rpartition("/")[0]
        if found := answer.named(node):
            return found
    return None


def matches(verdict: Verdict) -> bool:
    """Whether a way matches by itself, whatever others do."""
    return bool(verdict.matched) or (verdict.score is not None and verdict.score >= verdict.entry.threshold)
