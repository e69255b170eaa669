"""WG002: line ends that are not of one kind."""

from __future__ import annotations

import re
from collections.abc import Iterator

from ways_guard.lint import offsets
from ways_guard.lint.model import ConfigFile, Edit, Example, Fix, Hit, RecordsFile, Rule, Severity, WayFile
from ways_guard.lint.rules import samples
from ways_guard.lint.words import plural

_END = re.compile(r"\r*\n")
_LONE = re.compile(r"\r+(?![\r\n])")
_SHOWN = {"\n": "LF", "\r\n": "CRLF"}


def check(file: WayFile | RecordsFile | ConfigFile) -> Iterator[Hit]:
    """One hit for all carriage returns that end no line, one for all line ends that differ from the others."""
    if "\r" not in file.text:
        return
    ends = list(_END.finditer(file.text))
    crlf = sum(end[0] == "\r\n" for end in ends)
    usual = "\r\n" if crlf > len(ends) - crlf else "\n"
    yield from _lone(file.text, usual, others=bool(ends))
    yield from _mixed(file.text, ends, usual)


def _lone(text: str, usual: str, *, others: bool) -> Iterator[Hit]:
    found = list(_LONE.finditer(text))
    if found:
        # With no other line end these are the line ends; among others nobody knows what one stands for.
        fix = Fix(tuple(Edit(*lone.span(), usual * len(lone[0])) for lone in found), safe=not others)
        count = plural(len(found), "carriage return")
        message = f"{count} (CR) without a line feed: end lines with {_SHOWN[usual]}"
        yield Hit(offsets.span(text, found[0].start(), found[0].end()), message, fix)


def _mixed(text: str, ends: list[re.Match[str]], usual: str) -> Iterator[Hit]:
    odd = [end for end in ends if end[0] != usual]
    if odd:
        fix = Fix(tuple(Edit(*end.span(), usual) for end in odd))
        verb = "ends" if len(odd) == 1 else "end"
        message = f"{plural(len(odd), 'line')} {verb} otherwise than the rest: end all of them with {_SHOWN[usual]}"
        first = odd[0]
        at = offsets.span(text, first.start(), first.end() - 1)
        yield Hit(at, message, fix, Severity.WARNING)


RULE = Rule(
    code="WG002",
    name="line-ends",
    severity=Severity.ERROR,
    target=(WayFile, RecordsFile, ConfigFile),
    check=check,
    fixable=True,
    what=(
        "Line ends are mixed (a warning), or are carriage returns alone (an error). A way file may have LF "
        "or CRLF throughout; locale files have LF, which WG209 sees to."
    ),
    why=(
        "Nothing here takes a lone carriage return for a line end, so a file that has only those is one "
        "long line: its frontmatter is not seen and the way never fires. Mixed ends make lines differ that "
        "look the same, and the next editor that evens them out changes the whole file."
    ),
    how=(
        "`--fix` gives all lines the end that most of them have. Carriage returns among other line ends are"
        " replaced with `--unsafe-fixes` only."
    ),
    bad=Example(samples.PATH, samples.TEXT.replace("coverage\n", "coverage\r\n")),
    good=Example(samples.PATH, samples.TEXT),
)
