"""Building the shard of one root: text records, vectors, triggers and a manifest, switched to in one step.

A failed build leaves the generation in force as it was. Two builds of one input are equal.
"""

from __future__ import annotations

import contextlib
import hashlib
import json
import os
import shutil
import tempfile
import time
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from ways_guard.constants import CORPUS_FORMAT, GENERATIONS_KEPT, REFIRE
from ways_guard.errors import WaysGuardError
from ways_guard.files import read_bytes
from ways_guard.match import background_prompts, centre, embedding_cache, index, layout, records, sets
from ways_guard.match.engines import Models
from ways_guard.match.engines.protocol import Model
from ways_guard.match.records import Record
from ways_guard.match.rows import dumped, of_records
from ways_guard.way import discover
from ways_guard.way.discover import Root
from ways_guard.way.languages import Languages
from ways_guard.way.load import Loaded, Way, load_root

Progress = Callable[[int, int], None]
_PART = 8_192  # Rows that are embedded and written at a time: 12 MB of vectors at 384 dimensions.
_ABANDONED = 86_400.0  # Seconds after which a build that has not ended is dead, and its folder is in the way.
_INPUT_KINDS = frozenset({"way", "override", "locales", "examples"})


@dataclass(frozen=True)
class Shard:
    """A root's generation: its folder, manifest, and whether this call made it."""

    root: Root
    folder: Path
    manifest: Mapping[str, Any]
    built: bool


def inputs(root: Root, languages: Languages) -> dict[str, str]:
    """The content hash of every file that the corpus of a root comes from, by path below the root."""
    files = [file for file in discover.scan(root.path, languages, root.without) if file.kind in _INPUT_KINDS]
    return {file.path.relative_to(root.path).as_posix(): _file_hash(file.path) for file in files}


def _file_hash(path: Path) -> str:
    try:
        return hashlib.sha256(read_bytes(path)).hexdigest()
    except WaysGuardError:
        return "unreadable"


def identity(root: Root, languages: Languages, models: Models) -> dict[str, Any]:
    """All that a shard depends on; a shard whose manifest says the same is up to date."""
    return {
        "format": CORPUS_FORMAT,
        "canonical_language": root.canonical,
        "models": models.names(),
        "background": background_prompts.digest(),
        "inputs": inputs(root, languages),
    }


def fresh(root: Root, languages: Languages, models: Models, cache: Path) -> Shard | None:
    """The generation in force where it is up to date, else None."""
    folder = layout.current(cache, root.path, root.without)
    if folder is None:
        return None
    manifest = read_manifest(folder)
    if manifest is None or not _whole(folder, manifest):
        return None
    same = manifest["identity"] == identity(root, languages, models)
    return Shard(root, folder, manifest, False) if same and _readable(root, folder) else None


def _whole(folder: Path, manifest: Mapping[str, Any]) -> bool:
    """Whether the generation's files have the sizes that they were written with."""
    try:
        return all((folder / name).stat().st_size == size for name, size in manifest["files"].items())
    except (OSError, KeyError, AttributeError):
        return False


def _readable(root: Root, folder: Path) -> bool:
    """Whether a generation's files can be read: after a crash they may have their sizes and nothing else."""
    try:
        order = [str(way["id"]) for way in sets.stored(root, folder).triggers]
        for tier in layout.TIERS:
            index.read([folder], tier, [order], [{}])
    except (OSError, ValueError):
        return False
    return True


def read_manifest(folder: Path) -> dict[str, Any] | None:
    """A generation's manifest, None where it cannot be read."""
    try:
        manifest: dict[str, Any] = json.loads((folder / layout.MANIFEST).read_bytes())
    except (OSError, ValueError):
        return None
    return manifest if isinstance(manifest, dict) and "identity" in manifest else None


def shard(root: Root, languages: Languages, models: Models, cache: Path, progress: Progress | None = None) -> Shard:
    """The up-to-date shard of a root, built where it is not there yet.

    `progress` is called with (texts ready, texts in all). Raises WaysGuardError where the cache cannot be written
    or a model fails; the generation in force stays as it is then.
    """
    if found := fresh(root, languages, models, cache):
        return found
    known = identity(root, languages, models)
    loaded = load_root(root, languages)
    folder = layout.shard(cache, root.path, root.without)
    try:
        folder.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryDirectory(dir=folder, prefix=".building-", ignore_cleanup_errors=True) as scratch:
            manifest = _fill(Path(scratch), known, root, loaded, models, cache, progress)
            generation = _install(Path(scratch), folder, manifest, root)
    except OSError as error:
        reason = error.strerror or error
        raise WaysGuardError(
            f"{cache}: the cache cannot be written ({reason}): make room or make it writable, or set XDG_CACHE_HOME"
        ) from error
    prune(folder, keep=GENERATIONS_KEPT, spare=generation.name)
    return Shard(root, generation, manifest, True)


