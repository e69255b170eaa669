"""Colours of the reports for terminals."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, TypeAlias

import click

Paint: TypeAlias = Callable[[str, str], str]

_STYLES: Mapping[str, Mapping[str, Any]] = {
    "path": {"bold": True},
    "error": {"fg": "red", "bold": True},
    "warning": {"fg": "yellow", "bold": True},
    "note": {"fg": "cyan", "bold": True},
}


def paint(text: str, role: str) -> str:
    """Text in the colour of its role: "path" or a severity."""
    return click.style(text, **_STYLES[role])


def plain(text: str, role: str) -> str:  # noqa: ARG001 - stands in for `paint`
    """Text as it is."""
    return text
