"""WG303: a stub that was not translated."""

from __future__ import annotations

from collections.abc import Iterator

from ways_guard.lint.confirm import Verdict
from ways_guard.lint.languages import told
from ways_guard.lint.model import Example, Hit, RepoFiles, Rule, Severity
from ways_guard.lint.rules import samples


def check(repo: RepoFiles) -> Iterator[Hit]:
    """One hit for each such stub; one for a language whose stubs all are such."""
    for each in told(repo):
        if each.judged.verdict is Verdict.UNTRANSLATED:
            message = each.message(f"not translated to {each.name}", "translate it, or remove the line")
            yield Hit(each.line.value_span("description"), message, path=each.file.file.path)


RULE = Rule(
    code="WG303",
    name="untranslated",
    severity=Severity.ERROR,
    target=RepoFiles,
    check=check,
    what=(
        "A stub is still in the language of the way. Its words are those of the way's own text, or other words of "
        "that language. Names of tools beside words of its own do no harm."
    ),
    why=(
        "It is an alias that the way has already, under a code that says that somebody did the work. Prompts in "
        "that language find the way no better than without it."
    ),
    how="Translate description and vocabulary, or remove the line until somebody does.",
    bad=Example(samples.LOCALES, samples.stub("ru", "Writing tests", "test coverage")),
    good=Example(samples.LOCALES, samples.RUSSIAN),
    beside=samples.WAY,
)
