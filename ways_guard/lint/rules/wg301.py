"""WG301: a stub that is not written in its language."""

from __future__ import annotations

from collections.abc import Iterator

from ways_guard.lint.languages import is_other, told
from ways_guard.lint.model import Example, Hit, RepoFiles, Rule, Severity
from ways_guard.lint.rules import samples


def check(repo: RepoFiles) -> Iterator[Hit]:
    """One hit for each stub that is surely in another language; one for a language whose stubs all are."""
    for each in filter(is_other, told(repo)):
        what = f"not {each.name}, it seems to be {each.seems}"
        message = each.message(what, 'translate it, or correct "lang"')
        yield Hit(each.line.value_span("description"), message, path=each.file.file.path)


RULE = Rule(
    code="WG301",
    name="other-language",
    severity=Severity.ERROR,
    target=RepoFiles,
    check=check,
    what=(
        "A stub is in another language than it says. The message names the one that it seems to be. Letters "
        "decide where a script belongs to one language, else the words do: those that the way's own text has, "
        "acronyms, names of files and code do not count. A stub is judged alone, and all stubs of a language are "
        "judged together; where all of them are in another one, that is one finding. Languages that are near "
        "each other need more evidence, and `pt` and `pt-br` are never told apart."
    ),
    why=(
        "A stub under the wrong code is an alias that no prompt in its language comes near, while every overview "
        "counts the language as done."
    ),
    how=(
        'Translate the stub, or correct its "lang". `ways-guard lint --explain-language FILE:LINE` shows what the '
        'judgement rests on. For a second opinion set `lint.detector` to "lingua" in ways.json and install '
        "`ways-guard[lingua]`."
    ),
    bad=Example(samples.LOCALES, samples.stub("de", "Écrire des tests utiles", "couverture du code")),
    good=Example(samples.LOCALES, samples.GERMAN),
    beside=samples.WAY,
)
