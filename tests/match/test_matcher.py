from __future__ import annotations

import time
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ways_guard.constants import DEFAULT_THRESHOLD, MARGIN
from ways_guard.errors import WaysGuardError
from ways_guard.match import service, sets
from ways_guard.match.calibrate import calibrated
from ways_guard.match.engines import Models
from ways_guard.match.matcher import Matcher
from ways_guard.match.verdict import Answer
from ways_guard.way.discover import Root

from .conftest import EMBEDDED, Prepare
from .repo import LANGUAGES, TESTS, built, jsonl, stub, way, write
from .words import Words

engine = pytest.mark.engine
NO_TEXT = {"licences", "start"}
ASKED = {
    "How should I phrase the subject line of this commit?": "delivery/commits",
    "Wie formuliere ich die Commit-Nachricht für diese Änderung?": "delivery/commits",
    "コミットメッセージの書き方を教えて": "delivery/commits",
    "كيف أكتب رسالة commit لهذا التغيير؟": "delivery/commits",
    "Cover the date parser with tests": "code/tests",
    "Schreib Tests für den Parser": "code/tests",
    "このパーサーのテストを書いて": "code/tests",
    "اكتب اختبارات للمحلل الجديد": "code/tests",
    "Could an attacker steal the session token?": "code/security",
    "Könnte ein Angreifer so an die Passwörter kommen?": "code/security",
    "攻撃者がこの入力からパスワードを盗めますか？": "code/security",
    "Upgrade the http library to its newest version": "code/dependencies",
    "Prüfe unsere Bibliotheken auf bekannte Schwachstellen": "code/dependencies",
    "ライブラリの脆弱性を確認して更新して": "code/dependencies",
}
NOTHING = [
    "Good morning!",
    "Wie spät ist es in Tokio?",
    "今日の天気はどうですか",
    "print the even numbers up to 100",
]


def _with_thresholds(matcher: Matcher, *thresholds: float) -> Matcher:
    """The matcher with other thresholds; what is no number stays as it is."""
    entries = tuple(
        replace(entry, trigger={**entry.trigger, "threshold": threshold})
        for entry, threshold in zip(matcher.ways.entries, thresholds, strict=True)
    )
    return replace(matcher, ways=replace(matcher.ways, entries=entries))


def _fired(answer: Answer) -> dict[str, str]:
    return {verdict.entry.id: verdict.layer for verdict in answer.fired}


@engine
@pytest.mark.parametrize(("prompt", "node"), ASKED.items())
def test_a_prompt_in_any_language_fires_its_way(matcher: Matcher, prompt: str, node: str) -> None:
    answer = matcher.match(prompt)
    assert node == answer.verdicts[0].entry.id
    assert node in _fired(answer)


@engine
@pytest.mark.parametrize("prompt", NOTHING)
def test_a_prompt_about_something_else_fires_nothing(matcher: Matcher, prompt: str) -> None:
    assert {} == _fired(matcher.match(prompt))


@engine
@pytest.mark.parametrize("prompt", [*ASKED, *NOTHING, "Add a licence header to each file", "start"])
def test_a_way_without_text_never_fires_by_meaning(matcher: Matcher, prompt: str) -> None:
    found = {verdict.entry.id: verdict for verdict in matcher.match(prompt).verdicts}
    assert [None, None] == [found[node].score for node in sorted(NO_TEXT)]
    assert "semantic" not in {found[node].layer for node in NO_TEXT}
    assert ("licence header" in prompt) == found["licences"].fired


@engine
def test_every_way_has_a_verdict_with_a_reason(matcher: Matcher) -> None:
    answer = matcher.match("Write the commit message", explain=True)
    assert {entry.id for entry in matcher.ways.entries} == {verdict.entry.id for verdict in answer.verdicts}
    assert all(verdict.reason for verdict in answer.verdicts)
    best = answer.verdicts[0]
    assert best.score is not None
    assert f"score {best.score:.2f} >= threshold 0.35" == best.reason
    assert "commit message" == best.matched
    high = _with_thresholds(matcher, *[0.9] * 6).match("Write the commit message", explain=True)
    worst = next(verdict for verdict in reversed(high.verdicts) if verdict.score is not None)
    assert f"score {worst.score:.2f} < threshold 0.90" == worst.reason


