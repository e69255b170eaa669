"""Which ways a prompt needs: both layers over all ways in one call, each decision with its reasons."""

from __future__ import annotations

import math
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import TYPE_CHECKING, TypeAlias

from ways_guard.constants import MAX_WAYS, REWRITE_SECONDS
from ways_guard.match import forms, parts, prompt_language, triggers
from ways_guard.match.sets import Entry
from ways_guard.match.verdict import Alias, Answer, Lazy, Verdict, judge, ordered, ranking

if TYPE_CHECKING:
    from ways_guard.match.calibration import Calibration
    from ways_guard.match.engines import Models
    from ways_guard.match.engines.protocol import FloatArray
    from ways_guard.match.forms import Form
    from ways_guard.match.index import Index
    from ways_guard.match.rewrite.chain import Rewriter
    from ways_guard.match.sets import WaySet
    from ways_guard.way.languages import Languages

Gate: TypeAlias = "Callable[[Entry], bool]"


def _open(_: Entry) -> bool:
    return True


@dataclass(frozen=True)
class Matcher:
    """Ways, models and calibration, ready for prompts. Indexes and models are loaded when first needed.

    `rewriter`, where the user has one, turns prompts into the canonical languages of the ways.
    """

    ways: WaySet
    models: Models
    calibration: Calibration | None
    languages: Languages
    max_ways: int = MAX_WAYS
    rewriter: Rewriter | None = None

    @property
    def patience(self) -> float:
        """Seconds beyond what a hook has anyway that the rewriter may take."""
        return max(self.rewriter.seconds - REWRITE_SECONDS, 0.0) if self.rewriter else 0.0

    @cached_property
    def _indexes(self) -> Mapping[str, Index]:
        tiers = self.calibration.tiers if self.calibration else ()
        try:
            return {tier: index for tier in tiers if (index := self.ways.index(tier))}
        except (OSError, ValueError, KeyError, TypeError, EOFError):  # damaged: the symbolic layer serves alone
            return {}

    @cached_property
    def _candidates(self) -> frozenset[str]:
        """The languages that a prompt is looked at for: those of the ways, their aliases, and the active ones."""
        active = {code for code, language in self.languages.items() if language.active}
        return frozenset(active.union(self.ways.canonical, *(index.codes for index in self._indexes.values())))

    def match(
        self, prompt: str, *, explain: bool = False, gate: Gate = _open, before: Sequence[str] = ()
    ) -> Answer:
        """Decide for every way in force; with `explain` the nearest alias of those that do not fire is told too.

        Ways that `gate` does not let through are taken out before ways compete. `before` are the user's turns
        before, for a rewriter. Never fails for what a prompt holds.
        """
        shut = frozenset(
            number for number, entry in enumerate(self.ways.entries) if gate is not _open and not gate(entry)
        )
        spoken = triggers.spoken(prompt).strip()
        lang = prompt_language.guess(spoken, self.languages, self._candidates) if spoken else None
        asked = forms.ask(self.rewriter, prompt, self._targets, before) if spoken else {}
        mode, note = self._mode(lang) if spoken else ("", "the prompt holds nothing but code and links")
        read = self._read(spoken, mode, lang, shut) if mode else None
        told = forms.collect(asked, self._nearness(read))
        matched = self._matched(spoken, told, shut)
        if read is None:
            pairs = enumerate(self.ways.entries)
            judged = (judge(entry, None, note, matched.get(number), None) for number, entry in pairs)
            return Answer(ordered(judged), lang, "", note, forms=told)
        for form in told:
            read = read.joined(self._rewritten(form, shut))
        assert self.calibration is not None
        verdicts = self._verdicts(read, matched, explain)
        return Answer(verdicts, lang, mode, head_kind=self.calibration.head_kind, forms=told)

    @cached_property
    def _patterns(self) -> Mapping[str, triggers.Patterns]:
        """The patterns of ways, by the canonical language that they are written in."""
        found: dict[str, dict[int, str]] = {}
        for number, entry in enumerate(self.ways.entries):
            if pattern := entry.trigger.get("pattern"):
                found.setdefault(entry.root.canonical, {})[number] = str(pattern)
        return {target: triggers.Patterns(patterns) for target, patterns in found.items()}

    @cached_property
    def _targets(self) -> frozenset[str]:
        """The canonical languages of ways that have a pattern."""
        return frozenset(self._patterns)

    def _matched(self, spoken: str, told: Sequence[Form], shut: Collection[int]) -> Mapping[int, str]:
        """What the patterns of ways find, by way: in the form in the way's language first, then in the prompt."""
        found: dict[int, str] = {}
        for target, patterns in self._patterns.items():
            texts = [text for form in told if form.target == target for text in form.texts]
            for text in (*texts, spoken):
                found = {**patterns.search(text), **found}
        return {number: text for number, text in found.items() if number not in shut}

    def _nearness(self, read: _Read | None) -> forms.Near | None:
        """Whether a text means about what the prompt does; None where no multilingual model can tell."""
        from ways_guard.match.engines import catalogue

        model = self.models.multilingual
        known = catalogue.entry(model.id) if model and read and read.tier == "multilingual" else None
        if model is None or read is None or known is None or known.scale is None:
            return None
        return forms.nearness(model, read.raw, known.scale)

    def _rewritten(self, form: Form, shut: Collection[int]) -> _Read | None:
        """The scores of a rewritten prompt against the aliases in its language."""
        mode, _ = self._mode(form.target)
        return self._read(form.query, mode, form.target, shut) if form.query and mode else None

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

        from ways_guard.match.calibration import MODES, together
        from ways_guard.match.engines import asking

        assert self.calibration is not None
        texts = parts.of_prompt(text.encode("utf-8", "replace").decode("utf-8"))
        models = {tier: self.models.get(tier) for tier in MODES[mode]}
        queries = {tier: asking.vectors(model, texts, "query") for tier, model in models.items() if model}
        supposed = lang or min(self.ways.canonical)  # unknown counts as canonical
        tiers = self.calibration.tiers
        totals = [
            [
                tiers[tier].totals(self._indexes[tier], vector, supposed, self.ways.canonical)
                for tier, vector in zip(queries, vectors, strict=True)
            ]
            for vectors in zip(*queries.values(), strict=True)
        ]
        line, means = self.calibration.lines[mode], together(np.swapaxes(totals, 0, 1))
        # What is read at once has one chance, as a background prompt has; each of its parts is one of many.
        scores = np.concatenate([line(means[:1], supposed), line(means[1:], supposed, len(texts))])
        scores[:, sorted(shut)] = np.nan
        tier = next(iter(queries))
        centred = tiers[tier].centres(queries[tier], [supposed] * len(texts))
        best = np.fmax.reduce(scores, axis=0).astype(float)
        return _Read(best, scores, tier, centred, supposed, queries[tier][0])

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

        read = read.of(number)
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
    the first tier that scored it, `raw` is the first one as the model gave it. `others` are readings of the same
    prompt in other languages, whose scores count as well.
    """

    scores: FloatArray
    parts: FloatArray
    tier: str
    vectors: FloatArray
    lang: str
    raw: FloatArray
    others: tuple[_Read, ...] = ()

    def joined(self, other: _Read | None) -> _Read:
        """With another reading beside it: the better score counts."""
        import numpy as np

        if other is None:
            return self
        return replace(self, scores=np.fmax(self.scores, other.scores), others=(*self.others, other))

    def of(self, number: int) -> _Read:
        """The reading that speaks for a way most."""
        import numpy as np

        def best(read: _Read) -> float:
            return float(np.nan_to_num(read.parts[:, number], nan=-np.inf).max())

        return max((self, *self.others), key=best)
