"""WG110: a core.md without a directive, or with two."""

from __future__ import annotations

from collections.abc import Iterator

from ways_guard.lint.model import Example, Hit, Rule, Severity, WayFile
from ways_guard.way.directive import PLACEHOLDER, lines_of
from ways_guard.way.text import START, Span


def check(file: WayFile) -> Iterator[Hit]:
    """One hit at the start of a core.md without a directive; one for each directive behind the first."""
    document = file.document
    if file.file.kind != "core" or document.error:
        return
    lines = document.body.split("\n")
    numbers = lines_of(document.body)
    if not numbers:
        message = f"no line tells the agent which language to write in: add one with {PLACEHOLDER}"
        yield Hit(START, message)
    for number in numbers[1:]:
        first = document.body_line + numbers[0]
        at = document.body_line + number
        span = Span(at, 1, at, len(lines[number].rstrip("\r")) + 1)
        yield Hit(span, f"line {first} tells the agent which language to write in already: keep one of the two")


RULE = Rule(
    code="WG110",
    name="core-directive",
    severity=Severity.ERROR,
    target=WayFile,
    check=check,
    what=(
        "core.md has no line that says which language to write in, or several. That line holds "
        f'`{PLACEHOLDER}` or says that something "must be in English", in whatever words.'
    ),
    why=(
        "At the start of a session the language is put into that line. Without the line the agent is told "
        "the default wording and not yours; with two it is told twice, in words that may disagree."
    ),
    how=f"Write one line, such as: Commit messages, comments and documentation are written in {PLACEHOLDER}.",
    bad=Example("core.md", "# How we work\n\nAsk before you delete anything.\n"),
    good=Example("core.md", f"# How we work\n\nWrite commit messages and comments in {PLACEHOLDER}.\n"),
)
