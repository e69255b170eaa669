"""Which ways a prompt needs: both layers over all ways in one call, each decision with its reasons."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any, TypeAlias, TypeVar

from ways_guard.constants import MAX_WAYS, PROMPT_BYTES
from ways_guard.match import prompt_language, triggers
from ways_guard.match.sets import Entry
from ways_guard.match.verdict import Alias, Answer, Verdict, failures, judge, ordered

if TYPE_CHECKING:
    from ways_guard.match.calibration import Calibration
    from ways_guard.match.engines import Models
    from ways_guard.match.engines.protocol import FloatArray
    from ways_guard.match.index import Index
    from ways_guard.match.sets import WaySet
    from ways_guard.way.languages import Languages

_T = TypeVar("_T")
Gate: TypeAlias = "Callable[[Entry], bool]"


def _open(_: Entry) -> bool:
    return True


@dataclass(frozen=True)
class Matcher:
    """Ways, models and calibration, ready for prompts. Indexes and models are loaded when first needed."""

    ways: WaySet
    models: Models
    calibration: Calibration | None
    languages: Languages
    max_ways: int = MAX_WAYS

    @cached_property
    def _indexes(self) -> Mapping[str, Index]:
        tiers = self.calibration.tiers if self.calibration else ()
        try:
            return {tier: index for tier in tiers if (index := self.ways.index(tier))}
        except (OSError, ValueError, KeyError, TypeError, EOFError):  # damaged: the symbolic layer serves alone
            return {}

    @cached_property
    def _candidates(self) -> frozenset[str]:
        """The languages that a prompt is looked at for: those of the aliases, and the active ones."""
        active = {code for code, language in self.languages.items() if language.active}
        return frozenset(active.union(*(index.codes for index in self._indexes.values())))

    def match(self, prompt: str, *, explain: bool = False, gate: Gate = _open) -> Answer:
        """Decide for every way in force; with `explain` the nearest alias of those that do not fire is told too.

        Ways that `gate` does not let through are taken out before ways compete. Never fails for what a prompt
        holds.
        """
        shut = [not gate(entry) for entry in self.ways.entries]
        spoken = triggers.spoken(prompt).strip()
        lang = prompt_language.guess(spoken, self.languages, self._candidates) if spoken else None
        patterns = [None if closed else e.trigger.get("pattern") for e, closed in self._with(shut)]
        matched = [triggers.search(pattern, spoken) for pattern in patterns]
        mode, note = self._mode(lang) if spoken else ("", "the prompt holds nothing but code and links")
        if not mode:
            pairs = self._with(matched)
            return Answer(ordered(judge(entry, None, note, text, None) for entry, text in pairs), lang, "", note)
        queries = self._queries(mode, spoken)
        scores = [
            math.nan if closed else score
            for score, closed in zip(self._scores(queries, mode, lang), shut, strict=True)
        ]
        return Answer(ordered(self._verdicts(scores, matched, queries, lang, explain)), lang, mode)

    def _with(self, values: Sequence[_T]) -> Iterable[tuple[Entry, _T]]:
        return zip(self.ways.entries, values, strict=True)

    @cached_property
    def _modes(self) -> frozenset[str]:
        """The modes whose models, rows and calibration are all there."""
        if self.calibration is None:
            return frozenset()
        from ways_guard.match.calibration import MODES

        ready = {tier for tier in self._indexes if self.models.get(tier)}
        return frozenset(mode for mode in self.calibration.lines if ready.issuperset(MODES[mode]))

    def _mode(self, lang: str | None) -> tuple[str, str]:
        """Which models score a prompt in that language, or why none does."""
        there = self._modes
        if not there:
            return "", "no embedding model or no corpus: ways fire by their patterns only"
        wanted = ("both", "english", "multilingual") if lang in (None, "en") else ("multilingual",)
        if found := next((mode for mode in wanted if mode in there), None):
            return found, ""
        name = self.languages[lang].name if lang else "an unknown language"
        return "", f"the prompt is in {name} and only an English model is there: patterns only"

    def _queries(self, mode: str, text: str) -> Mapping[str, FloatArray]:
        """The prompt's vector by each model of the mode."""
        from ways_guard.match.calibration import MODES

        models = {tier: self.models.get(tier) for tier in MODES[mode]}
        text = text.encode("utf-8", "replace")[:PROMPT_BYTES].decode("utf-8", "ignore")
        return {tier: model.queries([text])[0] for tier, model in models.items() if model}

    def _scores(self, queries: Mapping[str, FloatArray], mode: str, lang: str | None) -> Sequence[float]:
        """The score of every way; NaN for one without text."""
        import numpy as np

        assert self.calibration is not None
        totals = [
            self.calibration.tiers[tier].totals(self._indexes[tier], query, lang, self.ways.canonical)
            for tier, query in queries.items()
        ]
        supposed = lang or min(self.ways.canonical)  # unknown counts as canonical
        return [float(value) for value in self.calibration.lines[mode](np.mean(totals, axis=0), supposed)]

    def _verdicts(
        self,
        scores: Sequence[float],
        matched: Sequence[str | None],
        queries: Mapping[str, FloatArray],
        lang: str | None,
        explain: bool,
    ) -> list[Verdict]:
        reasons = failures(scores, [entry.threshold for entry in self.ways.entries], self.max_ways)
        verdicts = []
        rows = zip(self.ways.entries, scores, reasons, matched, strict=True)
        for number, (entry, value, failed, text) in enumerate(rows):
            wanted = explain or not failed or text
            alias = self._alias(queries, lang, number) if wanted else None
            verdicts.append(judge(entry, None if math.isnan(value) else value, failed, text, alias))
        return verdicts

    def _alias(self, queries: Mapping[str, FloatArray], lang: str | None, number: int) -> Alias | None:
        """The row of a way that is nearest to the prompt, by the first model that scored it."""
        tier, query = next(iter(queries.items()))
        index = self._indexes[tier]
        rows = index.rows(lang, self.ways.canonical)
        rows = rows[index.ways[rows] == number]
        if not len(rows):
            return None
        cosines = index.vectors[rows] @ query
        source: Mapping[str, Any] = index.sources[int(rows[int(cosines.argmax())])]
        text = next(str(source[key]) for key in ("prompt", "text", "description", "vocabulary") if source.get(key))
        place = source["path"], int(source["line"])
        return Alias(source["kind"], source["lang"], text, *place, float(cosines.max()))
