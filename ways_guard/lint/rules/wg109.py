"""WG109: a body that is too long to be shown whole."""

from __future__ import annotations

from collections.abc import Iterator

from ways_guard.constants import BODY_CHARACTERS
from ways_guard.lint import offsets
from ways_guard.lint.model import Example, Hit, Rule, Severity, WayFile
from ways_guard.lint.rules import samples


def check(file: WayFile) -> Iterator[Hit]:
    """One hit where the body goes beyond the limit, up to its end."""
    body = file.document.body.rstrip()
    if file.file.kind in ("way", "override", "core") and len(body) > BODY_CHARACTERS:
        start = len(file.text) - len(file.document.body) + BODY_CHARACTERS
        end = start + len(body) - BODY_CHARACTERS
        message = (
            f"the body has {len(body):,} characters, and from here on ({BODY_CHARACTERS:,}) it may be cut: "
            "shorten it, or move parts into ways of their own"
        )
        yield Hit(offsets.span(file.text, start, end), message)


RULE = Rule(
    code="WG109",
    name="long-body",
    severity=Severity.WARNING,
    target=WayFile,
    check=check,
    what=f"The guidance of a way, or core.md, is longer than {BODY_CHARACTERS:,} characters.",
    why=(
        "Agents cut what a hook gives them at about 10,000 characters, and several ways may fire at once. "
        "What is cut is the end, silently. Long guidance also costs the agent's attention with every prompt"
        " that fires it."
    ),
    how=(
        "Keep what changes the agent's work. What only some prompts need becomes a way of its own in a "
        "folder below, with its own description."
    ),
    bad=Example(samples.PATH, samples.TEXT + "Write one test for each fault that you can name.\n" * 180),
    good=Example(samples.PATH, samples.TEXT),
)
