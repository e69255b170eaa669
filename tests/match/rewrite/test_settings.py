from __future__ import annotations

from typing import Any

import pytest

from ways_guard.match.rewrite.settings import destination, recipes, resolved


def test_nothing_is_off() -> None:
    assert ({}, "") == resolved({})


@pytest.mark.parametrize("name", recipes())
def test_recipes_can_be_used(name: str) -> None:
    settings, wrong = resolved({"recipe": name})
    assert "" == wrong
    assert destination(settings)


def test_a_users_own_settings_are_laid_over_a_recipe() -> None:
    settings, _ = resolved({"recipe": "ollama", "model": "other", "deadline_ms": 2_000})
    assert ("other", 2_000, "http://127.0.0.1:11434/v1") == (
        settings["model"],
        settings["deadline_ms"],
        settings["url"],
    )


@pytest.mark.parametrize(
    ("given", "wrong"),
    [
        ({"recipe": "deepl"}, 'there is no recipe "deepl": take one of apertium, '),
        ({"provider": "deepl"}, '"provider" must be one of command, openai, anthropic'),
        ({"deadline_ms": 9}, '"provider" must be one of'),
        ({"provider": "openai"}, '"url" is missing'),
    ],
)
def test_what_cannot_be_used_is_off_and_says_why(given: dict[str, Any], wrong: str) -> None:
    settings, found = resolved(given)
    assert {} == settings
    assert wrong in found
