"""From ways to text records: one alias of a way each, in the order in which vectors are stored."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from ways_guard.constants import BODY_SECTION_CHARACTERS
from ways_guard.way.load import Way

CANONICAL, STUB, OVERRIDE, EXAMPLE, BODY = KINDS = ("canonical", "stub", "override", "example", "body")
_SECTION = re.compile(r"(?m)^(?=#{1,6} )")
# One without an end hides the rest, as in browsers; it must not be looked for again from each beginning.
_COMMENT = re.compile(r"<!--.*?(?:-->|\Z)", re.DOTALL)


@dataclass(frozen=True)
class Record:
    """One alias of a way: what stands for it, in which language, and where it was written.

    `path` is relative to the root. Of `description` with `vocabulary`, `prompt` and `text` the one that the kind
    has is filled.
    """

    id: str
    kind: str
    lang: str
    threshold: float
    path: str
    line: int
    description: str = ""
    vocabulary: str = ""
    prompt: str = ""
    text: str = ""

    @property
    def embedded(self) -> str:
        """The text that is embedded."""
        return self.prompt or self.text or f"{self.description} {self.vocabulary}".strip()

    def document(self) -> dict[str, Any]:
        """The record as written to a corpus file: empty texts are left out."""
        texts = ("description", "vocabulary", "prompt", "text")
        return {key: value for key, value in asdict(self).items() if value or key not in texts}


def of_ways(ways: Iterable[Way]) -> list[Record]:
    """All records of all ways, grouped by language, then by kind and id, so that a language is one run of rows."""
    found = [record for way in ways for record in _of_way(way)]
    return sorted(found, key=lambda r: (r.lang, KINDS.index(r.kind), r.id, r.path, r.line))


def _of_way(way: Way) -> Iterator[Record]:
    canonical = way.root.canonical
    if way.text:
        yield _record(
            way, CANONICAL, canonical, way.path, 1, description=way.description, vocabulary=way.vocabulary
        )
        for text in sections(way.body):
            yield _record(way, BODY, canonical, way.path, 1, text=text)
    superseded = {override.lang for override in way.overrides}
    for stub in way.stubs:
        if stub.lang not in superseded and way.stubs_path:
            texts = {"description": stub.description, "vocabulary": stub.vocabulary}
            yield _record(way, STUB, stub.lang, way.stubs_path, stub.line, **texts)
    for override in way.overrides:
        texts = {"description": override.description, "vocabulary": override.vocabulary}
        if not any(texts.values()):
            texts = {"text": " ".join(sections(override.body)[:1])}
        if any(texts.values()):
            yield _record(way, OVERRIDE, override.lang, override.path, 1, **texts)
    for example in way.examples:
        yield _record(way, EXAMPLE, example.lang, example.path, example.line, prompt=example.prompt)


def _record(way: Way, kind: str, lang: str, path: Path, line: int, **texts: str) -> Record:
    return Record(way.id, kind, lang, way.threshold, path.relative_to(way.root.path).as_posix(), line, **texts)


def sections(body: str) -> list[str]:
    """A body cut at its headings, each part at most what a model reads of it; parts that say nothing left out."""
    parts = (part.strip() for part in _SECTION.split(_COMMENT.sub("", body)))
    return [part[:BODY_SECTION_CHARACTERS] for part in parts if len(part) > 40]
