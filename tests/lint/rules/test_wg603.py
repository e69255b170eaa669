from __future__ import annotations

import json
from typing import TYPE_CHECKING

import pytest

from ways_guard.lint import collect, rules, run

if TYPE_CHECKING:
    from tests.lint.conftest import Lab

_WAY = "---\ndescription: Writing tests\nvocabulary: test\n{}---\nBody.\n"
_GERMAN = '{"lang":"de","description":"Größe prüfen","vocabulary":"Test","embed_threshold":0.7}\n'
_FRENCH = _GERMAN.replace('"de"', '"fr"').replace("Größe prüfen", "vérifier la taille")
_CODES = ("WG1", "WG2", "WG603")


def _accept(lab: Lab, **entry: str) -> None:
    text = json.dumps({"lint": {"accept": [{"rule": "WG203", "path": "ways", "reason": "older readers"} | entry]}})
    lab.write({"ways.json": text, lab.way: _WAY.format(""), lab.locales: _GERMAN + _FRENCH})


def _only(lab: Lab, *paths: str) -> list[str]:
    """Codes found when these paths alone are named."""
    plan = collect.plan([lab.top / path for path in paths])
    return [finding.code for finding in run.run(plan, rules.selected(_CODES), lab.top).findings]


def test_a_comment_takes_its_finding_out(lab: Lab) -> None:
    lab.write({lab.way: _WAY.format("# ways-guard: ignore[WG103] older readers\nweight: 3\nheight: 3\n")})
    assert [f"{lab.way}:6:1: WG103"] == [line.split(" unknown")[0] for line in lab.lines(*_CODES)]
    assert 1 == lab.report(*_CODES).suppressed


def test_an_entry_of_ways_json_takes_its_findings_out(lab: Lab) -> None:
    _accept(lab)
    report = lab.report(*_CODES)
    assert ([], 2) == ([finding.code for finding in report.findings], report.suppressed)


def test_an_entry_for_a_language_leaves_the_others(lab: Lab) -> None:
    _accept(lab, language="fr")
    assert [f"{lab.locales}:1"] == [":".join(line.split(":")[:2]) for line in lab.lines(*_CODES)]


def test_a_suppression_without_a_finding_is_found_at_its_place(lab: Lab) -> None:
    lab.write({lab.way: _WAY.format("threshold: 0.4\n# ways-guard: ignore[WG105] why\n")})
    assert [f"{lab.way}:5:1: WG603 nothing is left that this suppression of WG105 is for: remove it"] == lab.lines(
        *_CODES
    )
    _accept(lab, path="elsewhere/*")
    assert ["ways.json:1:22: WG603"] == [line.split(" nothing")[0] for line in lab.lines("WG603", "WG203")][:1]


def test_one_unused_code_of_two_is_named(lab: Lab) -> None:
    lab.write({lab.way: _WAY.format("# ways-guard: ignore[WG103,WG105] why\nweight: 3\n")})
    (line,) = lab.lines(*_CODES)
    assert "suppression of WG105" in line


def test_a_suppression_of_a_rule_that_did_not_run_is_not_judged(lab: Lab) -> None:
    lab.write({lab.way: _WAY.format("# ways-guard: ignore[WG105] why\nthreshold: 0.4\n")})
    assert [] == lab.lines("WG603", "WG103")
    assert 1 == len(lab.lines("WG603", "WG105"))


def test_a_run_over_some_files_judges_the_comments_of_those_alone(lab: Lab) -> None:
    _accept(lab, path="elsewhere/*")
    lab.write({lab.way: _WAY.format("# ways-guard: ignore[WG105] why\nthreshold: 0.4\n")})
    assert ["WG603"] == _only(lab, lab.way)
    assert ["WG203", "WG203"] == _only(lab, lab.locales)
    assert ["WG603", "WG203", "WG203", "WG603"] == _only(lab, ".")


@pytest.mark.parametrize(
    ("comment", "words"), [("ignore[WG103]", "has no reason"), ("ignore[WG999] why", "no rule has the code")]
)
def test_a_suppression_that_is_wrong_suppresses_nothing(lab: Lab, comment: str, words: str) -> None:
    lab.write({lab.way: _WAY.format(f"# ways-guard: {comment}\nweight: 3\n")})
    first, second = lab.lines(*_CODES)
    assert (f"{lab.way}:4:1: WG603", True) == (" ".join(first.split()[:2]), words in first)
    assert f"{lab.way}:5:1: WG103" == " ".join(second.split()[:2])


def test_an_entry_without_a_reason_is_for_the_rule_on_ways_json(lab: Lab) -> None:
    lab.write({"ways.json": '{"lint": {"accept": [{"rule": "WG203", "path": "ways"}]}}'})
    assert ['ways.json:1:22: WG602 "reason" is missing: add it'] == lab.lines("WG6")


def test_an_entry_for_a_rule_that_is_none_says_so(lab: Lab) -> None:
    _accept(lab, rule="forbidden-key")
    assert 'WG603 no rule has the code "forbidden-key"' in lab.lines("WG603")[0]


def test_it_suppresses_nothing_of_its_own_kind(lab: Lab) -> None:
    lab.write({lab.way: _WAY.format("# ways-guard: ignore[WG603] why\nthreshold: 0.4\n")})
    assert [f"{lab.way}:4:1: WG603"] == [line.split(" nothing")[0] for line in lab.lines(*_CODES)]
