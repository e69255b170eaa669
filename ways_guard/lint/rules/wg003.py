"""WG003: text that is not in Unicode's normal form NFC."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator

from ways_guard.lint import offsets
from ways_guard.lint.model import Edit, Example, Fix, Hit, Rule, Severity
from ways_guard.lint.offsets import Shown
from ways_guard.lint.rules import samples
from ways_guard.lint.texts import TEXTS, AnyText, shown

# What may melt into the character before it: marks, and the second and third part of a Hangul syllable.
_FOLLOWS = re.compile("[\u1161-\u1175\u11a8-\u11c2]")
# Compatibility ideographs: composing puts another shape of the character in their place.
_RESHAPED = re.compile("[\uf900-\ufaff\U0002f800-\U0002fa1f]")


def check(file: AnyText) -> Iterator[Hit]:
    """One hit a line, at its first decomposed character; the fix composes the line."""
    text = shown(file)
    if unicodedata.is_normalized("NFC", text.text):
        return
    start = 0
    for line in text.text.splitlines(keepends=True):
        if not unicodedata.is_normalized("NFC", line):
            yield _hit(file.text, text, start, line)
        start += len(line)


def _hit(source: str, text: Shown, start: int, line: str) -> Hit:
    found = [(start + at, part) for at, part in _parts(line) if unicodedata.normalize("NFC", part) != part]
    edits = [_edit(text, at, part) for at, part in found]
    at, part = found[0]
    composed = unicodedata.normalize("NFC", part)
    message = f'"{composed}" is written as {_points(part)}, in NFC it is {_points(composed)}: save the line as NFC'
    fix = Fix(tuple(edits), safe=not _RESHAPED.search(line))
    return Hit(offsets.span(source, *text.source(at, at + len(part))), message, fix)


def _edit(text: Shown, at: int, part: str) -> Edit:
    """Compose one part; a first character that stays, which may be a JSON quote, is left as it is written."""
    composed = unicodedata.normalize("NFC", part)
    same = int(part[0] == composed[0])
    return Edit(*text.source(at + same, at + len(part)), composed[same:])


def _parts(line: str) -> Iterator[tuple[int, str]]:
    """The line cut before every character that cannot melt into the one before it."""
    start = 0
    for at, character in enumerate(line):
        if at > start and not _follows(character):
            yield start, line[start:at]
            start = at
    yield start, line[start:]


def _follows(character: str) -> bool:
    return unicodedata.category(character)[0] == "M" or bool(_FOLLOWS.match(character))


def _points(text: str) -> str:
    return " ".join(f"U+{ord(character):04X}" for character in text)


RULE = Rule(
    code="WG003",
    name="unicode-form",
    severity=Severity.WARNING,
    target=TEXTS,
    check=check,
    fixable=True,
    what=(
        "A text is not in Unicode's normal form NFC. The usual case is an accented letter that is written as "
        "a letter and an accent, as file names from macOS and text copied out of PDF files are."
    ),
    why=(
        "It looks the same and is not the same: a pattern with the one `é` does not match the other, two stubs "
        "that are equal count as different, and a model cuts the word at the accent."
    ),
    how=(
        "`--fix` normalises the characters. Han characters of the compatibility blocks would change their "
        "shape, so that those need `--unsafe-fixes`."
    ),
    bad=Example(samples.LOCALES, samples.FRENCH.replace("É", "E\u0301")),
    good=Example(samples.LOCALES, samples.FRENCH),
    beside=samples.WAY,
)
