"""WG106: a value that a reader which goes line by line sees differently."""

from __future__ import annotations

from collections.abc import Iterator

from ways_guard.lint.model import Example, Hit, Rule, Severity, WayFile
from ways_guard.lint.offsets import offset
from ways_guard.lint.rules import samples
from ways_guard.way.frontmatter import Field


def check(file: WayFile) -> Iterator[Hit]:
    """One note a field whose value is not simply the rest of its line."""
    if file.file.kind == "other":
        return
    for name, field in (file.document.fields or {}).items():
        reason = "" if name.startswith("x-") else _difference(file.text, field)
        if reason:
            yield Hit(field.key_span, f'a reader that goes line by line sees "{name}" differently: {reason}')


def _difference(text: str, field: Field) -> str:
    """Why the rest of the key's line is not the value, "" where it is."""
    start = offset(text, field.key_span.line, field.key_span.end_column)
    rest = text[start : text.find("\n", start)].lstrip().removeprefix(":").strip()
    if isinstance(field.value, dict) and not rest:
        return ""  # keys below a key are what every reader of ways expects of `when`
    if isinstance(field.value, dict):
        return "write each of its keys on a line below"
    if isinstance(field.value, list):
        return (
            "write it on one line, without brackets" if rest else "write the list on one line, separated by spaces"
        )
    if rest == field.value.strip():
        return ""
    return _reason(rest, field)


def _reason(rest: str, field: Field) -> str:
    if rest[:1] in ("", "|", ">"):
        return "write the value on the key's own line"
    if rest[:1] in ("'", '"'):
        return "it keeps the quotes; word the value so that it needs none"
    if field.span.end_line > field.span.line:
        return "it ends with the line; write the value on one line"
    if " #" in rest:
        return "it keeps the comment; put that on a line of its own"
    return "write the value plainly"


RULE = Rule(
    code="WG106",
    name="line-reader",
    severity=Severity.NOTE,
    target=WayFile,
    check=check,
    what=(
        "A value is written so that a reader which goes line by line sees it differently. That is a value "
        "in quotes, with a comment behind it, as a block, as a list or over several lines."
    ),
    why=(
        "This tool reads YAML and is not misled. Tools that read ways with a line reader take the quotes or"
        " the comment for part of the value; such a way looks clean here and does not fire there."
    ),
    how="Write the value plainly on the key's line. Where only this tool reads the files, ignore the rule.",
    bad=Example(samples.PATH, samples.way('"Writing tests"', "test coverage # and more")),
    good=Example(samples.PATH, samples.TEXT),
)
