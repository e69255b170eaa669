"""WG102: frontmatter that is not YAML."""

from __future__ import annotations

from collections.abc import Iterator

from ways_guard.lint.model import Example, Hit, Rule, Severity, WayFile
from ways_guard.lint.rules import samples

# Part of what the parser says -> what to do about it. Its own words say only what it stumbled over.
_ADVICE = {
    "mapping values are not allowed": "a value that holds ': ' must stand in quotes",
    "end of stream": "close the quote that opens here",
    "cannot start any token": "put a value that starts like this in quotes; indent with spaces, not tabs",
    "expected ':'": "every line must be 'key: value', or an indented part of the one above",
    "tab character": "indent with spaces, not tabs",
    "alphabetic or numeric": "put a value that starts with '*' or '&' in quotes",
    "alias": "put a value that starts with '*' or '&' in quotes",
    "escape character": "double the backslash, or use single quotes",
    "expected ',' or": "close the bracket that opens here, or put the value in quotes",
    "expected key": "put the whole value in quotes, and check the indentation",
    "block end": "put the whole value in quotes, and check the indentation",
    "twice": "keep one of them",
}


def check(file: WayFile) -> Iterator[Hit]:
    """One hit where the parser gave up."""
    error = file.document.error
    if file.is_node and error and error.kind == "yaml":
        advice = next((text for part, text in _ADVICE.items() if part in error.message), "correct it here")
        yield Hit(error.span, f"the frontmatter is not YAML ({error.message}): {advice}")


RULE = Rule(
    code="WG102",
    name="frontmatter-yaml",
    severity=Severity.ERROR,
    target=WayFile,
    check=check,
    what="The frontmatter of a way file cannot be read as YAML, or has the same key twice.",
    why=(
        "A way whose frontmatter cannot be read has no description, no pattern and no threshold: it "
        "never fires. The usual cause is a value with a colon and a space in it, or one that starts "
        "with a character that means something in YAML: `@`, `*`, `&`, `%`, a backtick or a bracket."
    ),
    how=(
        "Word the value so that it needs no quotes, or put it in single quotes; inside them only a single quote "
        "itself needs care (write it twice)."
    ),
    bad=Example(samples.PATH, samples.way("Tests: what to write", "test coverage")),
    good=Example(samples.PATH, samples.way("What to write tests for", "test coverage")),
)
