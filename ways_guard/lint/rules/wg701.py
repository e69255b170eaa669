"""WG701: a stub that does not mean what its way's text means."""

from __future__ import annotations

from collections.abc import Iterator

from ways_guard.constants import DESCRIPTION_TO_PASS, NEARNESS_TO_PASS, VOCABULARY_TO_PASS
from ways_guard.lint.meaning import Meaning
from ways_guard.lint.model import Example, Hit, Rule, Severity
from ways_guard.lint.rules import samples


def check(meaning: Meaning) -> Iterator[Hit]:
    """One hit for each stub that is no nearer to its way's text than a stranger, at the part that is so far."""
    for placed in meaning.stubs:
        for part, key, near, least in (
            ("this stub", "description", placed.own, NEARNESS_TO_PASS),
            ("the description of this stub", "description", placed.description, DESCRIPTION_TO_PASS),
            ("the vocabulary of this stub", "vocabulary", placed.vocabulary, VOCABULARY_TO_PASS),
        ):
            if near < least:
                message = (
                    f"{part} is as far from {placed.way.file.path.name} as one of any other way would be "
                    f"(nearness {near:.1f}): translate it again"
                )
                yield Hit(placed.line.value_span(key), message, path=placed.file.file.path)
                break


RULE = Rule(
    code="WG701",
    name="far-from-meaning",
    severity=Severity.WARNING,
    target=Meaning,
    check=check,
    default=False,
    what=(
        "A stub is far from what its way says. Description and vocabulary together, or one of them, mean something "
        "else than the way's, as a model understands both. Nearness is measured against stubs and texts of "
        "different ways, so that it needs no scale of the model: 0 is such a stranger, a usual stub has 6. "
        f"What is below is reported: {NEARNESS_TO_PASS} for a stub, {DESCRIPTION_TO_PASS:g} for a description "
        f"alone, {VOCABULARY_TO_PASS} for a vocabulary."
    ),
    why=(
        "The stub is all that prompts in its language find the way by. One that was made for another text, that "
        "lost its end or that a translation engine misread sends them elsewhere, and who does not read the "
        "language does not see it."
    ),
    how=(
        "Translate the way's description and vocabulary again. Where the stub is right and only short, say in it "
        "what the way says. Accept one that the model misreads in ways.json (`lint.accept`, with the reason)."
    ),
    bad=Example(samples.LOCALES, samples.stub("zh", "如何包饺子和准备年夜饭", "饺子 面粉 年夜饭 厨房")),
    good=Example(samples.LOCALES, samples.stub("zh", "编写测试", "测试 覆盖率")),
    beside=samples.WAY,
)
