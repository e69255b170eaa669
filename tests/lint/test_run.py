from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from ways_guard.lint import rules, run
from ways_guard.lint.model import Finding, Fix, Severity
from ways_guard.lint.run import Change, Report
from ways_guard.way.text import START

if TYPE_CHECKING:
    from tests.lint.conftest import Lab


def _report(*severities: Severity, strict: bool = False, stale: int = 0) -> Report:
    findings = [Finding(Path("/r/x"), START, "WG000", "x", severity, "m") for severity in severities]
    return Report(tuple(findings), 3, Path("/r"), strict=strict, stale=stale)


def test_errors_fail_a_run_warnings_when_strict_and_notes_never() -> None:
    error, warning, note = Severity.ERROR, Severity.WARNING, Severity.NOTE
    failed = [
        _report(*found, strict=strict).failed
        for found in [(error,), (warning, note), (note,), ()]
        for strict in (False, True)
    ]
    assert [True, True, False, True, False, False, False, False] == failed


def test_a_stale_baseline_fails_a_strict_run_alone() -> None:
    assert [False, True] == [_report(stale=1, strict=strict).failed for strict in (False, True)]


def test_the_summary_counts() -> None:
    fixable = [
        Finding(Path("x"), START, "WG000", "x", Severity.NOTE, "m", Fix(safe=safe)) for safe in (True, False)
    ]
    report = Report((*_report(Severity.ERROR, Severity.WARNING).findings, *fixable), 3, Path("/r"), stale=1)
    counts = {"files": 3, "errors": 1, "warnings": 1, "notes": 2, "fixable": 1, "unsafe_fixable": 1}
    assert {**counts, "suppressed": 0, "baselined": 0, "stale": 1} == report.summary()


def test_paths_are_shown_from_where_one_stands() -> None:
    report = _report()
    assert ("ways/a.md", "/elsewhere/a.md") == (
        report.display(Path("/r/ways/a.md")),
        report.display(Path("/elsewhere/a.md")),
    )


def test_only_files_that_would_change_are_changes_and_nothing_is_written_yet(lab: Lab) -> None:
    text = '{"lang":"de","embed_model":1}\n'
    lab.write({lab.way: "---\n---\n", lab.locales: text})
    found = run.changes(lab.jobs(), rules.selected(["WG203"]))
    path = lab.top / lab.locales
    assert [Change(path, text.encode(), b'{"lang":"de"}\n')] == found
    assert text.encode() == lab.read(lab.locales)
    run.write(found)
    assert b'{"lang":"de"}\n' == lab.read(lab.locales)


def test_a_diff_names_the_file_and_marks_a_missing_line_end() -> None:
    change = Change(Path("/r/a.jsonl"), b"one\ntwo\xc3\xa9", b"one\nTWO\n")
    assert run.diff(change, "a.jsonl") == (
        "--- a/a.jsonl\n+++ b/a.jsonl\n@@ -1,2 +1,2 @@\n one\n-twoé\n\\ No newline at end of file\n+TWO\n"
    )


def test_a_diff_breaks_lines_where_an_editor_does() -> None:
    change = Change(Path("/r/a"), "a\u2028b\n".encode(), "a\u2028c\n".encode())
    assert "-a\u2028b\n+a\u2028c\n" in run.diff(change, "a")
