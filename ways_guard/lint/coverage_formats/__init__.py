"""How coverage is shown, one module a format."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from ways_guard.lint.coverage_formats import json as json_format
from ways_guard.lint.coverage_formats import markdown, table

FORMATS: Mapping[str, Callable[..., str]] = {
    "table": table.render,
    "markdown": markdown.render,
    "json": json_format.render,
}
