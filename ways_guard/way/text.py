"""Decoding a file and naming places in its text. Lines and columns count from 1, in characters."""

from __future__ import annotations

import re
from dataclasses import dataclass

BOM = "\ufeff"


@dataclass(frozen=True, order=True)
class Span:
    """A stretch of text: where it starts and the first place behind its end."""

    line: int
    column: int
    end_line: int
    end_column: int


START = Span(1, 1, 1, 1)


@dataclass(frozen=True)
class Decoded:
    """A file's text (without a byte order mark), or where and why it is not UTF-8.

    `text` is empty when `bad_span` is set.
    """

    text: str
    bom: bool = False
    bad_span: Span | None = None
    bad_bytes: bytes = b""


def decode(data: bytes) -> Decoded:
    """Decode UTF-8; never raises."""
    try:
        text = data.decode("utf-8")
    except UnicodeDecodeError as error:
        before = data[: error.start].decode("utf-8")
        line = before.count("\n") + 1
        column = len(before) - (before.rfind("\n") + 1) + 1
        bad = data[error.start : error.end]
        return Decoded("", bad_span=Span(line, column, line, column + 1), bad_bytes=bad)
    return Decoded(text.removeprefix(BOM), bom=text.startswith(BOM))


def split_lines(text: str) -> list[str]:
    """Lines with their ends; only LF ends one, so that other separators stay inside their line."""
    return re.findall(r"[^\n]*\n|[^\n]+", text)
