"""WG103: a frontmatter field that does not exist, or whose value is of the wrong type."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from ways_guard.lint.explain import Problem, problems
from ways_guard.lint.model import Example, Hit, Rule, Severity, WayFile
from ways_guard.lint.rules import samples
from ways_guard.way import schema
from ways_guard.way.frontmatter import Field
from ways_guard.way.text import Span


def check(file: WayFile) -> Iterator[Hit]:
    """One hit a field: at the key when it is unknown, at the value when that is wrong."""
    fields = file.document.fields
    if not (file.is_node and fields):
        return
    values = {name: field.value for name, field in fields.items()}
    for problem in problems(schema.typed(values, schema.load("way")), "way"):
        yield Hit(_span(fields, problem), problem.message)


def _span(fields: Mapping[str, Field], problem: Problem) -> Span:
    """The place of the innermost field on the problem's path; items of lists have none of their own."""
    field = fields[str(problem.path[0])]
    for key in problem.path[1:]:
        field = field.nested.get(str(key), field)
    return field.key_span if problem.unknown or not field.value else field.span


RULE = Rule(
    code="WG103",
    name="frontmatter-field",
    severity=Severity.ERROR,
    target=WayFile,
    check=check,
    what="A field of a way's frontmatter is unknown, or its value is of the wrong type.",
    why=(
        "An unknown field is read by nobody: a misspelt `treshold` leaves the default in force, and "
        "the author believes that the way is tuned. A value of the wrong type is ignored in the same "
        "silence."
    ),
    how=(
        "Correct the name or the value; `ways-guard schema way` lists what there is. Fields of your "
        "own may be called `x-` and anything."
    ),
    bad=Example(samples.PATH, samples.way("Writing tests", "test coverage", "treshold: 0.4", "repeat: sometimes")),
    good=Example(samples.PATH, samples.way("Writing tests", "test coverage", "threshold: 0.4", "x-owner: quality")),
)
