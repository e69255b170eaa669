"""What ways and stubs said before: values taken from git once, and what they mean for the files of now."""

from __future__ import annotations

import hashlib
import unicodedata
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from ways_guard.lint.model import LocaleFile, RepoFiles, WayFile
from ways_guard.way import jsonl
from ways_guard.way.frontmatter import Document
from ways_guard.way.jsonl import Line
from ways_guard.way.load import vocabulary
from ways_guard.way.stubs import SUFFIX, stub


@dataclass(frozen=True)
class Origin:
    """A stub at some commit: its text, and the English text (None: there was none) that it was written from."""

    text: str
    english: str | None


@dataclass(frozen=True)
class Past:
    """A way repo at a commit, by path from its top; texts are fingerprints.

    `english` has every way with its text, `changed` says when that last changed, `stubs` has every locale file.
    """

    english: Mapping[str, str] = field(default_factory=dict)
    changed: Mapping[str, str] = field(default_factory=dict)
    stubs: Mapping[str, Mapping[str, Origin]] = field(default_factory=dict)


@dataclass(frozen=True)
class History:
    """A way repo and its past; `since` names the commit that it is compared with, in words."""

    repo: RepoFiles
    past: Past
    since: str


@dataclass(frozen=True)
class Stale:
    """A stub whose English text is another than the one it was written from; `when` that changed, in words."""

    file: LocaleFile
    line: Line
    when: str


@dataclass(frozen=True)
class Left:
    """A way that is no longer at `was`, and is at `now` if it was renamed: its locale file did not go along."""

    was: Path
    now: Path | None
    locales: Path
    still_there: bool


def english(document: Document) -> str | None:
    """The fingerprint of a way's description and vocabulary; None where it has neither or cannot be read."""
    fields = document.fields or {}
    description = fields["description"].value if "description" in fields else ""
    texts = (description if isinstance(description, str) else "", vocabulary(fields))
    return fingerprint(*texts) if any(texts) else None


def stubs(lines: Iterable[Line]) -> dict[str, str]:
    """Language to the fingerprint of its stub."""
    good = (stub(line) for line in lines if not line.error)
    return {each.lang: fingerprint(each.description, each.vocabulary) for each in good if each}


def stubs_in(text: str) -> dict[str, str]:
    """As `stubs`, of a locale file's text."""
    return stubs(jsonl.read(text))


def fingerprint(*texts: str) -> str:
    """What two texts share that differ in nothing but white space and the form of their letters."""
    plain = "\0".join(" ".join(unicodedata.normalize("NFC", text).split()) for text in texts)
    return hashlib.sha256(plain.encode("utf-8", "surrogatepass")).hexdigest()[:16]


def stale(history: History) -> Iterator[Stale]:
    """The stubs that nobody touched since their way's English text changed."""
    ways = {way.file.path: way for way in _nodes(history.repo.ways)}
    for file in history.repo.locales:
        way = ways.get(_way_of(file.file.path))
        known = history.past.stubs.get(_name(history, file.file.path), {})
        text = english(way.document) if way and known else None
        if way and text:
            yield from _stale(file, known, text, _when(history, way.file.path, text))


def _stale(file: LocaleFile, known: Mapping[str, Origin], text: str, when: str) -> Iterator[Stale]:
    now = stubs(file.lines)
    for line in file.good:
        lang = str(line.value.get("lang"))
        origin = known.get(lang)
        untouched = origin is not None and origin.text == now.get(lang)
        if origin and untouched and origin.english not in (None, text):
            yield Stale(file, line, when)


def _when(history: History, path: Path, text: str) -> str:
    name = _name(history, path)
    if history.past.english.get(name) != text:
        return history.since
    return history.past.changed.get(name, history.since)


def left_behind(history: History) -> Iterator[Left]:
    """The ways that went away or moved without their locale file."""
    repo = history.repo
    now = {_name(history, way.file.path): english(way.document) for way in _nodes(repo.ways)}
    locales = {file.file.path for file in repo.locales}
    new = {text: name for name, text in now.items() if text and name not in history.past.english}
    for was, text in history.past.english.items():
        path = repo.repo / was
        stubs_path = path.with_name(f"{path.stem}{SUFFIX}")
        if was in now or _name(history, stubs_path) not in history.past.stubs:
            continue
        moved = repo.repo / new[text] if text in new else None
        if stubs_path in locales:
            yield Left(path, moved, stubs_path, True)
        elif moved and moved.with_name(f"{moved.stem}{SUFFIX}") not in locales:
            yield Left(path, moved, stubs_path, False)


def _nodes(ways: Sequence[WayFile]) -> Iterator[WayFile]:
    return (way for way in ways if way.file.kind == "way")


def _way_of(path: Path) -> Path:
    return path.with_name(f"{path.name.removesuffix(SUFFIX)}.md")


def _name(history: History, path: Path) -> str:
    top = history.repo.repo
    return path.relative_to(top).as_posix() if path.is_relative_to(top) else ""
