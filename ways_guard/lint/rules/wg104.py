"""WG104: a description without a vocabulary, or the reverse."""

from __future__ import annotations

from collections.abc import Iterator

from ways_guard.lint.model import Example, Hit, Rule, Severity, WayFile
from ways_guard.lint.rules import samples

_PAIR = ("description", "vocabulary")
_ADVICE = {
    "description": "say in one line what the way is for",
    "vocabulary": "add the words that people use for it, separated by spaces",
}


def check(file: WayFile) -> Iterator[Hit]:
    """One hit at the field that stands alone."""
    fields = file.document.fields or {}
    present = [name for name in _PAIR if name in fields]
    if file.file.kind in ("way", "override") and len(present) == 1:
        missing = next(name for name in _PAIR if name not in fields)
        message = f'"{present[0]}" without "{missing}": {_ADVICE[missing]}'
        yield Hit(fields[present[0]].key_span, message)


RULE = Rule(
    code="WG104",
    name="half-alias",
    severity=Severity.WARNING,
    target=WayFile,
    check=check,
    what="A way has a description and no vocabulary, or a vocabulary and no description.",
    why=(
        "Both together are what prompts are compared with: the description gives the meaning, the "
        "vocabulary the words that people really type. With half of it the way is found half as well."
    ),
    how="Add the other one.",
    bad=Example(samples.PATH, samples.TEXT.replace("vocabulary: test coverage\n", "")),
    good=Example(samples.PATH, samples.TEXT),
)
