"""WG501: a regex that RE2 refuses."""

from __future__ import annotations

import re
from collections.abc import Iterator

from ways_guard.lint.model import Example, Hit, Rule, Severity, WayFile
from ways_guard.lint.regexes import LONGEST, of_way, place
from ways_guard.lint.rules import samples
from ways_guard.way.regex import RegexError, compiled

# What other dialects have, and how to say it here. Tried in this order at each place of a pattern.
_CONSTRUCTS = (
    (r"\(\?<?=", "look-around", "write what must stand there as part of the pattern: foo(?=bar) as foobar"),
    (r"\(\?<!", "negative look-behind", "name what may stand before: (?<!a)b as (^|[^a])b"),
    (r"\(\?!", "negative look-ahead", "name what may follow: a(?!b) as a([^b]|$)"),
    (r"\(\?>", "an atomic group", "write (?:…): a search takes linear time anyway"),
    (
        r"\(\?P=\w+\)|\\k[<{']\w+[>}']|\\g\{?\w+\}?|\\[1-9]",
        "a back-reference",
        "write both cases out: (['\"])x\\1 as 'x'|\"x\"",
    ),
    (r"\(\?\(", "a conditional", "write both cases as alternatives"),
    (r"\(\?#", "a comment", "take it out"),
    (r"\(\?\|", "a branch reset", "write (?:…)"),
    (
        r"\(\?[a-zA-Z]*[^imsUP:<)a-zA-Z\-]?[xuaL]",
        "a flag",
        "take it out: patterns are Unicode and ignore case anyway",
    ),
    (
        r"(?:[*+?]|\{\d+(?:,\d*)?\})\+",
        "a possessive quantifier",
        "drop the last +: a search takes linear time anyway",
    ),
    (r"\\Z", "\\Z", "write \\z, or $"),
    (r"\\h", "\\h", "write [ \\t]"),
    (r"\\R", "\\R", "write \\r?\\n"),
    (r"\\[uU](?:[0-9a-fA-F]{8}|[0-9a-fA-F]{4})", "", "write the character itself, or \\x{…}"),
    (r"\\[GKXNceE]", "", "take it out, or write what it stands for"),
)
_ANY = re.compile("|".join(f"(?P<c{number}>{source})" for number, (source, _, _) in enumerate(_CONSTRUCTS)))
_SKIPPED = re.compile(r"\\[^1-9ZhRuUGKXNceEkg]|\\$|\[\^?\]?(?:\\.|\[:\w+:\]|[^\]\\])*\]", re.DOTALL)


def check(file: WayFile) -> Iterator[Hit]:
    """One hit for each construct of a refused regex that RE2 does not have, else one for what it says."""
    for field, pattern in of_way(file):
        if len(pattern) > LONGEST:
            message = f'"{field.name}" has {len(pattern):,} characters and may have {LONGEST:,}: cut it down'
            yield Hit(place(file, field, 0, len(pattern)), message)
            continue
        try:
            compiled(pattern)
        except RegexError as error:
            for start, end, message in _constructs(pattern) or [_other(pattern, error)]:
                yield Hit(place(file, field, start, end), f'"{field.name}" is no RE2 regex: {message}')


def _constructs(pattern: str) -> list[tuple[int, int, str]]:
    found = []
    at = 0
    while at < len(pattern):
        skipped = _SKIPPED.match(pattern, at)
        match = None if skipped else _ANY.match(pattern, at)
        if match:
            _, name, advice = _CONSTRUCTS[int(str(match.lastgroup)[1:])]
            shown = match[0] if name in match[0] else f"{match[0]} ({name})"
            found.append((*match.span(), f"it has no {shown}; {advice}"))
        at = (skipped or match).end() if skipped or match else at + 1  # type: ignore[union-attr]
    return found


def _other(pattern: str, error: RegexError) -> tuple[int, int, str]:
    start = pattern.find(error.construct)
    if not error.construct or start < 0 or error.construct == pattern:
        return 0, len(pattern), f"{error.message}; correct it"
    return (
        start,
        start + len(error.construct),
        f"{error.message}: {error.construct}; correct it, or escape it with \\",
    )


RULE = Rule(
    code="WG501",
    name="regex-dialect",
    severity=Severity.ERROR,
    target=WayFile,
    check=check,
    what=(
        "A regex is not in the RE2 dialect. It has a mistake, or uses what RE2 leaves out, such as "
        "look-around and back-references. One of more than 10,000 characters is refused as a whole."
    ),
    why=(
        "The matcher compiles regexes with RE2, whose searches take linear time whatever the pattern: no "
        "pattern of a stranger can hang a prompt. A regex that it refuses matches nothing."
    ),
    how=(
        "Write it without. `foo(?=bar)` becomes `foobar`, `(?<!a)b` becomes `(^|[^a])b`, a back-reference "
        "its cases as alternatives. Possessive and atomic forms are needless here."
    ),
    bad=Example(samples.PATH, samples.way("Writing tests", "test coverage", r"pattern: tests?(?!\w)|coverage")),
    good=Example(samples.PATH, samples.way("Writing tests", "test coverage", r"pattern: tests?\b|coverage")),
)
