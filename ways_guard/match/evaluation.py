"""What the matcher made of probes, as numbers: which way ranks first, which fire, and what was not measured.

Ways are ranked by their score over all ways, whatever fires; of equal scores the one that the answer names first
ranks first. A way without a score (it has only a pattern) ranks nowhere, so a probe of it counts for what fires
alone. A prompt that no model scored is not measured.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from statistics import fmean
from typing import TYPE_CHECKING

from ways_guard.match.probes import Probe, Probes

if TYPE_CHECKING:
    from ways_guard.match.matcher import Matcher
    from ways_guard.match.verdict import Answer

_FIRST_FEW = 5


@dataclass(frozen=True)
class Outcome:
    """What became of one probe.

    `rank` is the place of its way, from 1 (None: not scored), `score` its score. `first` is the way that ranks
    first, `wrong` the best score of any other than its own. `fired` are the ways that fire, most relevant first.
    """

    probe: Probe
    mode: str
    rank: int | None
    score: float | None
    first: str
    first_score: float | None
    wrong: float | None
    fired: tuple[str, ...]

    @property
    def fired_right(self) -> bool:
        """Whether its way, or that way's parent or child, fired."""
        return any(related(self.probe.way, node) for node in self.fired)

    @property
    def failed(self) -> bool:
        """Whether there is something to look into: another way ranks first, or the right one does not fire."""
        return self.rank != 1 or not self.fired_right if self.probe.way else bool(self.fired)


@dataclass(frozen=True)
class Group:
    """Probes of one language and kind ("" for all); all but `prompts` are means over them, 0 to 1 (ways: 0 up)."""

    lang: str
    kind: str
    prompts: int
    top1: float
    top5: float
    fired_right: float
    fired_per_prompt: float


@dataclass(frozen=True)
class Quiet:
    """None-prompts of a language ("" for all): how many, and the share of them that fire anything."""

    lang: str
    prompts: int
    fired: float


@dataclass(frozen=True)
class Evaluation:
    """Outcomes of probes and of none-prompts.

    `unmeasured` maps each reason to the number of prompts that could not be measured for it; `used` says what
    scored them, a line each.
    """

    asked: tuple[Outcome, ...]
    quiet: tuple[Outcome, ...]
    unmeasured: Mapping[str, int] = field(default_factory=dict)
    used: tuple[str, ...] = ()

    @property
    def missing(self) -> int:
        """How many prompts could not be measured."""
        return sum(self.unmeasured.values())


def related(one: str, other: str) -> bool:
    """Whether two ids are the same way, or parent and child."""
    return one == other or one.rpartition("/")[0] == other or other.rpartition("/")[0] == one


def outcome(probe: Probe, answer: Answer) -> Outcome:
    """A probe and the matcher's answer to it."""
    scored = [(verdict.entry.id, verdict.score) for verdict in answer.verdicts if verdict.score is not None]
    scored.sort(key=lambda pair: -pair[1])
    names = [name for name, _ in scored]
    place = names.index(probe.way) if probe.way in names else None
    first, first_score = scored[0] if scored else ("", None)
    return Outcome(
        probe,
        answer.mode,
        None if place is None else place + 1,
        None if place is None else scored[place][1],
        first,
        first_score,
        next((score for name, score in scored if name != probe.way), None),
        tuple(verdict.entry.id for verdict in answer.fired),
    )


def evaluate(
    matcher: Matcher, asked: Probes, quiet: Probes, step: Callable[[], object] = lambda: None
) -> Evaluation:
    """Run probes and none-prompts through a matcher; `step` is called after each prompt."""
    unmeasured = Counter([*asked.problems, *quiet.problems])
    measured: tuple[list[Outcome], list[Outcome]] = [], []
    for kept, probes in zip(measured, (asked, quiet), strict=True):
        for probe in probes.found:
            answer = matcher.match(probe.prompt)
            if answer.mode:
                kept.append(outcome(probe, answer))
            else:
                unmeasured[answer.note] += 1
            step()
    return Evaluation(tuple(measured[0]), tuple(measured[1]), unmeasured, tuple(_used(matcher, measured)))


def _used(matcher: Matcher, measured: Iterable[Sequence[Outcome]]) -> Iterable[str]:
    yield from (f"{tier} model: {name}" for tier, name in matcher.models.names().items())
    tiers = matcher.calibration.tiers if matcher.calibration else {}
    yield from (f"head of the {name} model: {tier.head.kind}" for name, tier in tiers.items())
    modes = Counter(one.mode for part in measured for one in part)
    yield from (f"prompts scored by {_MODES[mode]}: {count}" for mode, count in sorted(modes.items()))


_MODES = {"both": "both models", "english": "the English model", "multilingual": "the multilingual model"}


def group(outcomes: Sequence[Outcome], lang: str = "", kind: str = "") -> Group:
    """The numbers of at least one outcome, under a language and a kind."""
    return Group(
        lang,
        kind,
        len(outcomes),
        fmean(one.rank == 1 for one in outcomes),
        fmean(one.rank is not None and one.rank <= _FIRST_FEW for one in outcomes),
        fmean(one.fired_right for one in outcomes),
        fmean(len(one.fired) for one in outcomes),
    )


def groups(outcomes: Iterable[Outcome]) -> list[Group]:
    """A group for each language and kind, by language and kind."""
    parts: dict[tuple[str, str], list[Outcome]] = {}
    for one in outcomes:
        parts.setdefault((one.probe.lang, one.probe.kind), []).append(one)
    return [group(part, *names) for names, part in sorted(parts.items())]


def languages(outcomes: Iterable[Outcome]) -> list[Group]:
    """A group for each language with all its kinds, worst first: by top-1, then by what fired right."""
    parts: dict[str, list[Outcome]] = {}
    for one in outcomes:
        parts.setdefault(one.probe.lang, []).append(one)
    found = [group(part, lang) for lang, part in parts.items()]
    return sorted(found, key=lambda each: (each.top1, each.fired_right, each.top5, each.lang))


def kinds(outcomes: Sequence[Outcome]) -> list[Group]:
    """A group for each kind over all languages, then one for all; nothing where there are no outcomes."""
    names = sorted({one.probe.kind for one in outcomes})
    parts = [group([one for one in outcomes if one.probe.kind == kind], kind=kind) for kind in names]
    return [*parts, group(outcomes)] if outcomes else []


def silence(outcomes: Sequence[Outcome]) -> list[Quiet]:
    """None-prompts by language, those that fire most first."""
    parts: dict[str, list[bool]] = {}
    for one in outcomes:
        parts.setdefault(one.probe.lang, []).append(bool(one.fired))
    found = [Quiet(lang, len(part), fmean(part)) for lang, part in parts.items()]
    return sorted(found, key=lambda each: (-each.fired, each.lang))


def all_silence(outcomes: Sequence[Outcome]) -> Quiet | None:
    """All none-prompts together; None where there are none."""
    return Quiet("", len(outcomes), fmean(bool(one.fired) for one in outcomes)) if outcomes else None


def confusions(outcomes: Iterable[Outcome]) -> dict[tuple[str, str], int]:
    """How often each way (second) ranked first where another, or itself (first), was meant."""
    counted = Counter((one.probe.way, one.first) for one in outcomes if one.first)
    return dict(sorted(counted.items(), key=lambda pair: (-pair[1], pair[0])))
