"""The engine and its models, and what is lost without them; the rewriter, and what it sends where."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

from ways_guard.errors import WaysGuardError
from ways_guard.match import layout
from ways_guard.match.engines import Models, select
from ways_guard.way.config import Config


class Chosen(NamedTuple):
    """The models in force, or none and why the ones that are asked for cannot be had."""

    models: Models
    error: str = ""


def chosen(config: Config) -> Chosen:
    """The models that the configuration asks for. Never raises."""
    try:
        return Chosen(select(config))
    except WaysGuardError as error:
        return Chosen(Models(notes=("ways fire by their patterns only",)), str(error))


def document(config: Config, chosen: Chosen) -> dict[str, Any]:
    """Engine and models as JSON values; `lost` says what does not work without those that are missing."""
    names = chosen.models.names()
    return {
        "asked": config.engine,
        "models": {tier: names.get(tier) for tier in layout.TIERS},
        "lost": list(chosen.models.notes),
        "error": chosen.error or None,
    }


def rewriter(user: Mapping[str, Any]) -> dict[str, Any]:
    """Whether prompts are rewritten, by whom, and where they are sent for that."""
    settings = user.get("rewrite")
    if not isinstance(settings, dict) or not settings:
        return {"on": False, "provider": None, "sent_to": None, "error": None}
    from ways_guard.match.rewrite import settings as rewriting

    in_force, wrong = rewriting.resolved(settings)
    if wrong:
        return {"on": False, "provider": None, "sent_to": None, "error": wrong}
    return {"on": True, "provider": in_force["provider"], "sent_to": rewriting.destination(in_force), "error": None}
