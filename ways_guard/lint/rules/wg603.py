"""WG603: a suppression that suppresses nothing."""

from __future__ import annotations

from collections.abc import Iterator

from ways_guard.lint.model import Example, Hit, Rule, Severity
from ways_guard.lint.rules import samples
from ways_guard.lint.suppress.model import Outcome


def check(outcome: Outcome) -> Iterator[Hit]:
    """One hit for each suppression that is wrong or that covers no finding."""
    for problem in outcome.problems:
        yield Hit(problem.span, problem.message, path=problem.path)
    for one in outcome.unused:
        message = f"nothing is left that this suppression of {one.code} is for: remove it"
        yield Hit(one.span, message, path=one.holder)


RULE = Rule(
    code="WG603",
    name="unused-suppression",
    severity=Severity.WARNING,
    target=Outcome,
    check=check,
    what=(
        "A suppression suppresses nothing. No finding is left that it is for, or it names no rule, or it "
        "has no reason. Suppressions are comments in frontmatter (`# ways-guard: ignore[WG103] reason`, on "
        "the line or on the line above) and the entries of `lint.accept` in ways.json, each with `rule`, "
        "`path` (a glob), perhaps `language`, and `reason`."
    ),
    why=(
        "A suppression that has outlived its finding hides the next one. One that is misspelt looks like "
        "a decision and is none."
    ),
    how=(
        "Remove it, or write it right: the code of a rule, and a reason that the next reader understands. "
        "Suppressions of rules that did not run, and of files that were not looked at, are not reported."
    ),
    bad=Example(
        samples.PATH,
        samples.way(
            "Writing tests",
            "test coverage",
            "# ways-guard: ignore[WG103] older readers",
            "threshold: 0.4",
            "# ways-guard: ignore[WG1003] sub-agents too",
            "scope: agent, subagent",
        ),
    ),
    good=Example(
        samples.PATH,
        samples.way("Writing tests", "test coverage", "# ways-guard: ignore[WG103] older readers", "weight: 3"),
    ),
)
