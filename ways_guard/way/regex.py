"""The regexes of ways as the matcher reads them: RE2, case-insensitive, Unicode."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any


class RegexError(ValueError):
    """A regex that RE2 refuses: `construct` is the part of it that RE2 names, "" where it names none."""

    def __init__(self, message: str, construct: str) -> None:
        super().__init__(message)
        self.message = message
        self.construct = construct


def compiled(pattern: str) -> Any:
    """The compiled regex; its `search` takes text. Raises RegexError where RE2 refuses it."""
    import re2

    try:
        return re2.compile(pattern, options=_options())
    except re2.error as error:
        text = error.args[0] if error.args else b""
        said = text.decode("utf-8", "replace") if isinstance(text, bytes) else str(text)
        message, _, construct = said.partition(": ")
        raise RegexError(message, construct) from error


def together(patterns: Sequence[str]) -> Any:
    """Regexes that compile, as one: its `Match` gives the places of those that are found in a text, or None."""
    import re2

    found_by = re2.Set.SearchSet(_options())
    for pattern in patterns:
        found_by.Add(pattern)
    found_by.Compile()
    return found_by


def _options() -> Any:
    import re2

    options = re2.Options()
    options.case_sensitive = False
    options.log_errors = False
    return options
