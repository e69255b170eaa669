"""From ways that fire to the text that an agent gets, with what is noted before and after it is printed."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

from ways_guard.constants import OUTPUT_LIMIT
from ways_guard.match import decisions, delivery, session
from ways_guard.match.events.request import Reply, Request

if TYPE_CHECKING:
    from ways_guard.match.session import Claim
    from ways_guard.match.sets import Entry
    from ways_guard.match.verdict import Answer, Verdict


def show(
    request: Request, event: str, verdicts: Sequence[Verdict], *, lead: str = "", answer: Answer | None = None
) -> Reply:
    """The bodies of ways, in their order, that this conversation has not been shown yet or may be shown again.

    `lead` comes before them. A way counts as shown once the reply's `after` is called; `undo` gives all back.
    `answer` is what the decision log tells of.
    """
    if request.is_late():
        return Reply()
    taken = list(_taken(request, verdicts))
    parts = [_part(request, verdict) for verdict, _ in taken]
    room = OUTPUT_LIMIT - (delivery.length(lead) + 2 if lead else 0)
    sent = delivery.compose([part for part in parts if part.text], room)
    for verdict, claim in taken:
        if verdict.entry.id not in sent.shown:
            claim.release()

    def settle(printed: bool) -> None:
        for verdict, claim in taken:
            if verdict.entry.id in sent.shown:
                claim.keep(request.position) if printed else claim.release()
        outcomes = _outcomes(verdicts, taken, sent.shown if printed else ())
        decisions.record(event, request, outcomes, answer)

    text = "\n\n".join(part for part in (lead, sent.text) if part)
    return Reply(text, undo=lambda: settle(False), after=lambda: settle(True))


def again(entry: Entry, window: int) -> float | None:
    """Tokens after which a way may show again; None for never."""
    if entry.trigger.get("state", {}).get("repeat"):
        return -math.inf
    return None if entry.refire is None else entry.refire * window


def _taken(request: Request, verdicts: Iterable[Verdict]) -> Iterable[tuple[Verdict, Claim]]:
    for verdict in verdicts:
        apart = again(verdict.entry, request.scene.config.context_window)
        claim = session.claim(request.told, f"way:{verdict.entry.id}", request.position, apart)
        if claim:
            yield verdict, claim


def _part(request: Request, verdict: Verdict) -> delivery.Part:
    """A way's body in the output language, joined by its macro's output where its root is trusted."""
    entry = verdict.entry
    text = delivery.body(verdict, request.scene.output_language(request.environ).code)
    where = entry.trigger.get("macro")
    if text and where and not entry.root.guest:
        from ways_guard.match import macro

        place = request.scene.project or request.scene.folder
        printed = macro.output(entry.root, entry.path, place, request.environ, request.macro_seconds)
        text = delivery.joined(text, printed, where)
    return delivery.Part(entry.id, text, str(entry.path))


def _outcomes(
    verdicts: Iterable[Verdict], taken: Iterable[tuple[Verdict, Claim]], shown: Sequence[str]
) -> list[tuple[Verdict, str]]:
    """What became of each way that fired."""
    claimed = {verdict.entry.id for verdict, _ in taken}

    def outcome(node: str) -> str:
        if node in shown:
            return "delivered"
        return "not delivered" if node in claimed else "shown before"

    return [(verdict, outcome(verdict.entry.id)) for verdict in verdicts]
