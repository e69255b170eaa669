"""WG301: a stub that is not written in its language. So far only scripts are compared."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterator

from ways_guard.lint.model import Example, Hit, LocaleFile, Rule, Severity
from ways_guard.lint.rules import samples
from ways_guard.way.jsonl import Line
from ways_guard.way.languages import Language
from ways_guard.way.scripts import components, count_scripts, script_of
from ways_guard.way.stubs import stub

_FEWEST = 4  # Letters; fewer are a name or an abbreviation and say nothing of a language.


def check(file: LocaleFile) -> Iterator[Hit]:
    """One hit for each stub whose letters belong to other scripts than its language's."""
    for line in file.good:
        found = stub(line)
        language = file.context.languages.get(found.lang) if found else None
        if found and language:
            yield from _stub(line, found.text, language)


def _stub(line: Line, text: str, language: Language) -> Iterator[Hit]:
    counts = count_scripts(text)
    own = frozenset().union(*(components(code) for code in language.scripts))
    inside = sum(number for script, number in counts.items() if script in own)
    # Names of tools are in Latin letters everywhere, so those count neither for a language nor against it.
    outside = sum(number for script, number in counts.items() if script not in own | {"Latn"})
    if sum(counts.values()) >= _FEWEST and (not inside or outside > inside):
        letters = _strangest(text, counts, own)
        message = f'not {language.name}: mostly in {letters} letters; translate this stub, or correct "lang"'
        yield Hit(line.value_span("description"), message)


def _strangest(text: str, counts: dict[str, int], own: frozenset[str]) -> str:
    """The name of the commonest script that is not the language's own."""
    script = max((name for name in counts if name not in own), key=lambda name: counts[name])
    letter = next(character for character in text if script_of(character) == script)
    name = unicodedata.name(letter).split()[0]
    return {"CJK": "Chinese", "FULLWIDTH": "full-width"}.get(name, name.capitalize())


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
