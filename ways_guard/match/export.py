"""The text records of a root as files for its repo: what the corpus is made of, without vectors."""

from __future__ import annotations

import json
from pathlib import Path

from ways_guard.constants import EXPORT_FORMAT
from ways_guard.files import write_atomic
from ways_guard.match import build, layout, records
from ways_guard.way.discover import Root
from ways_guard.way.languages import Languages
from ways_guard.way.load import load_root

NAMES = (*layout.RECORDS.values(), layout.MANIFEST)


def files(root: Root, languages: Languages) -> dict[str, bytes]:
    """File name to content: the records of both tiers and a manifest. Equal input gives equal bytes."""
    found = records.of_ways(load_root(root, languages).ways)
    tiers = {layout.RECORDS[tier]: build.for_tier(found, tier) for tier in layout.TIERS}
    manifest = {
        "format": EXPORT_FORMAT,
        "canonical_language": root.canonical,
        "inputs": build.inputs(root, languages),
        "counts": {name: len(rows) for name, rows in tiers.items()},
    }
    text = json.dumps(manifest, ensure_ascii=False, indent=2, sort_keys=True) + "\n"
    return {name: build.lines(rows) for name, rows in tiers.items()} | {layout.MANIFEST: text.encode("utf-8")}


def write(root: Root, languages: Languages, folder: Path) -> bool:
    """Write the export; True where a file changed. Raises WaysGuardError where it cannot be written."""
    changed = {name: data for name, data in files(root, languages).items() if _old(folder / name) != data}
    for name, data in changed.items():
        write_atomic(folder / name, data)
    return bool(changed)


def _old(path: Path) -> bytes | None:
    return path.read_bytes() if path.is_file() else None
