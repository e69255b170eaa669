"""WG001: a file that cannot be read, that is not UTF-8, or starts with a byte order mark."""

from __future__ import annotations

from collections.abc import Iterator

from ways_guard.lint.model import Example, Fix, Hit, Rule, Severity, TextFile
from ways_guard.lint.rules import samples
from ways_guard.way.text import BOM, START

_UTF16_MARKS = (0xFF, 0xFE)


def check(file: TextFile) -> Iterator[Hit]:
    """An error for a file without bytes or at the first that is not UTF-8, or a warning for a byte order mark."""
    bad = file.decoded.bad_span
    if file.unreadable:
        yield Hit(START, f"cannot be read: {file.unreadable}: put a file there, or remove it")
    elif bad:
        byte = file.decoded.bad_bytes[0]
        guess = ", and it looks like UTF-16" if byte in _UTF16_MARKS and bad.line == bad.column == 1 else ""
        yield Hit(bad, f"not UTF-8 (byte 0x{byte:02X} here{guess}): save the file as UTF-8")
    elif file.decoded.bom:
        message = "the file starts with a byte order mark: save it as UTF-8 without one"
        yield Hit(START, message, Fix(strip_bom=True), Severity.WARNING)


RULE = Rule(
    code="WG001",
    name="encoding",
    severity=Severity.ERROR,
    target=TextFile,
    check=check,
    fixable=True,
    what=(
        "The file cannot be read or is not UTF-8, or it starts with a byte order mark (a warning). "
        "What cannot be read is a link to nothing, a pipe, a device, a folder that is called like a file of a "
        "way, or a file without the right to read it."
    ),
    why=(
        "Every reader of a way repo expects UTF-8. A file in another encoding is skipped as a whole, "
        "so its way or its translations never fire. A byte order mark is invisible, and a reader that"
        " does not expect it no longer sees the `---` or the `{` that the file starts with."
    ),
    how=(
        "Save the file as UTF-8 without a byte order mark; in an editor that is an option of *Save "
        "as*, elsewhere `iconv -f WINDOWS-1252 -t UTF-8` does it. `--fix` removes the mark. It does "
        "not guess an encoding."
    ),
    bad=Example(samples.PATH, BOM + samples.TEXT),
    good=Example(samples.PATH, samples.TEXT),
)
