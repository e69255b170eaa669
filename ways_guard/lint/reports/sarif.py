"""SARIF 2.1.0, for GitHub's code scanning and other viewers."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any
from urllib.parse import quote

from ways_guard import __version__
from ways_guard.constants import REPOSITORY
from ways_guard.lint import pages, rules
from ways_guard.lint.fingerprint import VERSION
from ways_guard.lint.model import Edit, Finding, Fix, Rule, Severity
from ways_guard.lint.run import Report
from ways_guard.way.positions import line_column

_SCHEMA = "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json"
_LEVELS = {Severity.ERROR: "error", Severity.WARNING: "warning", Severity.NOTE: "note"}
_TOP = "%SRCROOT%"  # The name that GitHub knows for the top of the repository.


def render(report: Report) -> str:
    """One run with the rules it could have broken and its results (ASCII only)."""
    every = list(rules.RULES.values())
    driver = {
        "name": "ways-guard",
        "version": __version__,
        "semanticVersion": __version__,
        "informationUri": REPOSITORY,
        "rules": [_rule(rule) for rule in every],
    }
    run = {
        "tool": {"driver": driver},
        "columnKind": "unicodeCodePoints",
        "originalUriBaseIds": {_TOP: {"description": {"text": "The top of the repository."}}},
        "invocations": [_invocation(report)],
        "artifacts": _artifacts(report),
        "results": [_result(report, finding, every) for finding in _fixed_once(report.findings)],
    }
    return json.dumps({"$schema": _SCHEMA, "version": "2.1.0", "runs": [run]}, indent=2) + "\n"


def _fixed_once(findings: Iterable[Finding]) -> Iterator[Finding]:
    """The findings; a fix that several of a file share, such as one of the whole file, stays with the first."""
    given: set[tuple[Path, Fix | None]] = set()
    for finding in findings:
        key = (finding.path, finding.fix)
        yield replace(finding, fix=None) if key in given else finding
        given.add(key)


def _invocation(report: Report) -> dict[str, Any]:
    """That the run came to its end, and what it could not measure."""
    notes = [{"level": "note", "message": {"text": why}} for why in report.unmeasured]
    return {"executionSuccessful": True, "toolExecutionNotifications": notes}


def _rule(rule: Rule) -> dict[str, Any]:
    return {
        "id": rule.code,
        "name": rule.name,
        "shortDescription": {"text": f"{pages.summary(rule)}."},
        "fullDescription": {"text": rule.what},
        "help": {"text": f"{rule.what}\n\n{rule.why}\n\n{rule.how}", "markdown": pages.page(rule)},
        "helpUri": f"{REPOSITORY}/blob/main/docs/rules.md#{rule.code.lower()}-{rule.name}",
        "defaultConfiguration": {"enabled": rule.default, "level": _LEVELS[rule.severity]},
        "properties": {"tags": ["ways"], "problem.severity": _PROBLEMS[rule.severity]},
    }


# What GitHub sorts by, which knows no notes.
_PROBLEMS = {Severity.ERROR: "error", Severity.WARNING: "warning", Severity.NOTE: "recommendation"}


def _artifacts(report: Report) -> list[dict[str, Any]]:
    paths = dict.fromkeys(finding.path for finding in report.findings)
    return [{"location": _location(report, path), "encoding": "UTF-8"} for path in paths]


def _location(report: Report, path: Path) -> dict[str, str]:
    name = report.from_top(path)
    if Path(name).is_absolute():
        return {"uri": Path(name).as_uri()}
    return {"uri": quote(name, errors="surrogateescape"), "uriBaseId": _TOP}


def _result(report: Report, finding: Finding, every: Sequence[Rule]) -> dict[str, Any]:
    place = {"artifactLocation": _location(report, finding.path), "region": _region(finding)}
    codes = [rule.code for rule in every]
    result: dict[str, Any] = {
        "ruleId": finding.code,
        "level": _LEVELS[finding.severity],
        "message": {"text": finding.message},
        "locations": [{"physicalLocation": place}],
        "partialFingerprints": {f"waysGuard/v{VERSION}": finding.fingerprint},
    }
    if finding.code in codes:
        result["ruleIndex"] = codes.index(finding.code)
    if finding.fix and finding.fix.edits:
        result["fixes"] = [_fix(report, finding, finding.fix)]
    return result


def _region(finding: Finding) -> dict[str, int]:
    span = finding.span
    return {
        "startLine": span.line,
        "startColumn": span.column,
        "endLine": span.end_line,
        "endColumn": span.end_column,
    }


def _fix(report: Report, finding: Finding, fix: Fix) -> dict[str, Any]:
    text = report.sources.text(finding.path)
    change = {
        "artifactLocation": _location(report, finding.path),
        "replacements": [_replacement(text, edit) for edit in fix.edits],
    }
    description = "Safe fix (--fix)." if fix.safe else "May change what the file means (--unsafe-fixes)."
    return {"description": {"text": description}, "artifactChanges": [change]}


def _replacement(text: str, edit: Edit) -> dict[str, Any]:
    (line, column), (end_line, end_column) = (line_column(text, at) for at in (edit.start, edit.end))
    region = {"startLine": line, "startColumn": column, "endLine": end_line, "endColumn": end_column}
    return {"deletedRegion": region, "insertedContent": {"text": edit.text}}
