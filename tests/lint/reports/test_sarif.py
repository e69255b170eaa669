from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
from jsonschema import Draft4Validator, FormatChecker

from tests.lint.reports.conftest import Made
from ways_guard.lint import rules
from ways_guard.lint.model import Edit, Fix, Severity
from ways_guard.lint.reports import sarif
from ways_guard.lint.run import Report
from ways_guard.way.text import Span

if TYPE_CHECKING:
    from tests.lint.conftest import Lab

_SCHEMA = Path(__file__).parents[2] / "data/sarif-2.1.0-rtm.5.json"


@pytest.fixture(scope="session")
def official() -> Draft4Validator:
    return Draft4Validator(json.loads(_SCHEMA.read_bytes()), format_checker=FormatChecker())


def _run(report: Report, official: Draft4Validator) -> Any:
    document = json.loads(sarif.render(report))
    official.validate(document)
    return document["runs"][0]


def test_every_rule_is_there_with_its_help(made: Made, official: Draft4Validator) -> None:
    run = _run(made(count=0), official)
    assert ([], list(rules.RULES)) == (run["results"], [rule["id"] for rule in run["tool"]["driver"]["rules"]])
    for rule in run["tool"]["driver"]["rules"]:
        source = rules.find(rule["id"])
        anchor = f"{source.code.lower()}-{source.name}"
        assert rule["help"]["markdown"].startswith(f"# {source.code}: {source.name}")
        assert source.how in rule["help"]["text"]
        assert rule["helpUri"].endswith(f"/docs/rules.md#{anchor}")
        assert source.severity.value == rule["defaultConfiguration"]["level"]


def test_a_result_has_its_place_in_code_points(made: Made, official: Draft4Validator) -> None:
    run = _run(made(path="ways/ü ä.md"), official)
    assert "unicodeCodePoints" == run["columnKind"]
    location = {"uri": "ways/%C3%BC%20%C3%A4.md", "uriBaseId": "%SRCROOT%"}
    assert [location] == [artifact["location"] for artifact in run["artifacts"]]
    result = run["results"][0]
    assert ("WG203", "error", "mend it") == (result["ruleId"], result["level"], result["message"]["text"])
    assert "WG203" == run["tool"]["driver"]["rules"][result["ruleIndex"]]["id"]
    assert {"waysGuard/v1": "0" * 32} == result["partialFingerprints"]
    region = {"startLine": 2, "startColumn": 3, "endLine": 2, "endColumn": 5}
    assert {"artifactLocation": location, "region": region} == result["locations"][0]["physicalLocation"]


def test_levels_are_those_of_the_findings(made: Made, official: Draft4Validator) -> None:
    levels = [_run(made(severity=each), official)["results"][0]["level"] for each in Severity]
    assert ["error", "warning", "note"] == levels


def test_a_fix_is_given_by_line_and_column(made: Made, official: Draft4Validator) -> None:
    fix = Fix((Edit(4, 7, "2"), Edit(12, 12, "\n")), safe=False)
    found = _run(made(fix=fix), official)["results"][0]["fixes"][0]
    assert "--unsafe-fixes" in found["description"]["text"]
    assert [
        {
            "deletedRegion": {"startLine": 2, "startColumn": 1, "endLine": 2, "endColumn": 4},
            "insertedContent": {"text": "2"},
        },
        {
            "deletedRegion": {"startLine": 2, "startColumn": 9, "endLine": 2, "endColumn": 9},
            "insertedContent": {"text": "\n"},
        },
    ] == found["artifactChanges"][0]["replacements"]


def test_a_fix_that_several_findings_of_a_file_share_is_given_once(made: Made, official: Draft4Validator) -> None:
    report = made(fix=Fix((Edit(4, 7, "2"),)))
    (first,) = report.findings
    other = replace(first, fix=Fix((Edit(4, 7, "3"),)))
    beside = replace(first, path=first.path.with_name("b.md"))
    run = _run(replace(report, findings=(first, first, other, beside, other)), official)
    assert [True, False, True, True, False] == ["fixes" in result for result in run["results"]]


def test_a_fix_that_is_no_edit_of_text_is_left_out(made: Made, official: Draft4Validator) -> None:
    assert "fixes" not in _run(made(fix=Fix(strip_bom=True)), official)["results"][0]


def test_a_file_outside_the_repository_has_an_absolute_address(made: Made, official: Draft4Validator) -> None:
    report = made()
    finding = replace(report.findings[0], path=Path("/elsewhere/a b.md"))
    run = _run(replace(report, findings=(finding,)), official)
    assert [{"uri": "file:///elsewhere/a%20b.md"}] == [artifact["location"] for artifact in run["artifacts"]]


def test_what_could_not_be_measured_is_said(made: Made, official: Draft4Validator) -> None:
    (invocation,) = _run(made(unmeasured=("WG401: why",)), official)["invocations"]
    assert ["WG401: why"] == [note["message"]["text"] for note in invocation["toolExecutionNotifications"]]


def test_a_place_at_the_very_start_is_valid(made: Made, official: Draft4Validator) -> None:
    _run(made(span=Span(1, 1, 1, 1)), official)


def test_a_real_run_over_bad_examples_is_valid(lab: Lab, official: Draft4Validator) -> None:
    for rule in rules.RULES.values():
        files = {**(rule.beside or {}), rule.bad.path: rule.bad.text}
        lab.write({f"ways/{rule.code}/{path}": text for path, text in files.items()})
    run = _run(lab.report(), official)
    assert len({result["ruleId"] for result in run["results"]}) > 10
    assert any("fixes" in result for result in run["results"])
    prints = [result["partialFingerprints"]["waysGuard/v1"] for result in run["results"]]
    assert len(prints) == len(set(prints))
