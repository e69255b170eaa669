"""Digging a repo's past out of git: which English text each stub was written from."""

from __future__ import annotations

import functools
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from ways_guard.lint import past
from ways_guard.lint.git import Commit, Git
from ways_guard.lint.past import Origin, Past
from ways_guard.way import frontmatter
from ways_guard.way.stubs import SUFFIX
from ways_guard.way.text import decode

_Blob = tuple[str, str] | None  # path and name of a file at some commit
IsWay = Callable[[str], bool]


def at(git: Git, commit: str, folders: Sequence[str], is_way: IsWay) -> Past:
    """The past at a commit, taken as it stands: each stub was written from the English text beside it."""
    return _at(_files(git, commit, folders, is_way), _Reader(git))


def along(git: Git, commit: str, folders: Sequence[str], is_way: IsWay) -> Past:
    """The past at a commit with what history says: each stub was written from the English text of its commit."""
    files, reader = _files(git, commit, folders, is_way), _Reader(git)
    now = _at(files, reader)
    commits = git.log(commit, folders)
    walk = _Walk({commit.id: commit for commit in commits}, reader)
    changed, stubs = {}, dict(now.stubs)
    for path in _touched_again(commits) & now.english.keys():
        beside = f"{path.removesuffix('.md')}{SUFFIX}"
        blobs = [(name, files[name]) if name in files else None for name in (path, beside)]
        place = _Place(commits[0].id, *blobs)
        changed[path] = walk.changed(place)
        if place.locales:
            stubs[beside] = walk.origins(place)
    return Past(now.english, changed, stubs)


def _files(git: Git, commit: str, folders: Sequence[str], is_way: IsWay) -> dict[str, str]:
    """Path to blob of the ways and locale files of a commit."""
    every = git.tree(commit, folders)
    return {path: blob for path, blob in every.items() if path.endswith(SUFFIX) or is_way(path)}


def _at(files: Mapping[str, str], reader: _Reader) -> Past:
    ways = ((path, reader.english(blob)) for path, blob in files.items() if not path.endswith(SUFFIX))
    texts = {path: text for path, text in ways if text}
    stubs = {
        path: {lang: Origin(text, texts.get(_way_of(path))) for lang, text in reader.stubs(blob).items()}
        for path, blob in files.items()
        if path.endswith(SUFFIX)
    }
    return Past(texts, {}, stubs)


def _touched_again(commits: Sequence[Commit]) -> set[str]:
    """Paths that some commit changed or moved; one that was only ever added said the same all along."""
    return {path for commit in commits for before in commit.before for path, old in before.items() if old}


def _way_of(path: str) -> str:
    return f"{path.removesuffix(SUFFIX)}.md"


class _Reader:
    """Blobs as values, each read once."""

    def __init__(self, git: Git) -> None:
        self.english = functools.cache(lambda blob: past.english(frontmatter.parse(_text(git, blob))))
        self.stubs: Callable[[str], Mapping[str, str]] = functools.cache(
            lambda blob: past.stubs_in(_text(git, blob))
        )


def _text(git: Git, blob: str) -> str:
    return decode(git.blob(blob)).text


@dataclass(frozen=True)
class _Place:
    """A way and its locale file at a commit."""

    commit: str
    way: _Blob
    locales: _Blob


class _Walk:
    """Ways back through history."""

    def __init__(self, commits: Mapping[str, Commit], reader: _Reader) -> None:
        self._commits = commits
        self._reader = reader

    def changed(self, place: _Place) -> str:
        """Where the English text became what it is at a place, in words: along the first parents that have it."""
        text = self._english(place)
        while True:
            same = (before for before in self._before(place) if self._english(before) == text)
            following = next(same, None)
            if following is None:
                commit = self._commits[place.commit]
                return f"in {commit.id[:10]} of {commit.date}"
            place = following

    def origins(self, place: _Place) -> dict[str, Origin]:
        """For each stub the English text of the commit that wrote it; at a merge, of the first side that has it."""
        texts = self._stubs(place)
        found: dict[str, Origin] = {}
        open_places = [(place, frozenset(texts))]
        while open_places:
            here, langs = open_places.pop()
            for before in self._before(here):
                there = self._stubs(before)
                same = frozenset(lang for lang in langs if there.get(lang) == texts[lang])
                langs -= same
                if same:
                    open_places.append((before, same))
            found |= {lang: Origin(texts[lang], self._english(here)) for lang in langs}
        return found

    def _before(self, place: _Place) -> Iterator[_Place]:
        commit = self._commits[place.commit]
        for parent, before in zip(commit.parents, commit.before, strict=False):
            yield _Place(parent, _step(place.way, before), _step(place.locales, before))

    def _english(self, place: _Place) -> str | None:
        return self._reader.english(place.way[1]) if place.way else None

    def _stubs(self, place: _Place) -> Mapping[str, str]:
        return self._reader.stubs(place.locales[1]) if place.locales else {}


def _step(blob: _Blob, before: Mapping[str, _Blob]) -> _Blob:
    return before.get(blob[0], blob) if blob else None
