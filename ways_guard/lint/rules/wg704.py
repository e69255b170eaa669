"""WG704: a prompt that shall fire nothing, and fires a way."""

from __future__ import annotations

from collections.abc import Iterator

from ways_guard.lint.meaning import Meaning
from ways_guard.lint.model import Example, Hit, Rule, Severity
from ways_guard.lint.probes import answered
from ways_guard.lint.rules import samples
from ways_guard.lint.words import listed


def check(meaning: Meaning) -> Iterator[Hit]:
    """One hit for each prompt of golden-none.jsonl that fires."""
    for probe, answer in answered(meaning, "none-probes"):
        fired = [f"{verdict.entry.id} ({verdict.reason})" for verdict in answer.fired]
        if fired:
            yield probe.hit(f"this prompt shall fire nothing, and fires {listed(fired)}")


RULE = Rule(
    code="WG704",
    name="none-prompt-fires",
    severity=Severity.WARNING,
    target=Meaning,
    check=check,
    default=False,
    what=(
        "A prompt of golden-none.jsonl, which shall fire nothing, fires a way. It goes through the matcher as any "
        "prompt would, with the models that are in force and all ways of the repo."
    ),
    why="Guidance that nobody needs takes room in the agent's context, and teaches people to skip what is shown.",
    how=(
        "See with `ways-guard match --explain` which text of the way is near to the prompt: an example or a "
        "vocabulary that is too general is to be narrowed, a pattern too. Else raise the way's `threshold`. A "
        "prompt that does need the way is no none-prompt: move it to the way's probes."
    ),
    bad=Example("golden-none.jsonl", '{"prompt": "write a test for this function"}\n'),
    good=Example("golden-none.jsonl", '{"prompt": "what is the capital of France?"}\n'),
    beside=samples.WAY,
)
