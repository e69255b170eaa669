"""Ways of several roots at once: other projects change nothing, and a Dutch project beside English ways little."""

from __future__ import annotations

from pathlib import Path

import pytest

from ways_guard.match.matcher import Matcher
from ways_guard.way.discover import Root, bundled_root

from .conftest import Prepare
from .repo import jsonl, way, write

pytestmark = pytest.mark.engine
BUNDLED = Root(bundled_root(), "bundled")
DUTCH = {
    "vergunningen/vergunningen.md": way(
        "# Vergunningen\n\nElke aanvraag krijgt een zaaknummer, en de termijn loopt vanaf de ontvangst.",
        description="Aanvragen voor vergunningen verwerken, termijnen bewaken en het besluit opstellen",
        vocabulary="vergunning aanvraag besluit termijn bezwaar zaaknummer",
    ),
    "vergunningen/vergunningen.examples.jsonl": jsonl(
        {"prompt": "zet de aanvraag van gisteren in de juiste status en stuur de ontvangstbevestiging"},
        {"prompt": "de burger heeft bezwaar gemaakt, wat is nu de termijn?"},
    ),
    "vertalingen/vertalingen.md": way(
        "# Vertalingen\n\nSchermteksten staan in vertaalbestanden, nooit in de code.",
        description="Schermteksten vertalen en vertaalbestanden bijwerken",
        vocabulary="vertaling schermtekst vertaalbestand taal sleutel",
    ),
    "vertalingen/vertalingen.locales.jsonl": jsonl(
        {
            "lang": "en",
            "description": "Translate interface texts and keep files of translations up to date",
            "vocabulary": "translation interface text key locale",
        }
    ),
}
ENGLISH = {
    "fix the flaky test in the checkout suite": "code/testing",
    "Could an attacker read other users' passwords through this form?": "code/security",
    "word the commit message for what I have staged": "delivery/commits",
    "Schreib mir eine Commit-Nachricht für diese Änderungen": "delivery/commits",
    "このプルリクエストをレビューして": "collaboration/reviews",
}
OTHERS = {
    "verwerk de nieuwe aanvraag voor een bouwvergunning": "vergunningen",
    "wanneer loopt de termijn voor het bezwaar af?": "vergunningen",
    "werk de vertaalbestanden bij met de nieuwe schermteksten": "vertalingen",
}
NOTHING = ["What is the capital of Norway?", "hoe laat gaat de trein naar Utrecht?", "danke, passt so"]
# The margin within which ways count as equally good: less than that decides nothing.
TOLERANCE = 0.10


def _answers(matcher: Matcher, *prompts: str) -> dict[str, dict[str, float | None]]:
    """Scores by way for each prompt."""
    return {
        prompt: {verdict.entry.id: verdict.score for verdict in matcher.match(prompt).verdicts}
        for prompt in prompts
    }


def _first(matcher: Matcher, prompt: str) -> list[str]:
    return [verdict.entry.id for verdict in matcher.match(prompt).fired][:1]


@pytest.fixture
def dutch(tmp_path: Path) -> Root:
    return Root(write(tmp_path / "dutch", DUTCH).path, "user", canonical="nl")


def test_projects_that_are_open_at_once_answer_as_if_each_were_alone(
    prepare: Prepare, dutch: Root, small: tuple[Root, Path]
) -> None:
    prompts = [*ENGLISH, *OTHERS, *NOTHING]
    alone = [_answers(prepare(root), *prompts) for root in (dutch, small[0])]
    one, other = prepare(dutch), prepare(small[0])
    # In turns, as a daemon serves them.
    for prompt in prompts:
        for matcher, expected in zip((one, other), alone, strict=True):
            assert expected[prompt] == _answers(matcher, prompt)[prompt]


def test_a_dutch_project_and_english_ways_each_fire_their_own(prepare: Prepare, dutch: Root) -> None:
    both = prepare(dutch, BUNDLED)
    assert {"en", "nl"} == both.ways.canonical
    for prompt, node in (ENGLISH | OTHERS).items():
        assert [node] == _first(both, prompt), prompt
    for prompt in NOTHING:
        assert [] == _first(both, prompt), prompt


def test_english_ways_score_as_they_do_alone(prepare: Prepare, dutch: Root) -> None:
    alone, beside = (_answers(prepare(*roots), *ENGLISH) for roots in ((BUNDLED,), (dutch, BUNDLED)))
    for prompt, node in ENGLISH.items():
        before, after = alone[prompt][node], beside[prompt][node]
        assert before is not None
        assert after is not None
        assert abs(before - after) < TOLERANCE, prompt
        assert max(alone[prompt], key=lambda way: alone[prompt][way] or -1) == node
