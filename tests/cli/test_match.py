from __future__ import annotations

import json
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import pytest
from jsonschema import Draft202012Validator

from tests.home import Home

_NULLABLE_STRING = {"type": ["string", "null"]}
_ALIAS = {
    "type": "object",
    "properties": {
        "kind": {"enum": ["canonical", "stub", "override", "example", "body"]},
        "lang": {"type": "string"},
        "text": {"type": "string"},
        "path": {"type": "string"},
        "line": {"type": "integer", "minimum": 1},
        "cosine": {"type": "number", "minimum": -1, "maximum": 1},
    },
}
_WAY = {
    "type": "object",
    "properties": {
        "id": {"type": "string"},
        "fired": {"type": "boolean"},
        "layer": {"enum": ["semantic", "symbolic", None]},
        "score": {"type": ["number", "null"], "minimum": -1, "maximum": 1},
        "threshold": {"type": "number", "exclusiveMinimum": 0, "exclusiveMaximum": 1},
        "reason": {"type": "string", "minLength": 1},
        "matched": _NULLABLE_STRING,
        "alias": {"oneOf": [{"type": "null"}, _ALIAS]},
    },
}
ANSWER: dict[str, Any] = {
    "type": "object",
    "properties": {
        "version": {"const": 1},
        "lang": _NULLABLE_STRING,
        "mode": {"enum": ["", "multilingual", "both", "english"]},
        "note": {"type": "string"},
        "head": _NULLABLE_STRING,
        "forms": {"type": "array"},
        "ways": {"type": "array", "items": _WAY},
    },
}
for _part in (_ALIAS, _WAY, ANSWER):  # every key is there, and no other
    _part |= {"required": list(_part["properties"]), "additionalProperties": False}


@pytest.fixture(scope="module")
def meant(tmp_path_factory: pytest.TempPathFactory, bundled_cache: Path) -> Home:
    """Two ways that are matched by meaning."""
    home = Home(tmp_path_factory.mktemp("meant"))
    home.adopt_embeddings(bundled_cache)
    home.settings(engine="embedded", bundled=False)
    texts = ("description: caring for zebras in a zoo", "vocabulary: zebra stripes hay stable", "pattern: zebra")
    home.way("animals/zebra", "Zebras are striped.", *texts)
    home.way("code/sql", "Use parameters.", "description: writing SQL queries", "vocabulary: join index table")
    return home


@pytest.fixture
def home(tmp_path: Path) -> Home:
    home = Home(tmp_path)
    home.settings(engine="none", bundled=False)
    home.way("animals/zebra", "Zebras are striped.", "pattern: zebra")
    return home


def _json(home: Home, *arguments: str) -> dict[str, Any]:
    code, out, err = home.run("match", "--json", *arguments)
    assert (0, "") == (code, err)
    document: dict[str, Any] = json.loads(out)
    Draft202012Validator(ANSWER).validate(document)
    assert out.isascii()
    return document


def test_json_tells_what_fires_and_with_explain_all_that_was_weighed(meant: Home) -> None:
    answer = _json(meant, "Wie viel Heu bekommen die gestreiften Tiere im Zoo?")
    assert ("de", "multilingual", "") == (answer["lang"], answer["mode"], answer["note"])
    (way,) = answer["ways"]
    assert ("animals/zebra", True, "semantic") == (way["id"], way["fired"], way["layer"])
    assert way["score"] >= way["threshold"]
    explained = _json(meant, "--explain", "Wie viel Heu bekommen die gestreiften Tiere im Zoo?")
    assert way == explained["ways"][0]
    assert ["animals/zebra", "code/sql"] == [each["id"] for each in explained["ways"]]
    assert [True, False] == [each["fired"] for each in explained["ways"]]
    assert "< threshold 0.35" in explained["ways"][1]["reason"]
    assert explained["ways"][1]["alias"]


def test_explain_shows_alias_layer_score_and_threshold(meant: Home) -> None:
    code, out, err = meant.run("match", "--explain", "the hay of the striped animals in the zoo")
    assert 0 == code
    assert "scored by: multilingual, " in err
    fired, other = out.splitlines()
    assert fired.startswith("+ animals/zebra  semantic: score ")
    assert " >= threshold 0.35; nearest: en " in fired
    assert other.startswith("- code/sql  score ")


