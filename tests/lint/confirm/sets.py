"""The texts in tests/data/languages, and the stubs of a way repo, as a confirmer takes them."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from ways_guard.lint.collect import open_repo
from ways_guard.lint.confirm import Source
from ways_guard.way.load import load_root

_DATA = Path(__file__).resolve().parents[2] / "data" / "languages"
_CONFUSING = "confusing"


@dataclass(frozen=True)
class Text:
    """A stub in its language; `note` says what is hard about it."""

    lang: str
    description: str
    vocabulary: str
    source: Source
    note: str = ""

    @property
    def text(self) -> str:
        return f"{self.description} {self.vocabulary}"


def texts() -> list[Text]:
    """At least ten in each of the 52 languages."""
    paths = sorted(path for path in _DATA.glob("*.jsonl") if path.stem != _CONFUSING)
    return [text for path in paths for text in _read(path)]


def confusing() -> list[Text]:
    """Those that a person would get wrong."""
    return list(_read(_DATA / f"{_CONFUSING}.jsonl"))


def stubs(repo: Path) -> list[Text]:
    """The stubs of a way repo that are not in its own language."""
    opened = open_repo(repo)
    ways = [way for root in opened.roots for way in load_root(root, opened.languages).ways]
    return [
        Text(stub.lang, stub.description, stub.vocabulary, Source(way.text, way.root.canonical))
        for way in ways
        for stub in way.stubs
    ]


def _read(path: Path) -> Iterator[Text]:
    for line in path.read_text(encoding="utf-8").splitlines():
        value = json.loads(line)
        source = Source(value["english"])
        yield Text(value["lang"], value["description"], value["vocabulary"], source, value.get("note", ""))
