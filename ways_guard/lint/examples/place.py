"""The way that examples are for, in its repo: what it has already, and the probes that examples must not be."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from ways_guard.errors import WaysGuardError
from ways_guard.files import read_bytes
from ways_guard.lint.words import did_you_mean
from ways_guard.way import discover, jsonl
from ways_guard.way.discover import Root
from ways_guard.way.languages import Languages
from ways_guard.way.load import Way, load_root
from ways_guard.way.text import decode

_PROBES = frozenset({"golden", "none-probes"})


@dataclass(frozen=True)
class Probe:
    """A prompt that judges the matcher, and where it stands."""

    prompt: str
    path: Path
    line: int


@dataclass(frozen=True)
class Place:
    """A way among the ways of its repo; `probes` are those of all of them."""

    repo: Path
    way: Way
    ways: Sequence[Way]
    languages: Languages
    probes: Sequence[Probe]

    @property
    def path(self) -> Path:
        """The way's file of examples, there or not."""
        return self.way.path.with_name(f"{self.way.path.stem}.examples.jsonl")


def find(repo: Path, name: str) -> Place:
    """The way of that id in a repo, of its first root that has it.

    Raises WaysGuardError where none has, and for a languages.json that cannot be used.
    """
    languages, roots = discover.repo_languages(repo), discover.repo_roots(repo)
    ways = [way for root in roots for way in load_root(root, languages).ways]
    wanted = name.strip("/")
    way = next((way for way in ways if way.id == wanted), None)
    if way is None:
        hint = did_you_mean(wanted, [way.id for way in ways]) or "name its id, such as code/tests"
        raise WaysGuardError(f"there is no way '{name}' in {repo}: {hint}")
    probes = [probe for root in roots for probe in _probes(root, languages)]
    return Place(repo, way, ways, languages, probes)


def _probes(root: Root, languages: Languages) -> Iterator[Probe]:
    """The probes below a root; files that cannot be read are what lint reports."""
    for file in discover.scan(root.path, languages):
        if file.kind in _PROBES and not discover.strays(root, file.path):
            for line in jsonl.read(decode(_data(file.path)).text):
                prompt = line.value.get("prompt")
                if isinstance(prompt, str):
                    yield Probe(prompt, file.path, line.number)


def _data(path: Path) -> bytes:
    try:
        return read_bytes(path)
    except WaysGuardError:
        return b""
