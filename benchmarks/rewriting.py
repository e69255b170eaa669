"""Recall of the symbolic layer with and without rewriting, by Apertium: `nox -s bench-rewrite`.

The ways below benchmarks/rewrite fire by an English `pattern:` alone; the probes beside them are in Spanish,
Catalan and French. Prints a Markdown table.
"""

from __future__ import annotations

import tempfile
from pathlib import Path

from ways_guard.match import probes, service
from ways_guard.match.probes import Source
from ways_guard.match.recall import Recall, measure
from ways_guard.way.config import Config
from ways_guard.way.discover import Root
from ways_guard.way.languages import load_bundled

FOLDER = Path(__file__).parent / "rewrite"
# Two engines one after the other, each started anew, take up to a second on a busy machine.
SETTINGS = {"recipe": "apertium", "deadline_ms": 6_000}


def rows(cache: Path, engine: str = "none") -> list[Recall]:
    """A row a language."""
    languages = load_bundled()
    root = Root(FOLDER / "ways", "repo")
    matcher = service.prepare([root], Config(engine=engine, rewrite=SETTINGS), languages, cache)
    known = {entry.id: "" for entry in matcher.ways.entries}
    asked = probes.read(FOLDER / "probes.jsonl", Source(None, "en"), known)
    quiet = probes.read(FOLDER / "none.jsonl", Source("", "en"))
    return measure(matcher, asked.found, quiet.found)


def main() -> None:
    """Print the table."""
    print("| language | probes | as typed | rewritten | none-prompts | that match as typed | rewritten |")
    print("| --- | --- | --- | --- | --- | --- | --- |")
    with tempfile.TemporaryDirectory() as cache:
        for row in rows(Path(cache), "embedded"):
            told = f"{row.raw / row.probes:.3f} | {row.rewritten / row.probes:.3f}"
            print(f"| {row.lang} | {row.probes} | {told} | {row.none} | {row.none_raw} | {row.none_rewritten} |")


if __name__ == "__main__":
    main()
