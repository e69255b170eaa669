"""The regexes of ways as the matcher reads them: RE2, case-insensitive, Unicode."""

from __future__ import annotations

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

    options = re2.Options()
    options.case_sensitive = False
    options.log_errors = False
    try:
        return re2.compile(pattern, options=options)
    except re2.error as error:
        text = error.args[0] if error.args else b""
        said = text.decode("utf-8", "replace") if isinstance(text, bytes) else str(text)
        message, _, construct = said.partition(": ")
        raise RegexError(message, construct) from error
