"""Make ways_guard/match/data/vectors.npz: the vectors of the bundled ways that the package brings along.

`--check` writes nothing and exits 1 where a text of the bundled ways or a background prompt has none.
"""

from __future__ import annotations

import argparse
import io
import sys
from collections.abc import Iterator

import numpy as np

from ways_guard.files import write_atomic
from ways_guard.match import background_prompts, embedding_cache, records, shipped
from ways_guard.match.engines import embedded
from ways_guard.way import languages
from ways_guard.way.discover import Root, bundled_root
from ways_guard.way.load import load_root


def texts() -> Iterator[tuple[str, str]]:
    """Role and text of everything that match and lint embed for any repo, and for the bundled ways."""
    ways = load_root(Root(bundled_root(), "bundled"), languages.load_bundled()).ways
    for record in records.of_ways(ways):
        yield "query", record.embedded
        if record.description and record.vocabulary:  # lint measures them apart, too
            yield "query", record.description
            yield "query", record.vocabulary
    for text in background_prompts.load().texts:
        yield "query", text


def main() -> int:
    """Make the file, or say what it lacks."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--check", action="store_true")
    check = parser.parse_args().check
    model = embedded.load()
    wanted = {embedding_cache.key_of(model, role, text): (role, text) for role, text in texts()}
    there = shipped.vectors()
    missing = {key: pair for key, pair in wanted.items() if key not in there}
    if check and missing:
        print(f"{len(missing)} of {len(wanted)} vectors are missing: run python scripts/vectors.py")
    if check:
        return 1 if missing else 0
    rows = {key: np.frombuffer(there[key], dtype=np.float32) for key in wanted if key in there}
    for key, (role, text) in missing.items():
        rows[key] = (model.queries if role == "query" else model.passages)([text])[0]
    ordered = sorted(rows)
    buffer = io.BytesIO()
    keys = np.frombuffer(b"".join(ordered), dtype=np.uint8).reshape(len(ordered), -1)
    np.savez_compressed(buffer, keys=keys, vectors=np.stack([rows[key] for key in ordered]).astype(np.float16))
    write_atomic(shipped.PATH, buffer.getvalue())
    return 0


if __name__ == "__main__":
    sys.exit(main())
