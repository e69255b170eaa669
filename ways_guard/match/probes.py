"""Prompts that judge the matcher: from a repo's golden files, or from files that are named."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from ways_guard.errors import WaysGuardError
from ways_guard.files import read_bytes
from ways_guard.match.sets import Entry
from ways_guard.way import discover, jsonl
from ways_guard.way.discover import File, Root
from ways_guard.way.jsonl import Line
from ways_guard.way.languages import Languages
from ways_guard.way.load import is_disabled
from ways_guard.way.text import decode

KINDS = ("direct", "situational")


@dataclass(frozen=True)
class Probe:
    """A prompt with its language and where it stands; `way` and `kind` are "" for one that must fire nothing."""

    prompt: str
    lang: str
    way: str
    kind: str
    path: Path
    line: int


@dataclass(frozen=True)
class Probes:
    """Probes, and a `path:line:column: why` for each line that cannot be measured."""

    found: tuple[Probe, ...] = ()
    problems: tuple[str, ...] = ()


@dataclass(frozen=True)
class Source:
    """What lines of a file mean: the way that they are for (None: each names its own), "" for none-prompts."""

    way: str | None
    canonical: str


def of_roots(
    roots: Sequence[Root], entries: Sequence[Entry], languages: Languages, disabled: Sequence[str]
) -> tuple[Probes, Probes]:
    """The probes and the none-prompts of some roots.

    Those of a way that is disabled, or stands in another root's shadow, are left out. Those of a way that is not
    in force for any other reason are problems.
    """
    owners = {entry.id: entry.root for entry in entries}
    asked, quiet = [], []
    for root in roots:
        for file in discover.scan(root.path, languages):
            if file.kind == "none-probes":
                quiet.append(_of_file(root, file, Source("", root.canonical)))
            elif file.kind == "golden" and not is_disabled(file.id, disabled):
                asked.append(_of_way(root, file, owners))
    return _joined(asked), _joined(quiet)


def _of_way(root: Root, file: File, owners: Mapping[str, Root]) -> Probes:
    owner = owners.get(file.id)
    if owner not in (None, root):
        return Probes()
    found = _of_file(root, file, Source(file.id, root.canonical))
    if owner and file.path.name == f"{file.path.parent.name}.golden.jsonl":
        return found
    alone = f"{file.path}:1:1: no way that can be matched lies beside it"
    return Probes(problems=(alone,) * (len(found.found) + len(found.problems)))


def _of_file(root: Root, file: File, source: Source) -> Probes:
    if discover.strays(root, file.path):
        return Probes(problems=(f"{file.path}:1:1: is a link out of the project and not read",))
    try:
        return read(file.path, source)
    except WaysGuardError as error:
        return Probes(problems=(str(error),))


def _joined(parts: Sequence[Probes]) -> Probes:
    found = tuple(probe for part in parts for probe in part.found)
    return Probes(found, tuple(problem for part in parts for problem in part.problems))


def named(path: Path, entries: Sequence[Entry], canonical: str) -> Probes:
    """The probes of a file whose lines name their way; a way that is not in force is a problem."""
    owners = {entry.id: entry.root for entry in entries}
    return read(path, Source(None, canonical), {node: root.canonical for node, root in owners.items()})


def read(path: Path, source: Source, ways: Mapping[str, str] | None = None) -> Probes:
    """The probes of one file; `ways` are ids with their canonical languages, for lines that name their way.

    Raises WaysGuardError where the file cannot be read or is not UTF-8.
    """
    decoded = decode(read_bytes(path))
    if decoded.bad_span:
        at = decoded.bad_span
        raise WaysGuardError(f"{path}:{at.line}:{at.column}: not UTF-8: save the file as UTF-8")
    found: list[Probe] = []
    problems: list[str] = []
    for line in jsonl.read(decoded.text):
        wrong = next(_faults(line, source, ways or {}), None)
        if wrong:
            problems.append(f"{path}:{line.number}:{wrong[0]}: {wrong[1]}")
        else:
            found.append(_probe(path, line, source, ways or {}))
    return Probes(tuple(found), tuple(problems))


def _faults(line: Line, source: Source, ways: Mapping[str, str]) -> Iterator[tuple[int, str]]:
    """Column and reason of all that keeps a line from being measured."""
    if line.error:
        yield line.error_column, f"not JSON: {line.error}"
        return
    prompt, kind, way = (line.value.get(key) for key in ("prompt", "kind", "way"))
    if not isinstance(prompt, str) or not prompt.strip():
        yield line.value_span("prompt").column, '"prompt" must be a text'
    if not isinstance(line.value.get("lang", ""), str):
        yield line.value_span("lang").column, '"lang" must be a code of languages.json'
    if source.way != "" and kind not in KINDS:
        yield line.value_span("kind").column, '"kind" must be "direct" or "situational"'
    if source.way is None and not isinstance(way, str):
        yield line.value_span("way").column, '"way" must be the id of a way'
    elif source.way is None and way not in ways:
        yield line.value_span("way").column, f"there is no way '{way}' here"


def _probe(path: Path, line: Line, source: Source, ways: Mapping[str, str]) -> Probe:
    value = line.value
    way = str(value["way"]) if source.way is None else source.way
    lang = str(value.get("lang") or ways.get(way, source.canonical))
    kind = str(value["kind"]) if way else ""
    return Probe(str(value["prompt"]).strip(), lang, way, kind, path, line.number)