def test_a_prompt_that_begins_with_a_dash_is_a_prompt_behind_two_dashes(home: Home) -> None:
    for prompt in ("--json zebra", "-zebra", "--"):
        code, out, _ = home.run("match", "--", prompt)
        assert 0 == code
        assert ("zebra" in prompt) == out.startswith("+ animals/zebra  symbolic: its pattern matches 'zebra'")
    assert 2 == home.run("match", "-zebra")[0]


@pytest.mark.parametrize("prompt", ["", "   ", "https://zebra.example", "```\nzebra\n```", "okapi"])
def test_nothing_fires_and_that_is_said(home: Home, prompt: str) -> None:
    code, out, err = home.run("match", prompt)
    assert (0, "") == (code, out)
    assert err.endswith("no way fires\n")
    answer = _json(home, prompt)
    assert [] == answer["ways"]
    assert answer["note"]


def test_a_repo_is_matched_alone(home: Home) -> None:
    repo = home.top / "repo"
    (repo / "ways/okapi").mkdir(parents=True)
    (repo / "ways/okapi/okapi.md").write_text("---\npattern: okapi|zebra\n---\nBody.\n", encoding="utf-8")
    home.settings(engine="none", disabled=["okapi"])
    _, out, _ = home.run("match", "--repo", str(repo), "an okapi and a zebra")
    assert "+ okapi  symbolic: its pattern matches 'okapi'\n" == out


def test_no_ways_at_all_is_said(home: Home) -> None:
    code, _, err = home.run("match", "--repo", str(home.project), "zebra")
    assert 0 == code
    assert "there are no ways here" in err


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (("--repo", "gone"), "gone: no such folder: name a way repo"),
        (("--engine", "sentence-transformers"), "paraphrase-multilingual-MiniLM-L12-v2"),
    ],
)
def test_what_is_not_there_is_one_line(home: Home, arguments: tuple[str, ...], words: str) -> None:
    if "--engine" in arguments and not find_spec("sentence_transformers"):
        words = "pip install 'ways-guard[sentence-transformers]'"
    code, out, err = home.run("match", *arguments, "zebra")
    assert (2, "", 1) == (code, out, err.count("\n"))
    assert err.startswith("ways-guard: ")
    assert words in err


def test_a_model_that_is_named_and_not_there_is_one_line(home: Home) -> None:
    home.settings(models={"multilingual": "embedded:another"})
    code, out, err = home.run("match", "zebra")
    assert (2, "", 1) == (code, out, err.count("\n"))
    assert "correct models in ways.json" in err
    home.settings(engine="fast")
    assert "there is no engine 'fast': take one of auto, embedded" in home.run("match", "zebra")[2]


def test_a_cache_that_cannot_be_written_is_one_line_that_says_what_to_do(home: Home) -> None:
    place = home.write("file", "") / "cache"
    code, out, err = home.run("match", "zebra", XDG_CACHE_HOME=str(place))
    assert (2, "", 1) == (code, out, err.count("\n"))
    assert err.startswith(f"ways-guard: {place}")
    assert "make it writable, or set XDG_CACHE_HOME" in err


def test_a_projects_configuration_that_is_broken_is_a_warning(home: Home) -> None:
    (home.project / ".claude").mkdir()
    (home.project / ".claude/ways.json").write_text("{", encoding="utf-8")
    code, out, err = home.run("match", "zebra")
    assert 0 == code
    assert "+ animals/zebra" in out
    assert f"warning: {home.project / '.claude/ways.json'}:1:2: not JSON: " in err


def test_a_configuration_that_is_broken_is_one_line_with_its_place(home: Home) -> None:
    (home.config / "ways.json").write_text('{"bundled": \n nope}', encoding="utf-8")
    code, _, err = home.run("match", "zebra")
    assert (2, 1) == (code, err.count("\n"))
    assert f"ways-guard: {home.config / 'ways.json'}:2:2: not JSON: " in err
