from __future__ import annotations

from pathlib import Path

import pytest

from ways_guard.errors import WaysGuardError
from ways_guard.lint import deliver
from ways_guard.lint.model import Finding, Fix, Severity
from ways_guard.lint.run import Report
from ways_guard.way.text import START

_ACTIONS = {"GITHUB_ACTIONS": "true"}


def _report(*fixes: Fix | None, **counts: int) -> Report:
    found = [Finding(Path("/r/x"), START, "WG203", "x", Severity.ERROR, "m", fix) for fix in fixes]
    return Report(tuple(found), 2, Path("/r"), **counts)  # type: ignore[arg-type]


def test_annotations_are_chosen_where_github_reads_along_and_nothing_else_was_asked_for() -> None:
    assert ["text", "github", "json", "text", "text"] == [
        deliver.format_name(None, None, {}),
        deliver.format_name(None, None, _ACTIONS),
        deliver.format_name("json", None, _ACTIONS),
        deliver.format_name(None, Path("x"), _ACTIONS),
        deliver.format_name(None, None, {"GITHUB_ACTIONS": "false"}),
    ]


@pytest.mark.parametrize(
    ("environ", "terminal", "expected"),
    [
        ({}, True, True),
        ({}, False, False),
        ({"NO_COLOR": "1"}, True, False),
        ({"NO_COLOR": ""}, True, True),
        ({"TERM": "dumb"}, True, False),
    ],
)
def test_colour_is_for_terminals_that_want_it(environ: dict[str, str], terminal: bool, expected: bool) -> None:
    assert expected is deliver.colours(environ, terminal=terminal)


def test_formats_without_colour_are_rendered_as_ever() -> None:
    report = _report(None)
    assert deliver.rendered(report, "json", colour=True) == deliver.rendered(report, "json", colour=False)
    assert "\x1b[" in deliver.rendered(report, "text", colour=True)


def test_the_page_of_a_run_is_added_to(tmp_path: Path) -> None:
    page = tmp_path / "summary.md"
    page.write_text("before\n")
    environ = {"GITHUB_STEP_SUMMARY": str(page)}
    deliver.to_step_summary(_report(), environ)
    assert "before\n" == page.read_text()
    deliver.to_step_summary(_report(None), environ)
    deliver.to_step_summary(_report(None), {})
    assert ("before", 1) == (page.read_text().split("\n")[0], page.read_text().count("### ways-guard"))
    with pytest.raises(WaysGuardError, match="cannot be written"):
        deliver.to_step_summary(_report(None), {"GITHUB_STEP_SUMMARY": str(tmp_path / "none/x")})


def test_the_summary_says_what_was_found_mended_and_hidden() -> None:
    safe, unsafe = Fix(), Fix(safe=False)
    report = _report(safe, safe, unsafe, None, suppressed=3, baselined=4, stale=2)
    assert (
        "2 files checked: 4 errors, 0 warnings, 0 notes, 2 of them fixable with --fix, 1 with --unsafe-fixes, "
        "3 suppressed, 4 in the baseline; 2 entries of the baseline are stale: renew it with --write-baseline"
    ) == deliver.summary_line(report)
    assert "2 files checked: 0 errors, 0 warnings, 0 notes" == deliver.summary_line(_report())
    assert "; 1 entry of the baseline is stale" in deliver.summary_line(_report(stale=1))
    assert "no way files here" in deliver.summary_line(Report((), 0, Path("/r")))
