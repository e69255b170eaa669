from __future__ import annotations

from pathlib import Path

import pytest

from ways_guard.match import fixtures
from ways_guard.match.engines import embedded
from ways_guard.match.fixtures import Fixture
from ways_guard.match.verification import Verdict, Verification
from ways_guard.match.verify import verify
from ways_guard.way import languages

from .words import Words

LANGUAGES = languages.load_bundled()
RIVALS = ("alpha beta gamma", "delta epsilon", "zeta eta theta")
# The cheap model finds texts alike that share words.
GOOD = Fixture("de", "alpha beta gamma", "alpha beta gamma", 0.35, "alpha beta gamma", RIVALS)
LOW = Fixture("fr", "alpha iota kappa lambda mu", "alpha beta gamma", 0.99, "", RIVALS)
SECOND = Fixture("ja", "delta epsilon alpha", "alpha beta gamma", 0.0, "", RIVALS)
TIED = Fixture("ko", "alpha", "alpha beta gamma", 0.0, "", ("alpha beta gamma", "Alpha Beta Gamma", "delta"))


def _verified(folder: Path, *given: Fixture, english: Words | None = None) -> Verification:
    codes = dict.fromkeys([*(fixture.lang for fixture in given), "sv"])
    return verify(Words(), english, given, [LANGUAGES[code] for code in codes], folder)


def test_verdicts_and_their_order(tmp_path: Path) -> None:
    found = _verified(tmp_path, GOOD, LOW, SECOND)
    assert [("ja", "failed"), ("fr", "failed"), ("sv", "not measured"), ("de", "verified")] == [
        (row.language.code, row.verdict.value) for row in found.rows
    ]
    assert ["ja", "fr"] == [row.language.code for row in found.active(Verdict.FAILED)]
    assert [] == found.active(Verdict.UNMEASURED), "Swedish is not active"


def test_a_low_score_and_a_nearer_rival_each_fail_a_fixture(tmp_path: Path) -> None:
    second, low = (row.outcomes[0] for row in _verified(tmp_path, LOW, SECOND).rows[:2])
    assert (False, True, False) == (low.passed, low.found.first, low.found.score >= 0.99)
    assert (False, False, "delta epsilon") == (second.passed, second.found.first, second.found.rival)
    assert second.found.rival_score > second.found.score >= second.fixture.min_similarity


def test_a_tie_is_no_first_place(tmp_path: Path) -> None:
    (outcome,) = _verified(tmp_path, TIED).rows[0].outcomes
    assert (False, "Alpha Beta Gamma") == (outcome.passed, outcome.found.rival)


def test_one_failing_fixture_fails_its_language(tmp_path: Path) -> None:
    more = Fixture("de", "delta epsilon alpha", "alpha beta gamma", 0.0, "", RIVALS)
    row = _verified(tmp_path, GOOD, more).rows[0]
    assert (Verdict.FAILED, 1, 2) == (row.verdict, row.passed, len(row.outcomes))


def test_what_was_not_run_has_no_number(tmp_path: Path) -> None:
    without, run = _verified(tmp_path, GOOD, LOW), _verified(tmp_path, GOOD, LOW, english=Words("en"))
    rows = {row.language.code: row for row in without.rows}
    assert rows["de"].column("english") is rows["fr"].column("native") is rows["sv"].column("found") is None
    assert without.english_scorer is None
    column = {row.language.code: row for row in run.rows}["de"].column("english")
    assert column
    assert (1.0, 1, 1) == (round(column.score, 3), column.first, column.of)


def test_a_second_run_embeds_nothing_and_says_the_same(tmp_path: Path) -> None:
    model = Words()
    wanted = [LANGUAGES["de"], LANGUAGES["fr"]]
    first = verify(Words(), None, [GOOD, LOW], wanted, tmp_path)
    again = verify(model, None, [GOOD, LOW], wanted, tmp_path)
    assert ([], first.rows) == (model.calls, again.rows)


def test_who_watches_is_told_how_far_it_is(tmp_path: Path) -> None:
    steps: list[tuple[str, int, int]] = []
    verify(
        Words(), None, [GOOD, LOW], [LANGUAGES["de"], LANGUAGES["fr"]], tmp_path, lambda *step: steps.append(step)
    )
    assert ("Embedding by words", 2, 5) == steps[0]


@pytest.mark.engine
def test_the_intents_pass_in_english_so_that_what_fails_is_the_language(tmp_path: Path) -> None:
    prompts = (
        "write unit tests for the function that computes the discount, edge cases too",
        "what do I put in the commit message for these changes?",
        "validate what the user types into the form so that nobody can do an SQL injection",
        "this database query is slow, how do I make it faster?",
        "roll the production deployment back to the previous version",
        "upgrade the third-party dependencies to the newest versions and watch out for breaking changes",
    )
    shipped = [fixture for fixture in fixtures.of_repo(None, LANGUAGES) if fixture.lang == "de"]
    control = [
        Fixture("en", prompt, fixture.description, fixture.min_similarity, "", fixture.rivals)
        for prompt, fixture in zip(prompts, shipped, strict=True)
    ]
    (row,) = verify(embedded.load(), None, control, [LANGUAGES["en"]], tmp_path).rows
    assert (Verdict.VERIFIED, 6) == (row.verdict, row.passed)


@pytest.mark.engine
def test_the_embedded_model_passes_german_and_fails_prompts_about_something_else(tmp_path: Path) -> None:
    german = [fixture for fixture in fixtures.of_repo(None, LANGUAGES) if fixture.lang == "de"]
    lunch = Fixture("fr", "qu'est-ce qu'on mange à midi ?", german[0].description, 0.35, "", german[0].rivals)
    rows = verify(embedded.load(), None, [*german, lunch], [LANGUAGES["de"], LANGUAGES["fr"]], tmp_path).rows
    assert [("fr", "failed"), ("de", "verified")] == [(row.language.code, row.verdict.value) for row in rows]
