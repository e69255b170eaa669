"""What the formats of an evaluation share: heads, numbers and words."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from ways_guard.match.evaluation import (
    Evaluation,
    Group,
    Outcome,
    Quiet,
    all_silence,
    groups,
    kinds,
    languages,
    silence,
)

HEADS = ("language", "kind", "prompts", "top-1", "in first 5", "right fired", "ways fired a prompt")
_REASONS = 50  # Bad lines that are shown one by one; a file of another kind has thousands.
QUIET_HEADS = ("language", "none-prompts", "fire anything")


@dataclass(frozen=True)
class View:
    """What a format is asked for: width and colour of a terminal, failed probes one by one, a page's title."""

    width: int = 80
    color: bool = False
    failures: bool = False
    title: str = "Matching"


def by_language(found: Evaluation) -> list[Group]:
    """All groups, the languages that rank the right way first least often first."""
    order = [each.lang for each in languages(found.asked)]
    return sorted(groups(found.asked), key=lambda each: (order.index(each.lang), each.kind))


def totals(found: Evaluation) -> list[Group]:
    """The groups over all languages."""
    return kinds(found.asked)


def quiet_rows(found: Evaluation) -> tuple[list[Quiet], list[Quiet]]:
    """None-prompts by language, most firing first, and all of them."""
    whole = all_silence(found.quiet)
    return silence(found.quiet), [whole] if whole else []


def row(each: Group) -> tuple[str, ...]:
    """A group's cells, as HEADS names them."""
    rates = (each.top1, each.top5, each.fired_right)
    names = (each.lang or "all", each.kind or "all")
    return (*names, str(each.prompts), *map(rate, rates), f"{each.fired_per_prompt:.2f}")


def quiet_row(each: Quiet) -> tuple[str, ...]:
    """A group of none-prompts, as QUIET_HEADS names its cells."""
    return each.lang or "all", str(each.prompts), rate(each.fired)


def rate(value: float) -> str:
    """A share, 0 to 1."""
    return f"{value:.3f}"


def points(value: float | None) -> str:
    """A score; a dash where there is none."""
    return "–" if value is None else f"{value:.2f}"


def remarks(found: Evaluation) -> Iterator[str]:
    """What scored the prompts, and what could not be measured."""
    yield from found.used
    if found.missing:
        yield f"not measured: {found.missing}"
        yield from (f"  {reason}" for reason in reasons(found))
    if not found.asked:
        yield "no probe was measured"
    if not found.quiet:
        yield "no none-prompt was measured"


def reasons(found: Evaluation) -> list[str]:
    """Why prompts could not be measured, how many of them where it is more than one; of many reasons the first."""
    every = [reason if count == 1 else f"{count} x {reason}" for reason, count in found.unmeasured.items()]
    rest = len(every) - _REASONS
    return every if rest <= 0 else [*every[:_REASONS], f"and {rest} more"]


def failed(found: Evaluation) -> list[Outcome]:
    """Probes that rank another way first or do not fire theirs, and none-prompts that fire, in their order."""
    return [one for one in (*found.asked, *found.quiet) if one.failed]


def wanted(one: Outcome) -> str:
    """The way that a probe is for, with its score and rank."""
    if not one.probe.way:
        return "nothing"
    place = f", rank {one.rank}" if one.rank else ""
    return f"{one.probe.way} ({points(one.score)}{place})"


def got(one: Outcome) -> str:
    """What ranked first, with its score, and what fired."""
    fired = ", ".join(one.fired) or "nothing"
    return f"first {one.first or 'nothing'} ({points(one.first_score)}), fired {fired}"
