"""WG205: a stub in a language that is not active."""

from __future__ import annotations

from collections.abc import Iterator

from ways_guard.lint.model import Example, Hit, LocaleFile, Rule, Severity
from ways_guard.lint.rules import samples
from ways_guard.way.stubs import lang_of


def check(file: LocaleFile) -> Iterator[Hit]:
    """One note a line."""
    for line in file.good:
        language = file.context.languages.get(lang_of(line) or "")
        if language and not language.active:
            yield Hit(
                line.value_span("lang"),
                f'{language.name} ("{language.code}") is not active: set "active": true for it '
                "in the repo's languages.json if its stubs are looked after",
            )


RULE = Rule(
    code="WG205",
    name="inactive-language",
    severity=Severity.NOTE,
    target=LocaleFile,
    check=check,
    what="A stub is written in a language that languages.json does not call active.",
    why=(
        "Active languages are those whose stubs somebody looks after. A stub in another language "
        "still matches, but no check asks for it and nobody may notice when it goes stale."
    ),
    how=(
        'Activate the language in the languages.json at the top of the repo: `{"languages": {"sv": '
        '{"active": true}}}`; what that file does not say stays as shipped. Or leave the note be.'
    ),
    bad=Example(samples.LOCALES, samples.SWEDISH),
    good=Example(samples.LOCALES, samples.GERMAN),
    beside=samples.WAY,
)
