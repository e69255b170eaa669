from __future__ import annotations

import json

from tests.lint.reports.conftest import Made
from ways_guard.lint.model import Severity
from ways_guard.lint.reports import gitlab
from ways_guard.way.text import Span


def test_a_finding_is_an_issue(made: Made) -> None:
    assert [
        {
            "type": "issue",
            "check_name": "WG203",
            "description": "WG203 mend it",
            "categories": ["Bug Risk"],
            "severity": "major",
            "fingerprint": "0" * 32,
            "location": {"path": "ways/a.md", "lines": {"begin": 2, "end": 2}},
        }
    ] == json.loads(gitlab.render(made()))


def test_no_findings_are_an_empty_array(made: Made) -> None:
    assert [] == json.loads(gitlab.render(made(count=0)))


def test_severities_and_lines_fit_what_gitlab_knows(made: Made) -> None:
    severities = [json.loads(gitlab.render(made(severity=each)))[0]["severity"] for each in Severity]
    assert ["major", "minor", "info"] == severities
    for span, last in ((Span(2, 1, 4, 1), 3), (Span(2, 1, 4, 2), 4), (Span(2, 1, 2, 1), 2)):
        assert last == json.loads(gitlab.render(made(span=span)))[0]["location"]["lines"]["end"]