@engine
@pytest.mark.parametrize(
    ("prompt", "node", "kind", "lang", "place"),
    [
        (
            "変更をgitにコミットし、良いコミットメッセージを書く",
            "delivery/commits",
            "stub",
            "ja",
            "commits.locales.jsonl:3",
        ),
        (
            "Code gegen Angreifer schützen, mit Passwörtern umgehen",
            "code/security",
            "override",
            "de",
            "security.de.md:1",
        ),
        (
            "Split what I have staged into two commits",
            "delivery/commits",
            "example",
            "en",
            "commits.examples.jsonl:2",
        ),
    ],
)
def test_an_explanation_names_the_nearest_alias_and_its_place(
    matcher: Matcher, prompt: str, node: str, kind: str, lang: str, place: str
) -> None:
    verdict = next(one for one in matcher.match(prompt).verdicts if one.entry.id == node)
    assert (alias := verdict.alias)
    assert (kind, lang, place) == (alias.kind, alias.lang, f"{Path(alias.path).name}:{alias.line}")
    assert alias.cosine > 0.6
    assert alias.text in (matcher.ways.entries[0].root.path / alias.path).read_text(encoding="utf-8")


@engine
@pytest.mark.parametrize("prompt", [*ASKED, *NOTHING])
def test_a_prompt_is_held_against_its_own_language_and_the_canonical_one(matcher: Matcher, prompt: str) -> None:
    answer = matcher.match(prompt, explain=True)
    aliases = {verdict.alias.lang for verdict in answer.verdicts if verdict.alias}
    assert aliases <= {answer.lang, "en"}
    assert "multilingual" == answer.mode


@engine
def test_without_explanation_only_what_fires_has_an_alias(matcher: Matcher) -> None:
    answer = matcher.match(next(iter(ASKED)))
    assert {verdict.fired for verdict in answer.verdicts if verdict.alias} == {True}


@engine
def test_what_is_quoted_changes_nothing(matcher: Matcher) -> None:
    prompt = next(iter(ASKED))
    quoted = f"{prompt}\n```\nsql injection in a unit test\n```"
    assert matcher.match(prompt).verdicts == matcher.match(quoted).verdicts


@engine
@pytest.mark.parametrize(
    "prompt", ["", " \n\t", "```\ncommit message\n```", "`commit message`", "https://example.com/commit-message"]
)
def test_a_prompt_that_says_nothing_fires_nothing(matcher: Matcher, prompt: str) -> None:
    answer = matcher.match(prompt, explain=True)
    assert ({}, "", None) == (_fired(answer), answer.mode, answer.lang)
    assert "nothing but code and links" in answer.note


@engine
@pytest.mark.parametrize(
    "prompt",
    ["\0", "\ud800\udfff", "🎉🎉🎉", "\u202eabc\u202c \u200f", "\ufeff", "a", "?" * 500, "\U0010ffff", "ـ" * 100],
)
def test_odd_prompts_fire_nothing(matcher: Matcher, prompt: str) -> None:
    assert {} == _fired(matcher.match(prompt, explain=True))


@engine
@pytest.mark.parametrize("noise", ["\0", "\ud800", "🎉", "\u200f\u202b", "\ufeff", "\r\n"])
def test_noise_in_a_prompt_does_not_hide_what_it_asks(matcher: Matcher, noise: str) -> None:
    for prompt in ("Write the commit message", "اكتب رسالة commit لهذا التغيير"):
        assert "delivery/commits" in _fired(matcher.match(f"{noise}{prompt}{noise}"))


