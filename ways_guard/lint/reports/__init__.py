"""Report formats, one module each: findings in, text out."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from ways_guard.lint.reports import json as json_report
from ways_guard.lint.reports import text
from ways_guard.lint.run import Report

FORMATS: Mapping[str, Callable[[Report], str]] = {
    "text": text.render,
    "json": json_report.render,
}
