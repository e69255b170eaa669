"""The corpus of a root: which generation serves, whether it is up to date, and what is not in it."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from ways_guard.match import build, layout
from ways_guard.match.status.engine import Chosen
from ways_guard.match.trust import macros
from ways_guard.way import discover
from ways_guard.way.discover import CORE, Root
from ways_guard.way.languages import Languages


def document(root: Root, languages: Languages, chosen: Chosen, cache: Path) -> dict[str, Any]:
    """A root as JSON values. `stale` is null where the models cannot be had, and nobody can say."""
    folder = layout.current(cache, root.path)
    manifest = (build.read_manifest(folder) if folder else None) or {}
    files = discover.scan(root.path, languages)
    up_to_date = None if chosen.error else build.fresh(root, languages, chosen.models, cache) is not None
    return {
        "path": str(root.path),
        "origin": root.origin,
        "canonical": root.canonical,
        "guest": root.guest,
        "generation": folder.name if folder else None,
        "ways": sum(file.kind == "way" for file in files),
        "stale": None if up_to_date is None else not up_to_date,
        "models": dict(manifest.get("identity", {}).get("models", {})),
        "counts": dict(manifest.get("counts", {})),
        "problems": list(manifest.get("problems", [])),
        "not_embedded": list(manifest.get("not_embedded", [])),
        "core": any(file.kind == "core" for file in files) and not discover.strays(root, root.path / CORE),
        "checks": [str(file.path) for file in files if file.kind == "check"],
        "macros": [str(path) for path in macros(root.path)],
    }
