"""WG702: a stub that means what another way's text means."""

from __future__ import annotations

from collections.abc import Iterator

from ways_guard.constants import NEARER_TO_TELL
from ways_guard.lint.meaning import Meaning
from ways_guard.lint.model import Example, Hit, Rule, Severity
from ways_guard.lint.rules import samples


def check(meaning: Meaning) -> Iterator[Hit]:
    """One hit for each stub that is much nearer to another way of the repo than to its own."""
    for placed in meaning.stubs:
        if placed.other and placed.others >= NEARER_TO_TELL and placed.others - placed.own >= NEARER_TO_TELL:
            message = (
                f"this stub is nearer to {placed.other.file.id} than to its own way (nearness {placed.others:.1f} "
                f"against {placed.own:.1f}): see whether a line of another way came here"
            )
            yield Hit(placed.line.value_span("description"), message, path=placed.file.file.path)


RULE = Rule(
    code="WG702",
    name="stub-of-another-way",
    severity=Severity.WARNING,
    target=Meaning,
    check=check,
    default=False,
    what=(
        "A stub is much nearer to the text of another way than to that of its own. Ways of the same repo and "
        "canonical language count, parents and children do not: they may share their words. Nearness is that of "
        f"WG701, and `much` is {NEARER_TO_TELL}; a stub that this rule reports is not reported by WG701 too."
    ),
    why=(
        "Prompts in that language that need the one way are shown the other. Mostly lines were swapped or pasted "
        "into the wrong file."
    ),
    how=(
        "Bring each line to its own way. Where two ways do mean the same, say in both how they differ, or make "
        "them one."
    ),
    bad=Example(samples.LOCALES, samples.stub("de", "Code anderer begutachten", "Review Kommentar")),
    good=Example(samples.LOCALES, samples.GERMAN),
    beside={
        **samples.WAY,
        "code/reviews/reviews.md": samples.way("Reviewing code of others", "review comment"),
        "code/reviews/reviews.locales.jsonl": samples.stub("de", "Code anderer prüfen", "Review Anmerkung"),
    },
)
