"""What is known of embedding models before they are on the machine: `match/data/models.json`, typed.

A model that is not in the catalogue works too; its prompts are then what its own files say.
"""

from __future__ import annotations

import functools
import json
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, TypeVar

_FILE = Path(__file__).parent.parent / "data" / "models.json"

Number = TypeVar("Number", float, Any)  # Any: an array of numpy, which is not imported for this


@dataclass(frozen=True)
class Scale:
    """Two cosines of a model, measured: the median of unrelated texts, and of texts that mean one thing."""

    unrelated: float
    alike: float

    def onto(self, other: Scale, cosines: Number) -> Number:
        """Cosines of this model as those of another: linear, each of the two points landing on the other's."""
        stretch = (other.alike - other.unrelated) / (self.alike - self.unrelated)
        return other.unrelated + (cosines - self.unrelated) * stretch


@dataclass(frozen=True)
class Source:
    """Where an engine takes a model's weights from: a Python package, or a file of a repository on the hub."""

    megabytes: int
    package: str = ""
    repo: str = ""
    weights: str = ""


@dataclass(frozen=True)
class Entry:
    """A model: `window` in tokens, `prompts` by role ("query", "passage"), `sources` by engine.

    `scale` is None where nobody has measured it.
    """

    id: str
    card: str
    licence: str
    dimension: int
    window: int
    pooling: str
    prompts: Mapping[str, str]
    languages: tuple[str, ...]
    sources: Mapping[str, Source]
    scale: Scale | None

    @property
    def multilingual(self) -> bool:
        """Whether it reads more than English."""
        return self.languages != ("en",)


@functools.cache
def entries() -> Mapping[str, Entry]:
    """All models by id, in the order of the file."""
    return {each["id"]: _entry(each) for each in _data()["models"]}


def entry(model: str) -> Entry | None:
    """A model by its id, None for one that the catalogue does not know."""
    return entries().get(model)


def reference() -> Entry:
    """The model whose cosines are the score scale."""
    return entries()[_data()["reference"]]


def default_models() -> Mapping[str, str]:
    """Tier ("multilingual", "english") to the id of the model that stands for it unless the user names another."""
    defaults: Mapping[str, str] = _data()["defaults"]
    return defaults


@functools.cache
def _data() -> Mapping[str, Any]:
    data: dict[str, Any] = json.loads(_FILE.read_text(encoding="utf-8"))
    return data


def _entry(data: Mapping[str, Any]) -> Entry:
    scale = data["scale"]
    return Entry(
        **{
            **data,
            "languages": tuple(data["languages"]),
            "sources": {engine: Source(**source) for engine, source in data["sources"].items()},
            "scale": scale and Scale(**scale),
        }
    )
