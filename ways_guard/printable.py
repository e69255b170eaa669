"""Text of others on a terminal."""

from __future__ import annotations


def printable(text: str) -> str:
    """Text with what is not printable (line ends, escapes, direction marks) written as escapes.

    Letters of every script stay as they are.
    """
    return "".join(c if c.isprintable() else c.encode("unicode_escape").decode("ascii") for c in text)
