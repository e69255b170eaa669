"""WG301: a stub that is not written in its language. So far only scripts are compared."""

from __future__ import annotations

from collections.abc import Iterator

from ways_guard.lint.confirm import other_letters
from ways_guard.lint.model import Example, Hit, LocaleFile, Rule, Severity
from ways_guard.lint.rules import samples
from ways_guard.way.stubs import stub


def check(file: LocaleFile) -> Iterator[Hit]:
    """One hit for each stub whose letters belong to other scripts than its language's."""
    for line in file.good:
        found = stub(line)
        language = file.context.languages.get(found.lang) if found else None
        letters = other_letters(found.text, language) if found and language else None
        if language and letters:
            message = f'not {language.name}: mostly in {letters} letters; translate this stub, or correct "lang"'
            yield Hit(line.value_span("description"), message)


RULE = Rule(
    code="WG301",
    name="other-language",
    severity=Severity.ERROR,
    target=LocaleFile,
    check=check,
    what=(
        "A stub is written in another script than its language. Most of its letters belong to other "
        "scripts, or none to its own. Latin letters do not count against a language, since names of "
        "tools are written in them."
    ),
    why=(
        "A stub that was never translated, or stands under the wrong code, is an alias that no prompt"
        " in its language comes near, while every overview counts the language as done."
    ),
    how='Translate the stub, or correct its "lang".',
    bad=Example(samples.LOCALES, samples.stub("ru", "Writing tests", "test coverage")),
    good=Example(samples.LOCALES, samples.RUSSIAN),
    beside=samples.WAY,
)
