"""Running models over language fixtures."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, TypeAlias

import numpy as np

from ways_guard.match import embedding_cache, scale
from ways_guard.match.verification import Match, Outcome, Row, Verification

if TYPE_CHECKING:
    from ways_guard.match.engines.protocol import FloatArray, Model
    from ways_guard.match.fixtures import Fixture
    from ways_guard.match.scale import Scorer
    from ways_guard.way.languages import Language

Progress: TypeAlias = "Callable[[str, int, int], None]"
_ROUNDING = 1e-6  # Of a cosine; equal texts must not win by it.


def verify(
    model: Model,
    english: Model | None,
    fixtures: Sequence[Fixture],
    languages: Iterable[Language],
    cache: Path,
    progress: Progress | None = None,
) -> Verification:
    """Run the models over the fixtures of those languages; `cache` is the folder of embeddings.

    `progress` is called with a task, how many texts are ready and how many there are. Raises WaysGuardError where a
    model fails, or cannot be put on the score scale.
    """
    wanted = {language.code: language for language in languages}
    chosen = [fixture for fixture in fixtures if fixture.lang in wanted]
    judge = _judge(model, chosen, cache, progress)
    reader = _judge(english, chosen, cache, progress) if english else None
    natives = _natives(chosen)
    outcomes: dict[str, list[Outcome]] = {code: [] for code in wanted}
    for fixture in chosen:
        found = judge(fixture.prompt, fixture.description, fixture.rivals)
        own = fixture.native
        native = judge(fixture.prompt, own, natives[fixture.lang]) if own else None
        read = reader(fixture.prompt, fixture.description, fixture.rivals) if reader else None
        outcomes[fixture.lang].append(Outcome(fixture, found, native, read))
    rows = [Row(wanted[code], tuple(made)) for code, made in outcomes.items()]
    rows.sort(key=lambda row: (row.badness, row.language.code))
    return Verification(model, judge.scorer, tuple(rows), english, reader.scorer if reader else None)


def _natives(fixtures: Iterable[Fixture]) -> Mapping[str, Collection[str]]:
    """The native descriptions by language."""
    found: dict[str, dict[str, None]] = {}
    for fixture in fixtures:
        found.setdefault(fixture.lang, {})[fixture.native] = None
    return found


@dataclass(frozen=True)
class _Judge:
    """One model: its scorer, and its vectors of prompts and of descriptions."""

    scorer: Scorer
    prompts: Mapping[str, FloatArray]
    texts: Mapping[str, FloatArray]

    def __call__(self, prompt: str, right: str, among: Collection[str]) -> Match:
        """The match of a prompt with the right one among descriptions."""
        query = self.prompts[prompt]
        cosine = self.texts[right] @ query
        score = float(self.scorer(cosine))
        others = [text for text in among if text and text != right]
        if not others:
            return Match(score, first=True)
        cosines = np.stack([self.texts[text] for text in others]) @ query
        best = int(cosines.argmax())
        return Match(
            score, bool(cosine - cosines[best] > _ROUNDING), others[best], float(self.scorer(cosines[best]))
        )


def _judge(model: Model, fixtures: Sequence[Fixture], cache: Path, progress: Progress | None) -> _Judge:
    prompts = list(dict.fromkeys(fixture.prompt for fixture in fixtures))
    every = (text for fixture in fixtures for text in (*fixture.rivals, fixture.native) if text)
    texts = list(dict.fromkeys(every))
    ready, total = 0, len(prompts) + len(texts)

    def step(count: int) -> None:
        nonlocal ready
        ready += count
        if progress and ready < total:  # else all of them were there, and nobody has to wait
            progress(f"Embedding by {model.id}", ready, total)

    asked = embedding_cache.embed(model, prompts, cache, "query", step)
    described = embedding_cache.embed(model, texts, cache, "passage", step)
    vectors = (dict(zip(names, rows, strict=True)) for names, rows in ((prompts, asked), (texts, described)))
    return _Judge(scale.scorer(model, cache), *vectors)
