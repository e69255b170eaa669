"""Thousands of findings on one line: all of them found soon, and few of them shown."""

from __future__ import annotations

import json
import time
from typing import TYPE_CHECKING

from ways_guard.lint import rules, run
from ways_guard.lint.reports import text

if TYPE_CHECKING:
    from tests.lint.conftest import Lab

_WAY = "---\ndescription: Writing tests\nvocabulary: test\n---\n"


def test_thousands_of_findings_on_one_line_take_seconds(lab: Lab) -> None:
    lab.write({lab.way: _WAY + "w\u200b " * 10_000})
    stub = {"lang": "de", "description": "Größe", "vocabulary": "Test"}
    lab.write({lab.locales: json.dumps(stub | {f"k{n}": 1 for n in range(10_000)}) + "\n"})
    start = time.perf_counter()
    report = lab.report()
    shown = text.render(report)
    run.changes(lab.jobs(), rules.selected(), unsafe=True)
    assert 20_000 <= len(report.findings)
    assert 20 == shown.count(": WG004 ")
    assert "\n      … and 9980 more WG004 on this line\n" in shown
    assert 60 > time.perf_counter() - start


def test_a_regex_of_pages_is_one_finding(lab: Lab) -> None:
    lab.write({lab.way: _WAY.replace("---\n", f"---\npattern: {'(?!a)' * 2_001}\n", 1)})
    (line,) = lab.lines("WG501")
    assert line.endswith('"pattern" has 10,005 characters and may have 10,000: cut it down')


def test_a_page_with_a_trigger_alone_was_meant_as_a_way(lab: Lab) -> None:
    for field in ("trigger: session-start", "files: x", "scope: agent", "when: {project: x}", "commands: git"):
        lab.write({"ways/code/tests/unit.md": f"---\n{field}\n---\nBody.\n"})
        assert 1 == len(lab.lines("WG108"))
