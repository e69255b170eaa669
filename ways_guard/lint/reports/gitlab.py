"""Code Climate's JSON, which GitLab shows in merge requests as code quality."""

from __future__ import annotations

import json
from typing import Any

from ways_guard.lint.model import Finding, Severity
from ways_guard.lint.run import Report

_SEVERITIES = {Severity.ERROR: "major", Severity.WARNING: "minor", Severity.NOTE: "info"}


def render(report: Report) -> str:
    """An array with an object a finding; empty when there is none."""
    return json.dumps([_issue(report, finding) for finding in report.findings], indent=2) + "\n"


def _issue(report: Report, finding: Finding) -> dict[str, Any]:
    span = finding.span
    return {
        "type": "issue",
        "check_name": finding.code,
        "description": f"{finding.code} {finding.message}",
        "categories": ["Bug Risk" if finding.severity is Severity.ERROR else "Style"],
        "severity": _SEVERITIES[finding.severity],
        "fingerprint": finding.fingerprint,
        "location": {
            "path": report.from_top(finding.path),
            "lines": {"begin": span.line, "end": max(span.line, span.end_line - (span.end_column == 1))},
        },
    }
