"""How an evaluation is shown: one module a format."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from ways_guard.match.eval_formats import html, json, markdown, table
from ways_guard.match.eval_formats.shared import View
from ways_guard.match.evaluation import Evaluation

FORMATS: Mapping[str, Callable[[Evaluation, View], str]] = {
    "table": table.render,
    "json": json.render,
    "markdown": markdown.render,
    "html": html.render,
}
