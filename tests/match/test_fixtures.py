from __future__ import annotations

import json
from collections import Counter
from pathlib import Path

import pytest

from ways_guard.constants import DEFAULT_THRESHOLD
from ways_guard.errors import WaysGuardError
from ways_guard.match import fixtures, prompt_language
from ways_guard.way import languages, scripts
from ways_guard.way.discover import bundled_root

LANGUAGES = languages.load_bundled()
SHIPPED = fixtures.of_file(fixtures.SHIPPED, LANGUAGES)
GOOD = {"lang": "de", "prompt": "schreib Tests", "description": "Write tests", "min_similarity": 0.4}


def _file(folder: Path, *lines: object, name: str = "own.jsonl") -> Path:
    path = folder / name
    path.write_text("".join(f"{line if isinstance(line, str) else json.dumps(line)}\n" for line in lines))
    return path


def test_every_language_but_english_has_the_same_six_intents() -> None:
    intents = {fixture.description for fixture in SHIPPED}
    assert set(LANGUAGES) - {"en"} == {fixture.lang for fixture in SHIPPED}
    assert 6 == len(intents)
    assert {6} == set(Counter(fixture.lang for fixture in SHIPPED).values())
    assert 306 == len({(fixture.lang, fixture.description) for fixture in SHIPPED})


def test_one_bar_for_all_where_a_way_fires_by_default() -> None:
    assert {DEFAULT_THRESHOLD} == {fixture.min_similarity for fixture in SHIPPED}


def test_no_fixture_repeats_another_language_or_a_stub() -> None:
    for texts in ([fixture.prompt for fixture in SHIPPED], [fixture.native for fixture in SHIPPED]):
        assert [] == [text for text, count in Counter(texts).items() if count > 1]
    files = [path.read_text(encoding="utf-8") for path in bundled_root().rglob("*") if path.is_file()]
    ways = "\n".join(files).casefold()
    for fixture in SHIPPED:
        for text in (fixture.prompt, fixture.description, fixture.native):
            assert text.casefold() not in ways


@pytest.mark.parametrize("lang", sorted(set(LANGUAGES) - {"en"}))
def test_a_language_is_written_in_its_script(lang: str) -> None:
    own = frozenset().union(*map(scripts.components, LANGUAGES[lang].scripts))
    for fixture in SHIPPED:
        if fixture.lang == lang:
            for text in (fixture.prompt, fixture.native):
                found = scripts.count_scripts(text)
                assert sum(found.get(script, 0) for script in own) * 2 > sum(found.values()) - found.get("Latn", 0)
                assert set(found) <= own | {"Latn"}, text


def test_hardly_a_prompt_is_taken_for_a_language_that_is_not_near() -> None:
    wrong = []
    for fixture in SHIPPED:
        guess = prompt_language.guess(fixture.prompt, LANGUAGES, LANGUAGES)
        near = {fixture.lang, None} | LANGUAGES[fixture.lang].confusable
        if guess not in near:
            wrong.append((fixture.lang, guess, fixture.prompt))
    assert len(wrong) <= len(SHIPPED) // 100, wrong


def test_a_fixture_is_ranked_among_its_file_and_among_the_shipped_ones_where_these_are_too_few(
    tmp_path: Path,
) -> None:
    (only,) = fixtures.of_file(_file(tmp_path, GOOD), LANGUAGES)
    assert ("Write tests", 7) == (only.rivals[0], len(only.rivals))
    three = [{**GOOD, "description": text} for text in ("One", "Two", "Three")]
    assert {("One", "Two", "Three")} == {
        fixture.rivals for fixture in fixtures.of_file(_file(tmp_path, *three), LANGUAGES)
    }


def test_a_repos_own_take_the_place_of_the_shipped_ones_in_that_language(tmp_path: Path) -> None:
    assert SHIPPED == fixtures.of_repo(tmp_path, LANGUAGES) == fixtures.of_repo(None, LANGUAGES)
    _file(tmp_path, GOOD, name=fixtures.NAME)
    found = fixtures.of_repo(tmp_path, LANGUAGES)
    assert ["schreib Tests"] == [fixture.prompt for fixture in found if fixture.lang == "de"]
    assert 301 == len(found)


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ("{", r"own\.jsonl:2: "),
        ("[]", r"own\.jsonl:2: a JSON object is missing"),
        ({**GOOD, "lang": "pt-pt"}, r'own\.jsonl:2: "pt-pt" is no code of a language: did you mean "pt"\?'),
        ({**GOOD, "lang": "xx"}, r'"xx" is no code of a language: add it to the repo\'s languages\.json'),
        ({**GOOD, "min_similarity": 2}, r'"min_similarity" is not as it must be: A number from 0 to 1'),
        ({**GOOD, "prompt": " "}, '"prompt" is not as it must be'),
        ({**GOOD, "description": 3}, '"description" is not as it must be'),
        ({"lang": "de"}, r"required.*ways-guard schema fixture"),
        ({**GOOD, "promt": "x"}, "promt"),
    ],
)
def test_what_is_no_fixture_is_said_with_its_line(tmp_path: Path, line: object, message: str) -> None:
    with pytest.raises(WaysGuardError, match=message):
        fixtures.of_file(_file(tmp_path, GOOD, line), LANGUAGES)


def test_a_link_out_of_the_repo_is_not_followed(tmp_path: Path) -> None:
    secret = _file(tmp_path, GOOD)
    repo = tmp_path / "repo"
    repo.mkdir()
    (repo / fixtures.NAME).symlink_to(secret)
    with pytest.raises(WaysGuardError, match="a link out of the repo"):
        fixtures.of_repo(repo, LANGUAGES)
