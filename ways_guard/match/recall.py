"""How many prompts reach their way by its pattern, as they were typed and rewritten into the canonical language."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from ways_guard.match.engines import Models

if TYPE_CHECKING:
    from ways_guard.match.matcher import Matcher
    from ways_guard.match.probes import Probe
    from ways_guard.match.verdict import Answer


@dataclass(frozen=True)
class Recall:
    """The symbolic layer in one language; all are numbers of prompts.

    `raw` and `rewritten` probes reach their way without and with rewriting; `answered` are the prompts that the
    rewriter rewrote; of the none-prompts `none_raw` and `none_rewritten` reach any way.
    """

    lang: str
    probes: int
    raw: int
    rewritten: int
    answered: int
    none: int
    none_raw: int
    none_rewritten: int


def measure(
    matcher: Matcher, probes: Sequence[Probe], none: Sequence[Probe], step: Callable[[], None] = lambda: None
) -> list[Recall]:
    """A row a language, by code. The matcher needs its rewriter; `step` is called after each prompt."""
    plain = replace(matcher, rewriter=None, models=Models(), calibration=None)
    told = [(one, plain.match(one.prompt), _stepped(matcher.match(one.prompt), step)) for one in (*probes, *none)]
    langs = sorted({one.lang for one, _, _ in told})
    return [_row(lang, [row for row in told if row[0].lang == lang]) for lang in langs]


def _stepped(answer: Answer, step: Callable[[], None]) -> Answer:
    step()
    return answer


def _row(lang: str, told: Iterable[tuple[Probe, Answer, Answer]]) -> Recall:
    rows = [(one, _matched(raw), _matched(new), any(form.query for form in new.forms)) for one, raw, new in told]
    asked = [row for row in rows if row[0].way]
    quiet = [row for row in rows if not row[0].way]
    return Recall(
        lang,
        probes=len(asked),
        raw=sum(one.way in raw for one, raw, _, _ in asked),
        rewritten=sum(one.way in new for one, _, new, _ in asked),
        answered=sum(answered for *_, answered in rows),
        none=len(quiet),
        none_raw=sum(bool(raw) for _, raw, _, _ in quiet),
        none_rewritten=sum(bool(new) for _, _, new, _ in quiet),
    )


def _matched(answer: Answer) -> frozenset[str]:
    """The ways whose pattern matches."""
    return frozenset(verdict.entry.id for verdict in answer.verdicts if verdict.matched)
