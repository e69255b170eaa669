"""Which ways are near to a way or to a prompt, as a model sees it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

import numpy as np

from ways_guard.constants import NEAREST_EXAMPLES, RIVAL_MARGIN
from ways_guard.lint.meaning import Gauge, is_kin
from ways_guard.match import background_prompts
from ways_guard.match.records import sections
from ways_guard.way.load import Example, Way

if TYPE_CHECKING:
    from ways_guard.match.engines.protocol import FloatArray

_LEAST_DEVIATION = 1e-4  # Cosines that vary less are rounding.


def neighbours(gauge: Gauge, way: Way, ways: Sequence[Way], count: int) -> list[Way]:
    """The ways whose text is nearest to a way's, the nearest first; ways without text are left out."""
    others = [one for one in ways if one.text and one.id != way.id]
    if not (others and way.text):
        return []
    vectors = gauge.vectors([way.text, *(one.text for one in others)], "query")
    common = vectors[1:] @ vectors[1:].mean(axis=0)  # what resembles all ways is no neighbour for that
    order = np.argsort(common - vectors[1:] @ vectors[0], kind="stable")
    return [others[number] for number in order[:count]]


def rivals(gauge: Gauge, way: Way, ways: Sequence[Way], prompts: Sequence[Example]) -> list[str | None]:
    """For each new prompt of a way the id of the way that it is clearly nearer to, None where there is none.

    A way is as near as its text (or its stub in the prompt's language), its body and its two nearest examples, each
    told in deviations from what background prompts have with the same, in the mean. The other new prompts count
    among the examples, each prompt itself never. Parents and children are no rivals.
    """
    every = [one for one in ways if one.text or one.examples or one.id == way.id]
    background = background_prompts.load()
    langs = [*(prompt.lang for prompt in prompts), *background.langs]
    asked = gauge.vectors([*(prompt.prompt for prompt in prompts), *background.texts], "query")
    columns = []
    for one in every:
        new = asked[: len(prompts)] if one.id == way.id else asked[:0]
        parts = [_texts(gauge, one, asked, langs), _body(gauge, one, asked), _examples(gauge, one, asked, new)]
        told = [_standard(part, len(prompts)) for part in parts if part is not None]
        columns.append(np.mean(told, axis=0) if told else np.full(len(prompts), -np.inf))
    return [_rival(row, way, every) for row in np.stack(columns, axis=1)]


def _texts(gauge: Gauge, way: Way, asked: FloatArray, langs: Sequence[str]) -> FloatArray | None:
    """How near prompts are to the way's text or, where that is nearer, to its stub in their language."""
    if not way.text:
        return None
    stubs = {stub.lang: stub.text for stub in way.stubs}
    vectors = gauge.vectors([way.text, *stubs.values()], "query")
    near = np.asarray(asked @ vectors[0], dtype=np.float32)
    for number, lang in enumerate(stubs, 1):
        spoken = np.array([one == lang for one in langs])
        near[spoken] = np.maximum(near[spoken], asked[spoken] @ vectors[number])
    return near


def _body(gauge: Gauge, way: Way, asked: FloatArray) -> FloatArray | None:
    """How near prompts are to the nearest section of the way's body."""
    found = sections(way.body) if way.text else []
    if not found:
        return None
    return np.asarray(np.max(asked @ gauge.vectors(found).T, axis=1), dtype=np.float32)


def _examples(gauge: Gauge, way: Way, asked: FloatArray, new: FloatArray) -> FloatArray | None:
    """How near prompts are to the way's nearest examples, `new` ones included, those being the first prompts."""
    known = gauge.vectors([example.prompt for example in way.examples], "query") if way.examples else new[:0]
    examples = np.concatenate([new, known]) if len(known) else new
    if len(examples) < (2 if len(new) else 1):
        return None
    near = asked @ examples.T
    itself = np.arange(len(new))
    near[itself, itself] = -np.inf
    best = -np.sort(-near, axis=1)[:, :NEAREST_EXAMPLES]
    there = np.isfinite(best)
    return np.asarray(np.where(there, best, 0).sum(axis=1) / there.sum(axis=1), dtype=np.float32)


def _standard(near: FloatArray, count: int) -> FloatArray:
    """The first `count` values in deviations from the rest, which are those of background prompts."""
    rest = near[count:]
    return np.asarray((near[:count] - rest.mean()) / max(float(rest.std()), _LEAST_DEVIATION), dtype=np.float32)


def _rival(row: FloatArray, way: Way, ways: Sequence[Way]) -> str | None:
    own = next(value for value, one in zip(row, ways, strict=True) if one.id == way.id)
    if not np.isfinite(
        own
    ):  # the first example of a way that has no text: there is nothing that it could be near to
        return None
    nearer = [(float(value), one.id) for value, one in zip(row, ways, strict=True) if value - own >= RIVAL_MARGIN]
    return max((pair for pair in nearer if not is_kin(pair[1], way.id)), default=(0.0, None))[1]
