"""What numbers a repo asks of its matching, and which of them an evaluation does not reach."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, fields

from ways_guard.match.evaluation import Evaluation, Group, Quiet, all_silence, group, languages, silence

_LEAST = {"top1": "top-1", "top5": "top-5", "fired_right": "right way fired"}


@dataclass(frozen=True)
class Bars:
    """The numbers that must be reached (None: not asked for), on the scales of an evaluation."""

    top1: float | None = None
    top5: float | None = None
    fired_right: float | None = None
    fired_per_prompt: float | None = None
    none: float | None = None
    unmeasured: int | None = None

    @property
    def set(self) -> bool:
        """Whether anything is asked for."""
        return any(getattr(self, one.name) is not None for one in fields(self))


def missed(found: Evaluation, bars: Bars, *, each_language: bool = False) -> list[str]:
    """A line for each bar that is not reached; what could not be measured reaches none.

    Prompts without a measure are let pass only as many as `bars.unmeasured` says (0 where it is not set).
    """
    return [*_unmeasured(found, bars), *_asked(found, bars, each_language), *_quiet(found, bars, each_language)]


def _unmeasured(found: Evaluation, bars: Bars) -> Iterator[str]:
    if bars.set and found.missing > (bars.unmeasured or 0):
        yield f"{found.missing} could not be measured, more than {bars.unmeasured or 0}"


def _asked(found: Evaluation, bars: Bars, each_language: bool) -> Iterator[str]:
    wanted = {name: limit for name in _LEAST if (limit := getattr(bars, name)) is not None}
    if not found.asked:
        yield from (f"{_LEAST[name]} could not be measured" for name in wanted)
        if bars.fired_per_prompt is not None:
            yield "ways fired a prompt could not be measured"
        return
    for part in [group(found.asked), *(languages(found.asked) if each_language else ())]:
        for name, limit in wanted.items():
            if (value := getattr(part, name)) < limit:
                yield f"{_LEAST[name]} {value:.3f}{_of(part)}, less than {limit:g}"
        if bars.fired_per_prompt is not None and part.fired_per_prompt > bars.fired_per_prompt:
            yield (
                f"{part.fired_per_prompt:.2f} ways fired a prompt{_of(part)}, more than {bars.fired_per_prompt:g}"
            )


def _quiet(found: Evaluation, bars: Bars, each_language: bool) -> Iterator[str]:
    if bars.none is None:
        return
    whole = all_silence(found.quiet)
    if whole is None:
        yield "none-prompts that fire could not be measured"
        return
    parts: Sequence[Quiet] = [whole, *(silence(found.quiet) if each_language else ())]
    for part in parts:
        if part.fired > bars.none:
            yield f"none-prompts that fire {part.fired:.3f}{_of(part)}, more than {bars.none:g}"


def _of(part: Group | Quiet) -> str:
    return f" ({part.lang})" if part.lang else ""
