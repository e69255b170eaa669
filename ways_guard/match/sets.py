"""Which ways are in force over several roots, and the rows that stand for them."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any

from ways_guard import __version__
from ways_guard.constants import REFIRE
from ways_guard.match import background_prompts, layout
from ways_guard.way.load import in_force

if TYPE_CHECKING:
    from ways_guard.match.index import Index
    from ways_guard.way.discover import Root


@dataclass(frozen=True)
class Entry:
    """One way in force: where it comes from and what triggers.json says of it."""

    id: str
    root: Root
    trigger: Mapping[str, Any]

    @property
    def path(self) -> Path:
        """The way file."""
        return self.root.path / str(self.trigger["path"])

    @property
    def threshold(self) -> float:
        """The score at which it fires."""
        return float(self.trigger["threshold"])

    @property
    def refire(self) -> float | None:
        """The share of the context window after which it may show again; None for once a session."""
        value = self.trigger.get("refire", REFIRE["normal"])
        return None if value == "once" else float(value)


@dataclass(frozen=True)
class WaySet:
    """The ways in force of several roots; `shards` are their generations, in order of precedence.

    `positions` maps, for each shard, the ids in force to their place in `entries`; `orders` are all its ids.
    """

    entries: tuple[Entry, ...]
    shards: tuple[Path, ...]
    positions: tuple[Mapping[str, int], ...]
    orders: tuple[tuple[str, ...], ...] = ()

    @cached_property
    def canonical(self) -> frozenset[str]:
        """The canonical languages among the roots."""
        return frozenset(entry.root.canonical for entry in self.entries)

    def folder(self, cache: Path, models: Mapping[str, str]) -> Path:
        """Where the calibration of this set under these models lies.

        Which ways stand at which position counts (a calibration holds one column a way), and which version of
        ours made it.
        """
        background = background_prompts.digest()
        ways = {"ways": len(self.entries), "positions": [dict(one) for one in self.positions]}
        settings = {"version": __version__, **ways, "models": dict(models), "background": background}
        return layout.set_folder(cache, [shard.name for shard in self.shards], settings)

    def index(self, tier: str) -> Index | None:
        """The rows of a tier over all shards; None where that tier has none."""
        from ways_guard.match import index

        return index.read(self.shards, tier, self.orders, self.positions)


@dataclass(frozen=True)
class Source:
    """A root with what its triggers.json says; `folder` is its generation, None where it has not been built."""

    root: Root
    triggers: Sequence[Mapping[str, Any]]
    folder: Path | None


def stored(root: Root, folder: Path) -> Source:
    """A root's generation on disk. Raises OSError or ValueError when it is damaged."""
    try:
        ways = json.loads((folder / layout.TRIGGERS).read_bytes())["ways"]
        for way in ways:
            _ = str(way["id"]), str(way["path"]), float(way["threshold"])
    except (KeyError, TypeError) as error:
        raise ValueError(f"{folder}: damaged") from error
    return Source(root, ways, folder)


def open_set(
    sources: Sequence[Source], disabled: Sequence[str] = (), project_disabled: Sequence[str] = ()
) -> WaySet:
    """The ways in force of some roots, the nearest first."""
    roots = [(source.root, [way["id"] for way in source.triggers]) for source in sources]
    entries: list[Entry] = []
    shards: list[Path] = []
    positions: list[dict[str, int]] = []
    orders: list[tuple[str, ...]] = []
    for source, ids in zip(sources, in_force(roots, disabled, project_disabled), strict=True):
        own = [Entry(way["id"], source.root, way) for way in source.triggers if way["id"] in ids]
        if source.folder:
            shards.append(source.folder)
            orders.append(tuple(way["id"] for way in source.triggers))
            positions.append({entry.id: len(entries) + number for number, entry in enumerate(own)})
        entries.extend(own)
    return WaySet(tuple(entries), tuple(shards), tuple(positions), tuple(orders))
