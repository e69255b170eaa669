"""The page about a rule, and the list of all rules, in Markdown."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable

from ways_guard.lint.model import Example, Rule

_FENCES = {".md": "markdown", ".jsonl": "json", ".json": "json"}
_MOST_LINES = 12  # Of an example; what makes a file long is shown by its first lines.


def page(rule: Rule, level: int = 1) -> str:
    """What there is to know about a rule, under a heading of that level."""
    below = "#" * (level + 1)
    parts = [
        f"{'#' * level} {rule.code}: {rule.name}",
        f"{_kind(rule)}.",
        rule.what,
        f"{below} Why",
        rule.why,
        f"{below} Bad",
        _example(rule.bad),
        f"{below} Good",
        _example(rule.good),
        *_beside(rule),
        *_before(rule),
        f"{below} How to fix it",
        rule.how,
    ]
    return "\n\n".join(parts) + "\n"


def _kind(rule: Rule) -> str:
    parts = [rule.severity.value.capitalize()]
    parts += ["fixable with `--fix`"] if rule.fixable else []
    parts += ["off by default"] if not rule.default else []
    parts += ["needs a model: runs with `ways-guard lint --semantic`"] if rule.needs_model else []
    return ", ".join(parts)


def _example(example: Example) -> str:
    language = next(name for suffix, name in _FENCES.items() if example.path.endswith(suffix))
    return f"`{shown_path(example.path)}`\n\n```{language}\n{shown_text(example.text)}\n```"


def shown_path(path: str) -> str:
    """An example's path: below a root, or at the top of the repo, which `../` leads to."""
    return path.removeprefix("../")


def shown_text(text: str) -> str:
    """An example's text with what cannot be seen spelt out, and without the rest of a long one."""
    lines = [_visible(line) for line in text.rstrip("\n").split("\n")]
    more = [f"… ({len(lines) - _MOST_LINES} more lines)"] if len(lines) > _MOST_LINES else []
    return "\n".join(lines[:_MOST_LINES] + more)


def _visible(line: str) -> str:
    """Marks are spelt out too where they stand beside their letter: they look as if they were part of it."""
    composed = unicodedata.is_normalized("NFC", line)
    return "".join(
        character
        if character.isprintable() and (composed or not unicodedata.combining(character))
        else f"<U+{ord(character):04X}>"
        for character in line
    )


def _beside(rule: Rule) -> list[str]:
    """Where the examples need other files, which ones: without them a hidden stub looks like any other."""
    files = ", ".join(f"`{shown_path(path)}`" for path in rule.beside or ())
    return [f"Both stand beside {files}."] if files else []


def _before(rule: Rule) -> list[str]:
    """For a rule about history, what was committed before."""
    files = [_example(Example(path, text)) for path, text in (rule.before or {}).items()]
    return ["The commit before both held:", *files] if files else []


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
