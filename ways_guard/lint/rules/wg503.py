"""WG503: a regex that matches nearly everything."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from ways_guard.lint import everyday
from ways_guard.lint.model import Example, Hit, Rule, Severity, WayFile
from ways_guard.lint.regexes import of_sensible_length
from ways_guard.lint.rules import samples
from ways_guard.way.regex import RegexError, compiled

# Share of everyday texts that a regex may match. Prompts of the kind tried here are for no way at all; a way for
# edited files in general is one that people write on purpose.
_PROMPTS_ALLOWED = 0.2
_OTHERS_ALLOWED = 0.9
_FEWEST = 8  # Prompts that a share can be told of; of some languages there are two.
_NOUNS = {"pattern": "prompts", "commands": "commands", "files": "paths"}


def check(file: WayFile) -> Iterator[Hit]:
    """One hit a field."""
    for field, pattern in of_sensible_length(file):
        try:
            regex = compiled(pattern)
        except RegexError:
            continue  # WG501 sees to it
        message = _finding(field.name, regex, file.context.root.canonical)
        if message:
            yield Hit(field.span, message)


def _finding(name: str, regex: Any, canonical: str) -> str:
    if regex.search(""):
        return f'"{name}" matches an empty text, and so everything: name what must be there'
    texts = _texts(name, canonical)
    hits = [text for text in texts if regex.search(text)]
    if len(hits) <= len(texts) * (_PROMPTS_ALLOWED if name == "pattern" else _OTHERS_ALLOWED):
        return ""
    return (
        f'"{name}" matches {len(hits)} of {len(texts)} everyday {_NOUNS[name]}, such as "{hits[0]}": '
        "name what is special to this way"
    )


def _texts(name: str, canonical: str) -> Sequence[str]:
    if name == "commands":
        return everyday.COMMANDS
    if name == "files":
        return everyday.FILES
    own = everyday.prompts(canonical)
    return own if len(own) >= _FEWEST else (*own, *everyday.prompts("en"))


RULE = Rule(
    code="WG503",
    name="regex-too-wide",
    severity=Severity.WARNING,
    target=WayFile,
    check=check,
    what=(
        "A regex matches nearly everything. A `pattern` may match a fifth of everyday prompts that are for "
        "no way, `commands` and `files` most of everyday commands and paths; none may match an empty text."
    ),
    why=(
        "A pattern fires its way whatever the prompt means, ahead of all that is found by meaning. One that"
        " is too wide shows its guidance in every session and takes the place of ways that were needed. The"
        " usual causes are an empty alternative (`a|`), `.*`, and short words without `\\b`."
    ),
    how=(
        "Name the words that only this way has, with `\\b` around short ones. What is for every session is core.md."
    ),
    bad=Example(samples.PATH, samples.way("Writing tests", "test coverage", "pattern: test|")),
    good=Example(samples.PATH, samples.way("Writing tests", "test coverage", r"pattern: \btests?\b")),
)
