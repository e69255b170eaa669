"""WG111: a macro that is not there, or cannot be run."""

from __future__ import annotations

from collections.abc import Iterator

from ways_guard.lint.model import Example, Hit, Rule, Severity, WayFile
from ways_guard.lint.rules import samples
from ways_guard.way.discover import MACRO


def check(file: WayFile) -> Iterator[Hit]:
    """One hit at the field's value."""
    field = (file.document.fields or {}).get("macro")
    if file.file.kind not in ("way", "core") or field is None:
        return
    if file.context.macro is None:
        yield Hit(field.span, f"no {MACRO} beside this file: add it, or remove this field")
    elif not file.context.macro:
        yield Hit(field.span, f"{MACRO} is not executable: run chmod +x, or git update-index --chmod=+x {MACRO}")


RULE = Rule(
    code="WG111",
    name="macro",
    severity=Severity.ERROR,
    target=WayFile,
    check=check,
    what=f"A way has a `macro` field, and `{MACRO}` beside it is missing or not executable.",
    why="The macro's output is part of the guidance. Where it cannot be run, the agent gets the way without it.",
    how=(
        f"Add `{MACRO}` to the way's folder and make it executable (`chmod +x`; on Windows `git update-index "
        f"--chmod=+x {MACRO}`), or remove the field."
    ),
    bad=Example(samples.PATH, samples.way("Writing tests", "test coverage", "macro: append")),
    good=Example(samples.PATH, samples.TEXT),
)
