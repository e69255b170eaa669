"""WG203: a key that stubs must not carry."""

from __future__ import annotations

from collections.abc import Iterator

from ways_guard.lint.model import Edit, Example, Fix, Hit, LocaleFile, Rule, Severity
from ways_guard.lint.rules import samples
from ways_guard.way.jsonl import Line
from ways_guard.way.positions import Member
from ways_guard.way.stubs import FORBIDDEN_KEYS


def check(file: LocaleFile) -> Iterator[Hit]:
    """One hit for each forbidden member of each stub."""
    for line in file.good:
        for index, member in enumerate(line.members):
            if member.key in FORBIDDEN_KEYS:
                yield Hit(
                    line.span(member.key_start, member.key_end),
                    f'"{member.key}" is not allowed in a stub: remove it; the threshold is the way\'s',
                    Fix((_removal(line, index),)),
                )


def _removal(line: Line, index: int) -> Edit:
    """Take out the member with the comma that parts it from its neighbour, and nothing else."""
    member = line.members[index]
    if index > 0:
        return _cut(line, line.members[index - 1].node.end, member.node.end)
    following: Member | None = line.members[1] if len(line.members) > 1 else None
    return _cut(line, member.key_start, following.key_start if following else member.node.end)


def _cut(line: Line, start: int, end: int) -> Edit:
    return Edit(line.start + start, line.start + end, "")


RULE = Rule(
    code="WG203",
    name="forbidden-key",
    severity=Severity.ERROR,
    target=LocaleFile,
    check=check,
    fixable=True,
    what="A stub carries `embed_threshold` or `embed_model`.",
    why=(
        "A threshold belongs to the way and not to one of its translations: every alias is brought "
        "onto one scale, and stubs are always matched by the multilingual model. A value left in a "
        "stub is read by nobody and misleads whoever edits the file."
    ),
    how="Remove the key. `--fix` does so and leaves every other byte as it is.",
    bad=Example(samples.LOCALES, samples.GERMAN.replace("}", ', "embed_threshold": 0.7}')),
    good=Example(samples.LOCALES, samples.GERMAN),
    beside=samples.WAY,
)
