"""WG208: a stub that an override hides."""

from __future__ import annotations

from collections.abc import Iterator

from ways_guard.lint.model import Example, Hit, LocaleFile, Rule, Severity
from ways_guard.lint.rules import samples
from ways_guard.way.stubs import lang_of


def check(file: LocaleFile) -> Iterator[Hit]:
    """One note for each stub whose language has an override in the same folder."""
    overrides = {sibling.lang: sibling.path.name for sibling in file.context.siblings if sibling.kind == "override"}
    for line in file.good:
        name = overrides.get(lang_of(line))
        if name:
            yield Hit(line.value_span("lang"), f"{name} takes the place of this stub: keep one of the two")


RULE = Rule(
    code="WG208",
    name="hidden-stub",
    severity=Severity.NOTE,
    target=LocaleFile,
    check=check,
    what="A stub's language also has an override, `{name}.{lang}.md`, in the same folder.",
    why=("The override's own description and vocabulary are matched, and the stub is not: edits to it do nothing."),
    how="Remove the stub, or the override.",
    bad=Example(samples.LOCALES, samples.GERMAN),
    good=Example(samples.LOCALES, samples.FRENCH),
    beside={
        **samples.WAY,
        "code/tests/tests.de.md": samples.way("Tests schreiben", "Test Abdeckung"),
    },
)
