from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from ways_guard.lint.collect import open_repo
from ways_guard.lint.confirm import confirmer
from ways_guard.lint.coverage import Cell, Coverage, Staleness, State, measure
from ways_guard.lint.rules.samples import FRENCH, GERMAN, RUSSIAN, stub, way

if TYPE_CHECKING:
    from tests.lint.conftest import Lab

_GREEK = stub("el", "Γράψιμο δοκιμών", "δοκιμή")
_TEXT = way("Writing tests", "test coverage")


def _measure(lab: Lab, *languages: str, stale: Staleness | None = None) -> Coverage:
    repo = open_repo(lab.top)
    return measure(repo, confirmer(repo.languages), stale or Staleness(), languages)


def _states(coverage: Coverage) -> dict[str, dict[str, str]]:
    return {row.id: {code: cell.state.value for code, cell in row.cells.items()} for row in coverage.rows}


def test_each_way_has_a_state_in_each_language(lab: Lab) -> None:
    foreign = stub("fr", "Написание тестов", "тест") + stub("it", "Writing tests", "test coverage")
    lab.write(
        {
            lab.way: _TEXT,
            lab.locales: GERMAN + _GREEK + foreign + stub("ru", "CI", "npm") + stub("xx", "Words", "words"),
            "ways/code/other/other.md": _TEXT,
        }
    )
    coverage = _measure(lab, "de", "el", "fr", "it", "ru", "xx", "ja")
    assert {
        "code/other": dict.fromkeys(("de", "el", "fr", "it", "ru", "xx", "ja"), "missing"),
        "code/tests": {
            "de": "confirmed",
            "el": "confirmed",
            "fr": "wrong",
            "it": "untranslated",
            "ru": "untranslated",
            "xx": "unsupported",
            "ja": "missing",
        },
    } == _states(coverage)
    assert Cell(State.MISSING, "no stub") == coverage.rows[0].cells["de"]
    assert (1, 50.0) == (coverage.counts()[State.WRONG], coverage.percent("de"))
    assert pytest.approx(100 * 2 / 14) == coverage.percent()


def test_an_old_stub_is_stale_unless_it_is_wrong_anyway(lab: Lab) -> None:
    lab.write({lab.way: _TEXT, lab.locales: GERMAN + stub("fr", "Написание тестов", "тест") + RUSSIAN})
    path = lab.top / lab.way
    old = Staleness(frozenset({(path, "de"), (path, "fr"), (path, "ja")}))
    expected = {"de": "stale", "fr": "wrong", "ja": "missing", "ru": "confirmed"}
    assert {"code/tests": expected} == _states(_measure(lab, "de", "fr", "ja", "ru", stale=old))


def test_what_could_not_be_measured_is_said(lab: Lab) -> None:
    lab.write({lab.way: _TEXT, lab.locales: GERMAN})
    assert "shallow" == _measure(lab, stale=Staleness(unmeasured="shallow")).stale_unmeasured


def test_an_override_takes_the_place_of_its_languages_stub(lab: Lab) -> None:
    override = way("Написание тестов", "тест")
    lab.write({lab.way: _TEXT, lab.locales: GERMAN, "ways/code/tests/tests.de.md": override})
    lab.write({"ways/code/tests/tests.fr.md": "Écrire des tests utiles.\n"})
    assert {"code/tests": {"de": "wrong", "fr": "confirmed"}} == _states(_measure(lab, "de", "fr"))


def test_languages_are_those_asked_for_and_those_there_are(lab: Lab) -> None:
    lab.write({lab.way: _TEXT, lab.locales: GERMAN + stub("sv", "Skriva tester", "test"), "ways.json": "{}"})
    active = {code for code, language in open_repo(lab.top).languages.items() if language.active}
    assert sorted(active - {"en"} | {"sv"}) == list(_measure(lab).languages)
    lab.write({"ways.json": '{"lint": {"require": ["ja"]}, "canonical_language": "de"}'})
    assert ("ja", "sv") == _measure(lab).languages


def test_ways_that_no_stub_could_stand_for_and_excluded_ones_do_not_count(lab: Lab) -> None:
    lab.write(
        {
            lab.way: _TEXT,
            "ways/code/pattern/pattern.md": "---\npattern: x\n---\nBody.\n",
            "ways/old/old.md": _TEXT,
            "ways/code/catalogue/catalogue.md": "# Only a page\n",
            "ways.json": '{"lint": {"exclude": ["ways/old"]}}',
        }
    )
    assert ["code/tests"] == [row.id for row in _measure(lab).rows]


def test_what_cannot_be_read_is_a_problem_and_costs_only_itself(lab: Lab) -> None:
    lab.write({lab.way: _TEXT, lab.locales: "{bad\n" + FRENCH, "ways/broken/broken.md": "---\na: b: c\n---\n"})
    coverage = _measure(lab, "fr")
    assert {"code/tests": {"fr": "confirmed"}} == _states(coverage)
    assert ["broken.md:2:5", "tests.locales.jsonl:1:2"] == [
        line.rpartition("/")[2].split(": ")[0] for line in coverage.problems
    ]


def test_no_way_at_all_is_not_uncovered(lab: Lab) -> None:
    assert ((), 100.0) == (_measure(lab).rows, _measure(lab).percent())
