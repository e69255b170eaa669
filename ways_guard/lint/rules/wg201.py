"""WG201: a line of a JSON Lines file that is not a JSON object."""

from __future__ import annotations

from collections.abc import Iterator

from ways_guard.lint.model import Example, Hit, LocaleFile, RecordsFile, Rule, Severity
from ways_guard.lint.rules import samples


def check(file: LocaleFile | RecordsFile) -> Iterator[Hit]:
    """One hit a bad line, where reading it stopped."""
    lost = "stub" if isinstance(file, LocaleFile) else "prompt"
    for line in file.lines:
        if line.error:
            at = line.error_column - 1
            yield Hit(line.span(at, at + 1), f"not JSON ({line.error}): mend this line, its {lost} is lost")


RULE = Rule(
    code="WG201",
    name="line-json",
    severity=Severity.ERROR,
    target=(LocaleFile, RecordsFile),
    check=check,
    what="A line of a locale file, or of a file of examples or probes, is not a JSON object.",
    why=(
        "Every line is one language's stub, or one prompt. A line that cannot be read is left out: its "
        "language then finds the way only by the English text, its prompt teaches and judges nothing."
    ),
    how="Mend the line at the place that the finding names: most often a quote, a comma or a brace is missing.",
    bad=Example(samples.LOCALES, samples.GERMAN.replace("}", "")),
    good=Example(samples.LOCALES, samples.GERMAN),
    beside=samples.WAY,
)
