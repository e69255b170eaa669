"""WG204: a language code that languages.json does not have."""

from __future__ import annotations

import json
from collections.abc import Iterator

from ways_guard.lint.codes import unknown
from ways_guard.lint.model import Edit, Example, Fix, Hit, LocaleFile, RecordsFile, Rule, Severity
from ways_guard.lint.rules import samples
from ways_guard.way.stubs import lang_of


def check(file: LocaleFile | RecordsFile) -> Iterator[Hit]:
    """One hit a line; with a fix where the code is another way to write one, which no other stub has."""
    languages = file.context.languages
    once = isinstance(file, LocaleFile)  # of prompts there are many in one language
    taken = {lang_of(line) for line in file.lines} if once else set()
    for line in file.lines:
        lang = lang_of(line)
        if lang is None or lang in languages:
            continue
        code = languages.normalise(lang)
        span, fix = line.value_span("lang"), None
        if code and code not in taken:
            edit = Edit(line.start + span.column - 1, line.start + span.end_column - 1, json.dumps(code))
            fix = Fix((edit,))
            taken |= {code} if once else set()
        yield Hit(span, unknown(lang, languages.suggest(lang)), fix)


RULE = Rule(
    code="WG204",
    name="unknown-language",
    severity=Severity.ERROR,
    target=(LocaleFile, RecordsFile),
    check=check,
    fixable=True,
    what="The `lang` of a stub, an example or a probe is not a code of languages.json.",
    why=(
        "Codes are compared as they are written: `pt_BR`, `pt-BR` and `Portuguese` are not `pt-br`, and a "
        "stub under a code that nobody asks for is never used."
    ),
    how=(
        "Write the code as languages.json has it. `--fix` does so when the value is another way to write a "
        "known code and the file has no stub under that code. A language that is really new is an entry in "
        "the repo's own languages.json."
    ),
    bad=Example(samples.LOCALES, samples.BRAZILIAN.replace("pt-br", "pt_BR")),
    good=Example(samples.LOCALES, samples.BRAZILIAN),
    beside=samples.WAY,
)
