"""What models there are, where each lies on this machine, and which are in use."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from ways_guard.errors import WaysGuardError
from ways_guard.match.engines import ENGINES, Models, catalogue, select
from ways_guard.way.config import Config


@dataclass(frozen=True)
class Item:
    """A model: what the catalogue knows (None: nothing), `places` by engine, the tiers that it is in use for."""

    id: str
    entry: catalogue.Entry | None
    places: Mapping[str, str]
    tiers: tuple[str, ...]

    @property
    def calibrated(self) -> bool:
        """Whether somebody has measured its cosines."""
        return bool(self.entry and self.entry.scale)


@dataclass(frozen=True)
class Inventory:
    """All models of the catalogue and those in use besides; `notes` say what is lost, or why none is in use."""

    items: tuple[Item, ...]
    notes: tuple[str, ...]


def take(config: Config) -> Inventory:
    """The inventory of this machine, for what ways.json asks for."""
    models, notes = _in_use(config)
    tiers = {tier: model.id for tier in ("multilingual", "english") if (model := models.get(tier))}
    names = list(dict.fromkeys([*catalogue.entries(), *tiers.values()]))
    return Inventory(tuple(_item(name, tiers) for name in names), notes)


def _in_use(config: Config) -> tuple[Models, tuple[str, ...]]:
    try:
        models = select(config)
    except WaysGuardError as error:
        return Models(), (str(error),)
    return models, models.notes


def _item(name: str, tiers: Mapping[str, str]) -> Item:
    entry = catalogue.entry(name)
    labels = entry.sources if entry else ()
    found = {label: ENGINES[label].where(name) for label in labels}
    places = {label: place for label, place in found.items() if place}
    return Item(name, entry, places, tuple(tier for tier, used in tiers.items() if used == name))
