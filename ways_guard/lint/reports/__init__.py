"""Report formats, one module each: findings in, text out."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from ways_guard.lint.reports import concise, github, gitlab, junit, sarif, text
from ways_guard.lint.reports import json as json_report
from ways_guard.lint.run import Report


@dataclass(frozen=True)
class Format:
    """How a report is written; `coloured` for terminals, where there is such a thing."""

    render: Callable[[Report], str]
    coloured: Callable[[Report], str] | None = None


FORMATS: Mapping[str, Format] = {
    "text": Format(text.render, text.coloured),
    "concise": Format(concise.render, concise.coloured),
    "json": Format(json_report.render),
    "github": Format(github.render),
    "sarif": Format(sarif.render),
    "gitlab": Format(gitlab.render),
    "junit": Format(junit.render),
}
