"""WG213: a stub in the language that the way itself is written in."""

from __future__ import annotations

from collections.abc import Iterator

from ways_guard.lint.model import Edit, Example, Fix, Hit, LocaleFile, Rule, Severity
from ways_guard.lint.rules import samples
from ways_guard.way.stubs import lang_of


def check(file: LocaleFile) -> Iterator[Hit]:
    """One hit for each such line."""
    canonical = file.context.root.canonical
    for line in file.good:
        if lang_of(line) == canonical:
            message = (
                f'the way itself is written in "{canonical}": put what this stub has to say into the way\'s '
                "description and vocabulary, and remove the line"
            )
            # Not safe: what the line says would be lost.
            yield Hit(line.value_span("lang"), message, Fix((Edit(line.start, line.next, ""),), safe=False))


RULE = Rule(
    code="WG213",
    name="canonical-stub",
    severity=Severity.WARNING,
    target=LocaleFile,
    check=check,
    what="A stub is in the canonical language of its root, which the way itself is written in.",
    why=(
        "The way's own description and vocabulary are what prompts in that language are compared with. A "
        "stub beside them is a second wording that somebody has to keep in step."
    ),
    how=(
        "Move what is useful into the way and remove the line (`--unsafe-fixes` removes it). Where the "
        "root's ways are not in English, say so with `canonical_language` in ways.json."
    ),
    bad=Example(samples.LOCALES, samples.GERMAN + samples.stub("en", "Covering code", "coverage unit")),
    good=Example(samples.LOCALES, samples.GERMAN),
    beside=samples.WAY,
)
