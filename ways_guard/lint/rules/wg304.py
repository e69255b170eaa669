"""WG304: a stub with too little text of its own to tell its language."""

from __future__ import annotations

from collections.abc import Iterator

from ways_guard.lint.confirm import Verdict
from ways_guard.lint.languages import told
from ways_guard.lint.model import Example, Hit, RepoFiles, Rule, Severity
from ways_guard.lint.rules import samples


def check(repo: RepoFiles) -> Iterator[Hit]:
    """One hit for each such stub."""
    for each in told(repo):
        if each.judged.verdict is Verdict.CANNOT_TELL:
            message = each.message(f"cannot tell whether this is {each.name}", "read it over, or say more in it")
            yield Hit(each.line.value_span("description"), message, path=each.file.file.path)


RULE = Rule(
    code="WG304",
    name="too-little-text",
    severity=Severity.NOTE,
    target=RepoFiles,
    check=check,
    what=(
        "A stub has too little text of its own to tell its language. Names of tools and words of the way's own "
        "text do not count."
    ),
    why="The check of its language did not fail, it could not be made.",
    how="Nothing has to be done. A stub that says more in its language is also found by more prompts.",
    bad=Example(samples.LOCALES, samples.stub("de", "Tests mit pytest", "test coverage")),
    good=Example(samples.LOCALES, samples.GERMAN),
    beside=samples.WAY,
)
