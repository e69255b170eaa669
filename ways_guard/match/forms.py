"""The forms of a prompt in the canonical languages of ways: asked of a rewriter while the models are at work."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, TypeAlias

from ways_guard.constants import REWRITE_NEAREST
from ways_guard.match import prompt_language
from ways_guard.match.engines import asking

if TYPE_CHECKING:
    from ways_guard.match.engines.catalogue import Scale
    from ways_guard.match.engines.protocol import FloatArray, Model
    from ways_guard.match.rewrite.chain import Question, Rewriter

Near: TypeAlias = "Callable[[str], bool]"


@dataclass(frozen=True)
class Form:
    """A prompt in a canonical language: its query and entities; `reason` says why there is no query, where so."""

    target: str
    query: str = ""
    entities: tuple[str, ...] = ()
    reason: str = ""

    @property
    def texts(self) -> list[str]:
        """What patterns are searched in, the surest first."""
        return [*self.entities, *filter(None, [self.query])]


def ask(
    rewriter: Rewriter | None, prompt: str, targets: Collection[str], before: Sequence[str]
) -> Mapping[str, Question]:
    """Begin to ask for the forms in the target languages; {} without a rewriter.

    Among all languages, not only those of the ways: whoever translates must know which one it is.
    """
    if rewriter is None:
        return {}
    lang = prompt_language.guess(prompt, rewriter.languages, frozenset(rewriter.languages))
    return {target: rewriter.start(prompt, lang, target, before) for target in sorted(targets)}


def collect(asked: Mapping[str, Question], near: Near | None) -> tuple[Form, ...]:
    """The forms, waited for; `near` says whether a text means about what the prompt does."""
    found = []
    for target, question in asked.items():
        answer, reason = question.result(near)
        found.append(Form(target, answer.query, answer.entities) if answer else Form(target, reason=reason))
    return tuple(found)


def nearness(model: Model, vector: FloatArray, scale: Scale) -> Near:
    """Compares texts with a prompt's vector, shape (dimension,), by the model that made it."""

    def near(text: str) -> bool:
        cosine = float(asking.vectors(model, [text], "query")[0] @ vector)
        return (cosine - scale.unrelated) / (scale.alike - scale.unrelated) >= REWRITE_NEAREST

    return near
