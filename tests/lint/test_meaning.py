from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from ways_guard.errors import WaysGuardError
from ways_guard.lint import collect, rules, run
from ways_guard.lint.meaning import Gauge
from ways_guard.lint.tree import Index
from ways_guard.way.config import Config

if TYPE_CHECKING:
    from tests.lint.conftest import Lab

_WAY = "---\ndescription: Writing automated tests\nvocabulary: test coverage pytest\n---\nBody.\n"
_PROBES = "ways/code/tests/tests.golden.jsonl"


def _report(lab: Lab, cache: Path, gauge: Gauge | None) -> run.Report:
    options = run.Options(cache=cache, gauge=gauge)
    return run.run(collect.plan([lab.top]), rules.selected(["WG703", "WG704"]), lab.top, options)


def _codes(report: run.Report) -> list[str]:
    return [finding.code for finding in report.findings]


@pytest.mark.parametrize("gauge", [None, Gauge(Config(engine="none"), Path("unused"))])
def test_what_cannot_be_measured_is_an_error_and_never_fine(lab: Lab, tmp_path: Path, gauge: Gauge | None) -> None:
    with pytest.raises(WaysGuardError, match="measured without a"):
        _report(lab, tmp_path, gauge)


def test_a_second_run_measures_nothing_and_says_the_same(lab: Lab, tmp_path: Path) -> None:
    lab.write({lab.way: _WAY, _PROBES: '{"kind": "direct", "prompt": "what is for tea?"}\n'})
    first = _report(lab, tmp_path, lab.gauge)
    steps: list[str] = []
    watched = Gauge(lab.gauge.config, lab.gauge.cache, lambda *step: steps.append(step[0]))
    assert (["WG703"], first.findings, []) == (_codes(first), _report(lab, tmp_path, watched).findings, steps)


def test_a_changed_way_is_measured_again_even_where_lint_leaves_it_out(lab: Lab, tmp_path: Path) -> None:
    lab.write({"ways.json": '{"lint": {"exclude": ["ways/code/tests/tests.md"]}}'})
    lab.write({lab.way: _WAY, _PROBES: '{"kind": "direct", "prompt": "lunch with noodles"}\n'})
    assert ["WG703"] == _codes(_report(lab, tmp_path, lab.gauge))
    lab.write({lab.way: _WAY.replace("Writing automated tests", "Cooking noodles for lunch")})
    assert [] == _codes(_report(lab, tmp_path, lab.gauge))


def test_another_number_of_ways_that_may_fire_is_another_measurement(lab: Lab, tmp_path: Path) -> None:
    lab.write({lab.way: _WAY, _PROBES: '{"kind": "direct", "prompt": "write tests"}\n'})
    assert [] == _codes(_report(lab, tmp_path, lab.gauge))
    assert ["WG703"] == _codes(
        _report(lab, tmp_path, Gauge(Config(engine="embedded", max_ways=0), lab.gauge.cache))
    )


def test_other_fixtures_are_another_measurement(lab: Lab, tmp_path: Path) -> None:
    def found() -> list[str]:
        options = run.Options(cache=tmp_path, gauge=lab.gauge)
        return _codes(run.run(collect.plan([lab.top]), rules.selected(["WG705"]), lab.top, options))

    prompt = '{"lang":"de","prompt":"%s","description":"Write unit tests","min_similarity":0.35}'
    lab.write({"languages.json": '{"languages": {"de": {"active": true}}}'})
    lab.write({"languages.fixtures.jsonl": prompt % "schreib Unit-Tests"})
    assert [] == found()
    lab.write({"languages.fixtures.jsonl": prompt % "was gibt es zum Mittagessen?"})
    assert ["WG705"] == found()


def test_the_index_is_not_what_the_matcher_reads(lab: Lab) -> None:
    lab.write({lab.way: _WAY})
    lab.commit()
    plan = collect.plan([lab.top], tree=Index())
    with pytest.raises(WaysGuardError, match="--staged goes not with WG703"):
        run.run(plan, rules.selected(["WG703"]), lab.top, run.Options(gauge=lab.gauge))


def test_who_watches_is_told_how_far_it_is(lab: Lab, tmp_path: Path) -> None:
    prompts = "".join(f'{{"kind": "direct", "prompt": "write test number {number}"}}\n' for number in range(3))
    lab.write({lab.way: _WAY.replace("automated", "watched"), _PROBES: prompts})
    steps: list[tuple[str, int, int]] = []
    _report(lab, tmp_path, Gauge(lab.gauge.config, tmp_path, lambda *step: steps.append(step)))
    assert ("Embedding ways", 1, 1) in steps
    assert ("Running probes", 3, 3) == steps[-1]


def test_suppressions_and_the_baseline_work_as_for_any_rule(lab: Lab) -> None:
    probe = '{"kind": "direct", "prompt": "what is for tea?"}\n'
    accept = '[{"rule": "WG703", "path": "ways/code/tests/tests.golden.jsonl", "reason": "for later"}]'
    lab.write({lab.way: _WAY, _PROBES: probe, "ways.json": f'{{"lint": {{"accept": {accept}}}}}'})
    assert ([], 1) == (lab.lines("WG7"), lab.report("WG7").suppressed)
    assert [] == lab.lines("WG"), "a suppression of a rule that did not run is not called unused"
    lab.write({"ways.json": "{}"})
    options = run.Options(gauge=lab.gauge, write_baseline=True)
    run.run(collect.plan([lab.top]), rules.selected(["WG703"]), lab.top, options)
    assert ([], 1) == (lab.lines("WG703"), lab.report("WG703").baselined)
    lab.write({_PROBES: probe.replace("what is for tea?", "write tests")})
    assert (0, 1) == (lab.report("WG").stale, lab.report("WG703").stale)
