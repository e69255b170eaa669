"""Which ways a prompt needs: both layers over all ways in one call, each decision with its reasons."""

from __future__ import annotations

import math
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, TypeAlias

from ways_guard.constants import MAX_WAYS
from ways_guard.match import parts, prompt_language, triggers
from ways_guard.match.sets import Entry
from ways_guard.match.verdict import Alias, Answer, Lazy, Verdict, judge, ordered, ranking

if TYPE_CHECKING:
    from ways_guard.match.calibration import Calibration
    from ways_guard.match.engines import Models
    from ways_guard.match.engines.protocol import FloatArray
    from ways_guard.match.index import Index
    from ways_guard.match.sets import WaySet
    from ways_guard.way.languages import Languages

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
        shut = frozenset(
            number for number, entry in enumerate(self.ways.entries) if gate is not _open and not gate(entry)
        )
        spoken = triggers.spoken(prompt).strip()
        lang = prompt_language.guess(spoken, self.languages, self._candidates) if spoken else None
        matched = self._matched(spoken, shut)
        mode, note = self._mode(lang) if spoken else ("", "the prompt holds nothing but code and links")
        if not mode:
            pairs = enumerate(self.ways.entries)
            verdicts = (judge(entry, None, note, matched.get(number), None) for number, entry in pairs)
            return Answer(ordered(verdicts), lang, "", note)
        read = self._read(spoken, mode, lang, shut)
        assert self.calibration is not None
        return Answer(self._verdicts(read, matched, explain), lang, mode, head_kind=self.calibration.head_kind)

    @cached_property
    def _patterns(self) -> Mapping[int, str]:
        """The ways that have a pattern."""
        found = {number: entry.trigger.get("pattern") for number, entry in enumerate(self.ways.entries)}
        return {number: str(pattern) for number, pattern in found.items() if pattern}

    def _matched(self, spoken: str, shut: Collection[int]) -> Mapping[int, str]:
        """What the patterns of ways find, by way."""
        found = {
            number: triggers.search(pattern, spoken)
            for number, pattern in self._patterns.items()
            if number not in shut
        }
        return {number: text for number, text in found.items() if text}

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

    def _read(self, text: str, mode: str, lang: str | None, shut: Collection[int]) -> _Read:
        """The scores of all ways, of each the best that a part of the prompt gives it."""
        import numpy as np

        from ways_guard.match.calibration import MODES

        assert self.calibration is not None
        texts = parts.of_prompt(text.encode("utf-8", "replace").decode("utf-8"))
        models = {tier: self.models.get(tier) for tier in MODES[mode]}
        queries = {tier: model.queries(texts) for tier, model in models.items() if model}
        supposed = lang or min(self.ways.canonical)  # unknown counts as canonical
        tiers = self.calibration.tiers
        totals = [
            [
                tiers[tier].totals(self._indexes[tier], vector, supposed, self.ways.canonical)
                for tier, vector in zip(queries, vectors, strict=True)
            ]
            for vectors in zip(*queries.values(), strict=True)
        ]
        scores = self.calibration.lines[mode](np.mean(totals, axis=1), supposed, len(texts))
        scores[:, sorted(shut)] = np.nan
        tier = next(iter(queries))
        centred = tiers[tier].centres(queries[tier], [supposed] * len(texts))
        return _Read(np.fmax.reduce(scores, axis=0).astype(float), scores, tier, centred, supposed)

    def _verdicts(self, read: _Read, matched: Mapping[int, str], explain: bool) -> Sequence[Verdict]:
        """In order, each made when it is looked at."""
        ranked = ranking(read.scores.tolist(), self.max_ways)
        fires = {number for number in ranked.first if not ranked.failed(number, self._threshold(number))}

        def make(number: int) -> Verdict:
            entry, score, text = self.ways.entries[number], ranked.scores[number], matched.get(number)
            failed = ranked.failed(number, entry.threshold)
            alias = self._alias(read, number) if explain or not failed or text else None
            return judge(entry, None if math.isnan(score) else score, failed, text, alias)

        return Lazy(self._order(read.scores, fires | matched.keys()), make, self._numbers)

    def _threshold(self, number: int) -> float:
        return self.ways.entries[number].threshold

    @cached_property
    def _numbers(self) -> Mapping[str, int]:
        """The number of each way by its id."""
        return {entry.id: number for number, entry in enumerate(self.ways.entries)}

    @cached_property
    def _by_id(self) -> FloatArray:
        """The rank of each way among the ids."""
        import numpy as np

        order = sorted(range(len(self.ways.entries)), key=lambda number: self.ways.entries[number].id)
        ranks = np.empty(len(order), dtype=np.float32)
        ranks[order] = np.arange(len(order))
        return ranks

    def _order(self, scores: FloatArray, fired: Collection[int]) -> Sequence[int]:
        """The ways as `ordered` has them: those that fire first, then by score, then by id."""
        import numpy as np

        still = np.ones(len(scores), dtype=bool)
        still[sorted(fired)] = False
        order: list[int] = np.lexsort((self._by_id, -np.nan_to_num(scores, nan=-1.0), still)).tolist()
        return order

    def _alias(self, read: _Read, number: int) -> Alias | None:
        """The row of a way that is nearest to the part of the prompt that speaks for it most."""
        import numpy as np

        from ways_guard.match import index

        own = read.parts[:, number]
        vector = read.vectors[int(np.argmax(np.nan_to_num(own, nan=-np.inf)))]
        runs = self._indexes[read.tier].runs(read.lang, self.ways.canonical)
        try:
            found = index.nearest(runs, vector, number)
            return Alias.of(*found) if found else None
        except (OSError, ValueError, KeyError, TypeError):  # damaged records: they only explain
            return None


@dataclass(frozen=True)
class _Read:
    """What the models make of a prompt in `lang`.

    `scores` (ways,) are the best of its parts' `parts` (parts, ways); `vectors` are the parts' centred vectors by
    the first tier that scored it.
    """

    scores: FloatArray
    parts: FloatArray
    tier: str
    vectors: FloatArray
    lang: str