@engine
@pytest.mark.parametrize("part", ["how do I phrase this commit ", "🎉", "`"])
def test_a_huge_prompt_is_answered_soon(matcher: Matcher, part: str) -> None:
    started = time.perf_counter()
    matcher.match("Write the commit message. " + part * (200_000 // len(part)), explain=True)
    assert time.perf_counter() - started < 15  # seconds of a busy machine; without a bound it was minutes


@engine
@settings(max_examples=12, deadline=None)
@given(
    prompt=st.sampled_from(list(ASKED)),
    low=st.lists(st.floats(0.01, 0.99), min_size=6, max_size=6),
    raised=st.lists(st.floats(0, 0.98), min_size=6, max_size=6),
)
def test_raising_thresholds_never_fires_more(
    matcher: Matcher, prompt: str, low: list[float], raised: list[float]
) -> None:
    high = [min(one + more, 0.99) for one, more in zip(low, raised, strict=True)]
    before, after = (_fired(_with_thresholds(matcher, *values).match(prompt)) for values in (low, high))
    assert {node for node, layer in after.items() if layer == "semantic"} <= before.keys()
    assert after.keys() <= before.keys()


@engine
def test_at_most_max_ways_fire_by_meaning_and_the_best_ones_near_the_best(matcher: Matcher) -> None:
    for prompt in ASKED:
        for bound in (1, 2, 6):
            easy = _with_thresholds(replace(matcher, max_ways=bound), *[0.01] * 6)
            answer = easy.match(prompt)
            fired = [verdict for verdict in answer.fired if verdict.layer == "semantic"]
            scores = [verdict.score for verdict in answer.verdicts if verdict.score is not None]
            assert 1 <= len(fired) <= bound
            assert all(verdict.score is not None and verdict.score >= max(scores) - MARGIN for verdict in fired)


@engine
def test_equal_inputs_give_equal_answers(matcher: Matcher, small: tuple[Root, Path]) -> None:
    again = service.prepare([small[0]], EMBEDDED, LANGUAGES, small[1])
    for prompt in ASKED:
        assert matcher.match(prompt, explain=True) == again.match(prompt, explain=True)


@engine
def test_twins_of_one_way_rank_by_their_place_and_the_first_ones_fire(prepare: Prepare, tmp_path: Path) -> None:
    twins = {
        f"{name}/{name}.md": way("", description="Commit changes to git and word the message") for name in "abcd"
    }
    rest = {"z/z.md": way("", description="Bake bread"), "y/y.md": way("", description="Water the plants")}
    matcher = prepare(write(tmp_path / "twins", twins | rest))
    answer = matcher.match("Word the message and commit the changes to git")
    assert ["a", "b", "c"] == list(_fired(answer))
    assert 1 == len({verdict.score for verdict in answer.verdicts[:4]})


@engine
def test_a_stub_makes_its_language_fire_better(prepare: Prepare, tmp_path: Path) -> None:
    prompt = "ユニットを網羅して壊れないように確かめて"

    def score(name: str, *stubs: dict[str, str]) -> float:
        files = {
            f"{TESTS}.md": way("", description="Assure quality"),
            "b/b.md": way("", description="Commit changes to git"),
            **({f"{TESTS}.locales.jsonl": jsonl(*stubs)} if stubs else {}),
        }
        answer = prepare(write(tmp_path / name, files)).match(prompt, explain=True)
        assert "ja" == answer.lang
        verdict = next(one for one in answer.verdicts if one.entry.id == "code/tests")
        assert verdict.alias
        assert ("stub" if stubs else "canonical") == verdict.alias.kind
        return verdict.alias.cosine

    japanese = stub("ja", "ユニットテストを書いて網羅し、壊れないか確かめる", "テスト 網羅")
    assert score("with", dict(japanese)) > score("without")


def _matcher(repo: Root, models: Models, cache: Path) -> Matcher:
    ways = sets.open_set([sets.stored(repo, built(repo, models, cache).folder)])
    return Matcher(ways, models, calibrated(ways, models, cache), LANGUAGES)


def test_which_models_score_a_prompt_hangs_on_its_language(repo: Root, tmp_path: Path) -> None:
    english, german = (
        "Please write a good commit message for these changes",
        "Schreib bitte eine gute Commit-Nachricht",
    )
    modes = {
        "both": (Models(Words(), Words(name="english words")), "both", "multilingual"),
        "multilingual": (Models(multilingual=Words()), "multilingual", "multilingual"),
        "english": (Models(english=Words()), "english", ""),
        "none": (Models(), "", ""),
    }
    for name, (models, for_english, for_german) in modes.items():
        matcher = _matcher(repo, models, tmp_path / name)
        answers = [matcher.match(prompt, explain=True) for prompt in (english, german)]
        assert [("en", for_english), ("de", for_german)] == [(answer.lang, answer.mode) for answer in answers]
        assert "delivery/commits" in _fired(answers[0])
        assert all(bool(answer.mode) != bool(answer.note) for answer in answers)
    german_only = _matcher(repo, Models(english=Words()), tmp_path / "english").match(german)
    assert "the prompt is in German and only an English model is there: patterns only" == german_only.note


def test_default_thresholds_are_the_way_files_own(matcher: Matcher) -> None:
    found = {entry.id: entry.threshold for entry in matcher.ways.entries}
    assert (0.4, DEFAULT_THRESHOLD) == (found["code/security"], found["code/tests"])


@pytest.mark.engine
def test_a_way_whose_gate_is_shut_takes_no_place(matcher: Matcher) -> None:
    prompt = "write unit tests for the parser"
    first = matcher.match(prompt).fired[0].entry.id
    shut = matcher.match(prompt, gate=lambda entry: entry.id != first, explain=True)
    verdict = next(verdict for verdict in shut.verdicts if verdict.entry.id == first)
    assert (None, "") == (verdict.score, verdict.layer)
    assert first not in [verdict.entry.id for verdict in shut.fired]


AROUND = [
    "The weather was nice today and we had lunch in the park.",
    "My sister called, she is coming over on Sunday with the kids.",
    "I have been listening to a podcast about deep sea fish.",
    "By the way, the coffee machine on our floor works again.",
    "They say it will rain all week, and I forgot my umbrella at home.",
    "Anyway, thanks for the help with the crossword yesterday.",
]


@engine
@pytest.mark.parametrize("times", [1, 2, 35])
@pytest.mark.parametrize("first", [True, False])
def test_a_long_prompt_with_one_sentence_that_needs_a_way_fires_it(
    matcher: Matcher, times: int, first: bool
) -> None:
    asked = "Please write the commit message for what I have staged."
    prompt = " ".join([asked, *AROUND * times] if first else [*AROUND * times, asked])
    answer = matcher.match(prompt)
    assert ["delivery/commits"] == [one.entry.id for one in answer.fired if one.layer == "semantic"]


@engine
@pytest.mark.parametrize("times", [1, 3, 40])
def test_a_long_prompt_about_nothing_fires_nothing(matcher: Matcher, times: int) -> None:
    assert {} == _fired(matcher.match(" ".join(AROUND * times)))


def test_a_way_that_the_english_model_does_not_read_competes_for_prompts_in_english_too(
    repo: Root, tmp_path: Path
) -> None:
    dutch = write(
        tmp_path / "dutch",
        {"permits/permits.md": way("B", description="vergunning permit application bezwaar", vocabulary="termijn")},
    )
    roots = (Root(dutch.path, "user", canonical="nl"), repo)
    models = Models(multilingual=Words(), english=Words("english words"))
    ways = sets.open_set([sets.stored(root, built(root, models, tmp_path / "cache").folder) for root in roots])
    made = calibrated(ways, models, tmp_path / "cache")
    matcher = Matcher(ways, models, made, LANGUAGES)
    answer = matcher.match("please say what is in the permit application and in the bezwaar")
    assert ("en", "both") == (answer.lang, answer.mode)
    assert NO_TEXT == {verdict.entry.id for verdict in answer.verdicts if verdict.score is None}
    assert "permits" == answer.verdicts[0].entry.id


def test_a_model_that_fails_at_a_prompt_is_one_line(repo: Root, tmp_path: Path) -> None:
    good = Models(multilingual=Words())
    ways = sets.open_set([sets.stored(repo, built(repo, good, tmp_path).folder)])
    made = calibrated(ways, good, tmp_path)
    matcher = Matcher(ways, Models(multilingual=Words(breaks_at=1)), made, LANGUAGES)
    with pytest.raises(WaysGuardError, match="the model words cannot embed"):
        matcher.match("write a test")
