"""The JSON report; its format is `ways-guard schema report`."""

from __future__ import annotations

import json
from typing import Any

from ways_guard import __version__
from ways_guard.lint.model import Finding, Fix
from ways_guard.lint.run import Report


def render(report: Report) -> str:
    """The whole report as one JSON document (ASCII only, so that it survives any terminal)."""
    document = {
        "version": 2,
        "tool": {"name": "ways-guard", "version": __version__},
        "findings": [_finding(report, finding) for finding in report.findings],
        "unmeasured": list(report.unmeasured),
        "summary": report.summary(),
    }
    return json.dumps(document, indent=2) + "\n"


def _finding(report: Report, finding: Finding) -> dict[str, Any]:
    span = finding.span
    return {
        "path": report.display(finding.path),
        "start": {"line": span.line, "column": span.column},
        "end": {"line": span.end_line, "column": span.end_column},
        "code": finding.code,
        "name": finding.name,
        "severity": finding.severity.value,
        "message": finding.message,
        "fix": _fix(finding.fix),
        "fingerprint": finding.fingerprint,
    }


def _fix(fix: Fix | None) -> str | None:
    if fix is None:
        return None
    return "safe" if fix.safe else "unsafe"
