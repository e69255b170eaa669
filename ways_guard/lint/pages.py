"""The page about a rule, and the list of all rules, in Markdown."""

from __future__ import annotations

from collections.abc import Iterable

from ways_guard.lint.model import Example, Rule
from ways_guard.way.text import BOM

_FENCES = {".md": "markdown", ".jsonl": "json"}


def page(rule: Rule, level: int = 1) -> str:
    """What there is to know about a rule, under a heading of that level."""
    below = "#" * (level + 1)
    parts = [
        f"{'#' * level} {rule.code}: {rule.name}",
        f"{rule.severity.value.capitalize()}{', fixable with `--fix`' if rule.fixable else ''}.",
        rule.what,
        f"{below} Why",
        rule.why,
        f"{below} Bad",
        _example(rule.bad),
        f"{below} Good",
        _example(rule.good),
        *_beside(rule),
        f"{below} How to fix it",
        rule.how,
    ]
    return "\n\n".join(parts) + "\n"


def _example(example: Example) -> str:
    language = next(name for suffix, name in _FENCES.items() if example.path.endswith(suffix))
    text = example.text.replace(BOM, "<U+FEFF>")
    return f"`{example.path}`\n\n```{language}\n{text.rstrip()}\n```"


def _beside(rule: Rule) -> list[str]:
    """Where the examples need other files, which ones: without them a hidden stub looks like any other."""
    files = ", ".join(f"`{path}`" for path in rule.beside or ())
    return [f"Both stand beside {files}."] if files else []


def summary(rule: Rule) -> str:
    """The first sentence of what a rule is about."""
    return rule.what.split(". ")[0].rstrip(".")


def lines(rules: Iterable[Rule]) -> str:
    """One line a rule: code, name, severity, whether --fix mends it, summary."""
    rows = [(r.code, r.name, r.severity.value, "fix" if r.fixable else "-", summary(r)) for r in rules]
    widths = [max(len(row[column]) for row in rows) for column in range(4)]
    return "".join(
        "  ".join([*(cell.ljust(width) for cell, width in zip(row, widths, strict=False)), row[-1]]) + "\n"
        for row in rows
    )


def document(rules: Iterable[Rule]) -> str:
    """The page with all rules: a table, then each of them."""
    rules = list(rules)
    table = "\n".join(
        ["| code | name | severity | fix | what |", "| --- | --- | --- | --- | --- |", *map(_row, rules)]
    )
    return "\n".join(["# Rules", "", table, "", *(page(rule, 2) for rule in rules)])


def _row(rule: Rule) -> str:
    link = f"[{rule.code}](#{rule.code.lower()}-{rule.name})"
    cells = (link, rule.name, rule.severity.value, "yes" if rule.fixable else "", summary(rule))
    return f"| {' | '.join(cells)} |"