def _fill(
    scratch: Path,
    known: dict[str, Any],
    root: Root,
    loaded: Loaded,
    models: Models,
    cache: Path,
    progress: Progress | None,
) -> dict[str, Any]:
    found = records.of_ways(loaded.ways)
    tiers = {tier: for_tier(found, tier) for tier in layout.TIERS}
    embedded = {tier: rows for tier, rows in tiers.items() if models.get(tier)}
    total, ready = sum(map(len, embedded.values())), 0

    def step(count: int) -> None:
        nonlocal ready
        ready += count
        if progress:
            progress(ready, total)

    ordered = sorted(loaded.ways, key=lambda way: way.id)
    positions = {way.id: place for place, way in enumerate(ordered)}
    for tier, rows in tiers.items():
        texts = [line(row) for row in rows]
        (scratch / layout.RECORDS[tier]).write_bytes(b"".join(texts))
        model = models.get(tier)
        if model is not None:
            (scratch / layout.ROWS[tier]).write_bytes(dumped(of_records(rows, positions, list(map(len, texts)))))
            _write_vectors(scratch / layout.VECTORS[tier], model, rows, cache, step)
    triggers = [trigger(way) for way in ordered]
    _write_json(scratch / layout.TRIGGERS, {"root": os.fspath(root.path), "ways": triggers})
    manifest = {
        "identity": known,
        "files": {path.name: path.stat().st_size for path in sorted(scratch.iterdir())},
        "counts": {"ways": len(loaded.ways), **{tier: len(rows) for tier, rows in tiers.items()}},
        "not_embedded": _not_embedded(models),
        "problems": loaded.problems,
    }
    _write_json(scratch / layout.MANIFEST, manifest)
    return manifest


def _write_vectors(
    path: Path, model: Model, rows: Sequence[Record], cache: Path, step: embedding_cache.Progress
) -> None:
    """The rows' centred vectors in their order, a part at a time: all of a large repo would fill the memory."""
    if not rows:
        np.save(path, np.zeros((0, 0), dtype=np.float32))
        return
    centres = centre.of_model(model, cache)
    stored = np.lib.format.open_memmap(path, mode="w+", dtype=np.float32, shape=(len(rows), centres.means.shape[1]))
    for start in range(0, len(rows), _PART):
        part = rows[start : start + _PART]
        # As prompts, which they stand for: models that embed passages otherwise then compare like with like.
        texts = [row.embedded for row in part]
        vectors = embedding_cache.embed(model, texts, cache, role="query", progress=step)
        stored[start : start + len(part)] = centres(vectors, [row.lang for row in part])
    stored.flush()


def _not_embedded(models: Models) -> list[str]:
    return [] if models.multilingual else ["no multilingual model: stubs are not embedded", *models.notes]


def for_tier(found: Sequence[Record], tier: str) -> list[Record]:
    """The records that a tier's model embeds: the English one those in English, the multilingual one all."""
    return [record for record in found if tier == "multilingual" or record.lang == "en"]


def lines(rows: Iterable[Record]) -> bytes:
    """Records as JSON Lines."""
    return b"".join(map(line, rows))


def line(row: Record) -> bytes:
    """A record as a line of JSON."""
    text = json.dumps(row.document(), ensure_ascii=False, separators=(",", ":"))
    return f"{text}\n".encode("utf-8", "backslashreplace")


def trigger(way: Way) -> dict[str, Any]:
    """What the symbolic layer and delivery need of a way, as JSON values; paths are relative to its root."""
    values = {
        "id": way.id,
        "path": way.path.relative_to(way.root.path).as_posix(),
        "threshold": way.threshold,
        "pattern": way.pattern,
        "commands": way.commands,
        "files": way.files,
        "scope": sorted(way.scope),
        "when": dict(way.when),
        "state": way.state.document() if way.state else None,
        "refire": None if way.refire == REFIRE["normal"] else "once" if way.refire is None else way.refire,
        "macro": way.macro,
        "overrides": {one.lang: one.path.relative_to(way.root.path).as_posix() for one in way.overrides},
    }
    return {key: value for key, value in values.items() if value or value == 0.0}


def _write_json(path: Path, document: Any) -> None:
    path.write_bytes(
        json.dumps(document, ensure_ascii=False, indent=1, sort_keys=True).encode("utf-8", "backslashreplace")
    )


def _install(scratch: Path, folder: Path, manifest: dict[str, Any], root: Root) -> Path:
    """Move a finished generation to its place and put it in force; equal content is one generation."""
    name = layout.digest([json.dumps(manifest, sort_keys=True)])
    generation = folder / name
    equal = read_manifest(generation) == manifest and _whole(generation, manifest)
    if not equal or not _readable(root, generation):
        staged = scratch / "done"
        staged.mkdir()
        for path in [path for path in scratch.iterdir() if path != staged]:
            path.rename(staged / path.name)
        _replace(generation, staged, scratch / "damaged")
    else:
        os.utime(generation)  # it is in force again, and so among the newest
    layout.set_current(folder, name)
    return generation


def _replace(generation: Path, staged: Path, aside: Path) -> None:
    with contextlib.suppress(OSError):  # mostly there is none yet
        generation.rename(aside)
    try:
        staged.rename(generation)
    except OSError:
        # Another build of the same input may have been faster; what it put there is equal.
        if not generation.is_dir():
            raise


def prune(folder: Path, *, keep: int, spare: str) -> None:
    """Remove all but the `keep` newest entries of a folder, never the one named `spare`, and what dead builds left.

    Several processes may do so at once.
    """
    ages = {path: age for path in folder.iterdir() if (age := _age(path)) is not None}
    started = {path for path in ages if path.name.startswith(".")}
    newest = sorted((path for path in ages if path not in started and path.name != spare), key=ages.__getitem__)
    for path in (*newest[max(keep - 1, 0) :], *(path for path in started if ages[path] > _ABANDONED)):
        shutil.rmtree(path, ignore_errors=True)


def _age(path: Path) -> float | None:
    """Seconds since a folder changed; None for a file, and for one that is gone by now."""
    try:
        return time.time() - path.stat().st_mtime if path.is_dir() else None
    except OSError:
        return None
