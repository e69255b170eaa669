"""WG101: frontmatter that never ends."""

from __future__ import annotations

from collections.abc import Iterator

from ways_guard.lint.model import Example, Hit, Rule, Severity, WayFile
from ways_guard.lint.rules import samples


def check(file: WayFile) -> Iterator[Hit]:
    """One hit at the opening line when no closing one follows."""
    error = file.document.error
    if file.is_node and error and error.kind == "open":
        yield Hit(error.span, "this frontmatter never ends: put a line '---' behind its last field")


RULE = Rule(
    code="WG101",
    name="frontmatter-end",
    severity=Severity.ERROR,
    target=WayFile,
    check=check,
    what="A way file opens its frontmatter with a `---` line and never closes it.",
    why=(
        "Without the closing line there is no telling fields from guidance, so the way cannot fire at"
        " all, and nothing at run time says so."
    ),
    how="Put a line with nothing but `---` between the last field and the guidance.",
    bad=Example(samples.PATH, samples.TEXT.replace("\n---\n", "\n\n")),
    good=Example(samples.PATH, samples.TEXT),
)
