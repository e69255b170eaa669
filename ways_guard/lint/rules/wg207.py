"""WG207: a locale file with no way beside it."""

from __future__ import annotations

from collections.abc import Iterator

from ways_guard.lint.model import Example, Hit, LocaleFile, Rule, Severity
from ways_guard.lint.rules import samples
from ways_guard.way.stubs import SUFFIX
from ways_guard.way.text import START


def check(file: LocaleFile) -> Iterator[Hit]:
    """One hit at the start of the file."""
    wanted = file.file.path.name.removesuffix(SUFFIX) + ".md"
    siblings = file.context.siblings
    if any(sibling.kind == "way" and sibling.path.name == wanted for sibling in siblings):
        return
    way = next((sibling.path.name for sibling in siblings if sibling.kind == "way"), None)
    folder = file.file.path.parent.name
    if way:
        advice = f"the way here is {way}: rename this file to {way.removesuffix('.md')}{SUFFIX}"
    elif any(sibling.path.name == wanted for sibling in siblings):
        advice = f"{wanted} is no way, since a way is called like its folder: {folder}/{folder}.md"
    else:
        advice = "restore the way, or remove this file with it"
    yield Hit(START, f"no way {wanted} beside this file, so nothing reads it: {advice}")


RULE = Rule(
    code="WG207",
    name="orphan-locale-file",
    severity=Severity.ERROR,
    target=LocaleFile,
    check=check,
    what="A locale file has no way of its name beside it.",
    why=(
        "Stubs are aliases of the way in the same folder, `{name}.locales.jsonl` of `{name}.md`. When"
        " the way was renamed, moved or removed without them, no prompt in any other language finds "
        "it, and nothing says so."
    ),
    how="Rename or move the file along with its way, or delete it.",
    bad=Example("code/tests/test.locales.jsonl", samples.GERMAN),
    good=Example(samples.LOCALES, samples.GERMAN),
    beside=samples.WAY,
)
