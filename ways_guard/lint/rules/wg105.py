"""WG105: a threshold out of range, or one that another scoring left behind."""

from __future__ import annotations

from collections.abc import Iterator

from ways_guard.lint.model import Edit, Example, Fix, Hit, Rule, Severity, WayFile
from ways_guard.lint.offsets import offset
from ways_guard.lint.rules import samples
from ways_guard.way.frontmatter import Field
from ways_guard.way.schema import properties, typed

_BY_CONTEXT = "context-threshold"
_ADVICE = "give percent from 1 to 100"


def check(file: WayFile) -> Iterator[Hit]:
    """One hit for each threshold of a way that nothing can reach, or that says nothing."""
    fields = file.document.fields or {}
    if file.file.kind != "way":
        return
    by_context = "trigger" in fields and fields["trigger"].value == _BY_CONTEXT
    for name in ("threshold", "embed_threshold"):
        number = _number(fields.get(name))
        if number is None:
            continue
        field = fields[name]
        if by_context and name == "threshold":
            if not 1 <= number <= 100:
                yield Hit(field.span, f'"threshold" is a share of the context window here: {_ADVICE}')
        elif number >= 1 and name == "threshold":
            yield Hit(field.span, _leftover(str(field.value)), _removal(file.text, field), Severity.WARNING)
        elif not 0 < number < 1:
            yield Hit(
                field.span, f'"{name}" must lie between 0 and 1, such as 0.35, and not be {field.value}'
            )


def _number(field: Field | None) -> float | None:
    """The value where it is a number; WG103 sees to what is none."""
    value = typed(field.value, properties("way")[field.name]) if field else None
    return value if isinstance(value, int | float) else None


def _leftover(value: str) -> str:
    return (
        f"threshold {value} is left over from BM25 scoring and ignored: remove it, "
        "or give a score between 0 and 1 (0.35 is the default)"
    )


def _removal(text: str, field: Field) -> Fix | None:
    """Take out the field's line. Not safe: a reader that still scores by BM25 uses the value."""
    if field.key_span.column != 1 or field.span.end_line != field.key_span.line:
        return None
    start = offset(text, field.key_span.line, 1)
    return Fix((Edit(start, text.index("\n", start) + 1, ""),), safe=False)


RULE = Rule(
    code="WG105",
    name="threshold-range",
    severity=Severity.ERROR,
    target=WayFile,
    check=check,
    what=(
        "A threshold is out of range (an error), or left over from BM25 scoring (a warning). In range is "
        "what lies between 0 and 1, with `trigger: context-threshold` a percentage; a `threshold` of 1 or "
        "more without that trigger is a leftover."
    ),
    why=(
        "A way fires when its score, which is at most 1, reaches the threshold. Values outside that range "
        "are ignored and the default is in force, while the file says that the way was tuned."
    ),
    how=(
        "Give a score between 0 and 1, or remove the line so that the default holds. `--unsafe-fixes` "
        "removes leftovers; keep them while another tool that scores by BM25 reads the same files."
    ),
    bad=Example(samples.PATH, samples.way("Writing tests", "test coverage", "threshold: 2.5")),
    good=Example(samples.PATH, samples.way("Writing tests", "test coverage", "threshold: 0.4")),
)
