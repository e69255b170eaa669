"""The key `rewrite` of the user's ways.json: a recipe, or a provider with what it needs, or both."""

from __future__ import annotations

import functools
import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from ways_guard.match.rewrite import PROVIDERS

_RECIPES = Path(__file__).parent / "recipes.json"


@functools.cache
def recipes() -> Mapping[str, Mapping[str, Any]]:
    """What is known to work, by name: settings that a user's own are laid over."""
    found: dict[str, Mapping[str, Any]] = json.loads(_RECIPES.read_text(encoding="utf-8"))
    return found


def resolved(given: Mapping[str, Any]) -> tuple[Mapping[str, Any], str]:
    """The settings in force and what is wrong with them, "" where they can be used; empty ones are off."""
    if not given:
        return {}, ""
    name = given.get("recipe")
    if name is not None and name not in recipes():
        return {}, f'there is no recipe "{name}": take one of {", ".join(recipes())}'
    own = {key: value for key, value in given.items() if key != "recipe"}
    settings = {**(recipes()[name] if name else {}), **own}
    provider = PROVIDERS.get(str(settings.get("provider")))
    if provider is None:
        return {}, f'"provider" must be one of {", ".join(PROVIDERS)}'
    wrong = provider.problem(settings)
    return ({}, wrong) if wrong else (settings, "")


def destination(settings: Mapping[str, Any]) -> str:
    """Where prompts go by settings that can be used."""
    return PROVIDERS[str(settings["provider"])].destination(settings)
