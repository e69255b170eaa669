from __future__ import annotations

import json
from pathlib import Path

from jsonschema import Draft202012Validator

from ways_guard import __version__
from ways_guard.lint.model import Finding, Fix, Severity
from ways_guard.lint.reports import json as json_report
from ways_guard.lint.run import Report
from ways_guard.way import schema
from ways_guard.way.text import Span


def test_the_report_holds_everything_and_keeps_its_schema() -> None:
    finding = Finding(
        Path("/r/ways/ü.md"),
        Span(3, 7, 4, 9),
        "WG203",
        "forbidden-key",
        Severity.ERROR,
        "m\ud800\x1b",
        Fix(),
        "0" * 32,
    )
    rendered = json_report.render(
        Report((finding,), 2, Path("/r"), suppressed=3, baselined=4, stale=5, unmeasured=("WG401: why",))
    )
    document = json.loads(rendered)
    Draft202012Validator(schema.load("report")).validate(document)
    assert rendered.isascii()
    assert {
        "version": 2,
        "tool": {"name": "ways-guard", "version": __version__},
        "findings": [
            {
                "path": "ways/ü.md",
                "start": {"line": 3, "column": 7},
                "end": {"line": 4, "column": 9},
                "code": "WG203",
                "name": "forbidden-key",
                "severity": "error",
                "message": "m\ud800\x1b",
                "fix": "safe",
                "fingerprint": "0" * 32,
            }
        ],
        "unmeasured": ["WG401: why"],
        "summary": {
            "files": 2,
            "errors": 1,
            "warnings": 0,
            "notes": 0,
            "fixable": 1,
            "unsafe_fixable": 0,
            "suppressed": 3,
            "baselined": 4,
            "stale": 5,
        },
    } == document
