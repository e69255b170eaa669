"""WG401: a stub that is older than the English text that it translates."""

from __future__ import annotations

from collections.abc import Iterator

from ways_guard.lint.model import Example, Hit, Rule, Severity
from ways_guard.lint.past import History, stale
from ways_guard.lint.rules import samples


def check(history: History) -> Iterator[Hit]:
    """One hit for each stub, at its description."""
    for found in stale(history):
        message = (
            f"the way's description or vocabulary changed {found.when}, and this stub did not: translate it again"
        )
        yield Hit(found.line.value_span("description"), message, path=found.file.file.path)


RULE = Rule(
    code="WG401",
    name="stale-stub",
    severity=Severity.WARNING,
    target=History,
    check=check,
    what=(
        "A stub translates an older text of its way. The way's description or vocabulary changed in git, and the "
        "stub's did not. "
        "White space, quotes and other fields make no change. With `--base REF` only changes since then count."
    ),
    why=(
        "Prompts in that language find the way that it used to be. Nobody who edits the English text sees the "
        "stubs, so that they fall behind one by one."
    ),
    how=(
        "Translate the stub anew. Where it still says what the English text says, accept it in ways.json "
        "(`lint.accept`, with the reason)."
    ),
    bad=Example(samples.PATH, samples.way("Writing tests that last", "test coverage")),
    good=Example(samples.PATH, samples.TEXT),
    beside={samples.LOCALES: samples.GERMAN},
    before={samples.PATH: samples.TEXT, samples.LOCALES: samples.GERMAN},
)
