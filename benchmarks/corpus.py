"""How long the corpus takes to build, to rebuild and to match with, as the rows of the promises.

`nox -s bench-corpus` runs this; `--write FILE` keeps the tables. WAYS_GUARD_REAL_REPO names a way repo to rebuild
too; `--ways N` (10,000) is the size of the largest corpus, in 52 languages, whose vectors are made up.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import os
import platform
import resource
import shutil
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

import made  # beside this file
import numpy as np

from ways_guard import __version__
from ways_guard.match import build, sets
from ways_guard.match.calibrate import calibrated
from ways_guard.match.engines import Models, embedded
from ways_guard.match.engines.protocol import FloatArray
from ways_guard.match.matcher import Matcher
from ways_guard.way import discover
from ways_guard.way.discover import Root
from ways_guard.way.languages import Languages, load_bundled

_DIMENSION = 384
_MATCHES = 60
_LANGUAGES = 51  # Beside English.
_REBUILDS = 5
_RECORDS_PROMISE, _HEAD_PROMISE, _MATCH_PROMISE, _MEMORY_PROMISE = 0.6, 3.0, 0.025, 1_500


@dataclass(frozen=True)
class MadeUp:
    """A model whose vectors are noise that hangs on the text alone: for measuring time, not quality."""

    id: str = "made-up"
    revision: str = "1"
    cold_start: float = 0.0

    def queries(self, texts: Sequence[str]) -> FloatArray:
        """Unit vectors, shape (len(texts), 384)."""
        return self.passages(texts)

    def passages(self, texts: Sequence[str]) -> FloatArray:
        """Unit vectors, shape (len(texts), 384)."""
        seeds = [int.from_bytes(hashlib.blake2b(text.encode(), digest_size=8).digest(), "big") for text in texts]
        vectors = np.stack([np.random.default_rng(seed).standard_normal(_DIMENSION, np.float32) for seed in seeds])
        unit: FloatArray = vectors / np.linalg.norm(vectors, axis=1, keepdims=True)
        return unit


@dataclass(frozen=True)
class Row:
    """What was measured, in words, and whether it keeps its promise (None: there is none)."""

    what: str
    found: str
    promise: str = ""
    kept: bool | None = None


def _memory() -> float:
    """The most memory that this process held, in MB."""
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return peak / (1_000_000 if sys.platform == "darwin" else 1_000)


def _open(root: Root, languages: Languages, models: Models, cache: Path) -> Matcher:
    folder = build.shard(root, languages, models, cache).folder
    ways = sets.open_set([sets.stored(root, folder)])
    return Matcher(ways, models, calibrated(ways, models, cache), languages)


def scale(top: Path, ways: int) -> Iterator[Row]:
    """Build a corpus of made-up vectors and match with it, each in a process of its own."""
    made.write(top / "repo", ways, _LANGUAGES, examples=0, bullets=0)
    for step in ("build", "match"):
        call = [sys.executable, __file__, "--step", step, str(top)]
        done = json.loads(subprocess.run(call, check=True, capture_output=True, text=True).stdout)
        aliases = f"{done['aliases']:,} aliases ({ways:,} ways, 52 languages)"
        if step == "build":
            each = 1e6 * done["seconds"] / done["aliases"]
            yield Row(
                f"build, {aliases}", f"{done['seconds']:.0f} s, {each:.0f} µs an alias, {done['memory']:,.0f} MB"
            )
            head = f"{done['head']:.1f} s, {1e6 * done['head'] / done['aliases']:.0f} µs an alias"
            yield Row(f"head ({done['kind']}) and calibration, {aliases}", head)
        else:
            kept = done["median"] <= _MATCH_PROMISE and done["memory"] <= _MEMORY_PROMISE
            found = (
                f"median {1e3 * done['median']:.1f} ms, p95 {1e3 * done['p95']:.1f} ms, {done['memory']:,.0f} MB"
            )
            yield Row(f"match after embedding, {aliases}", found, "25 ms, 1,500 MB", kept)


def step(name: str, top: Path) -> dict[str, object]:
    """One step of `scale`, in this process."""
    root, languages, models = Root(top / "repo" / "ways", "repo"), load_bundled(), Models(multilingual=MadeUp())
    started = time.perf_counter()
    shard = build.shard(root, languages, models, top / "cache")
    ways = sets.open_set([sets.stored(root, shard.folder)])
    built = time.perf_counter()
    made_now = calibrated(ways, models, top / "cache")
    assert made_now
    aliases = shard.manifest["counts"]["multilingual"]
    if name == "build":
        head = time.perf_counter() - built
        seconds = built - started
        return {
            "aliases": aliases,
            "seconds": seconds,
            "head": head,
            "kind": made_now.head_kind,
            "memory": _memory(),
        }
    matcher = Matcher(ways, models, made_now, languages)
    prompts = [
        prompt
        for number in range(_MATCHES // 3)
        for prompt in (
            f"please look at the deploy script and tell me what fails in step {number}",
            f"bitte schau dir das Skript an und sag mir, was in Schritt {number} schiefgeht",
            f"スクリプトを見て、手順 {number} で何が失敗するか教えてください",
        )
    ]
    matcher.match(prompts[0])
    times = []
    for prompt in prompts:
        before = time.perf_counter()
        matcher.match(prompt).fired  # noqa: B018 - verdicts are made when they are looked at
        times.append(time.perf_counter() - before)
    times.sort()
    median = statistics.median(times)
    return {"aliases": aliases, "median": median, "p95": times[int(0.95 * len(times))], "memory": _memory()}


def rebuild(name: str, repo: Path, top: Path) -> Iterator[Row]:
    """Change one stub of a repo, some times, and bring the corpus up to date."""
    shutil.copytree(repo, top / "repo", ignore=shutil.ignore_patterns(".git"))
    (root,), languages = discover.repo_roots(top / "repo"), discover.repo_languages(top / "repo")
    models, cache = Models(multilingual=embedded.load()), top / "cache"
    _open(root, languages, models, cache)
    stubs = sorted(root.path.rglob("*.locales.jsonl"))[0]
    records, heads = [], []
    for number in range(_REBUILDS):
        stubs.write_bytes(stubs.read_bytes().replace(b'"vocabulary":', f'"vocabulary": "{number} '.encode(), 1))
        _mend(stubs)
        started = time.perf_counter()
        folder = build.shard(root, languages, models, cache).folder
        ready = time.perf_counter()
        calibrated(sets.open_set([sets.stored(root, folder)]), models, cache)
        records.append(ready - started)
        heads.append(time.perf_counter() - ready)
    for what, times, promise in (
        ("records and vectors", records, _RECORDS_PROMISE),
        ("head and calibration", heads, _HEAD_PROMISE),
    ):
        found = statistics.median(times)
        yield Row(f"{name}: {what}", f"{found:.2f} s", f"{promise:.1f} s", found <= promise)


def _mend(path: Path) -> None:
    """Make the line that was cut open JSON again: `"vocabulary": "0  "term ..."` to one string."""
    lines = path.read_bytes().decode().splitlines()
    path.write_bytes("".join(f"{_whole(line)}\n" for line in lines).encode())


def _whole(line: str) -> str:
    try:
        json.loads(line)
    except ValueError:
        head, _, rest = line.partition('"vocabulary": "')
        number, _, rest = rest.partition(' "')
        return f'{head}"vocabulary": "{number} {rest.lstrip()}'
    return line


def _rows(ways: int) -> Iterator[tuple[str, list[Row]]]:
    with tempfile.TemporaryDirectory() as scratch:
        top = Path(scratch)
        found = [row for size in sorted({ways // 10, ways}) for row in scale(top / str(size), size)]
        yield "Scale, vectors made up", found
        made.write(top / "made", 100, 18)
        repos = {"100 ways x 18 languages, made up": top / "made"}
        if real := os.environ.get("WAYS_GUARD_REAL_REPO"):
            repos["a real repo"] = Path(real).resolve()
        found = [row for n, (name, repo) in enumerate(repos.items()) for row in rebuild(name, repo, top / f"r{n}")]
        yield "One stub changed, engine `embedded`", found


def _table(title: str, rows: Sequence[Row]) -> str:
    marks = {None: "", True: "yes", False: "**no**"}
    lines = [f"## {title}", "", "| what | measured | promised | kept |", "| --- | --- | --- | --- |"]
    return "\n".join(
        [*lines, *(f"| {row.what} | {row.found} | {row.promise} | {marks[row.kept]} |" for row in rows)]
    )


def main() -> int:
    """Measure and print; exit code 1 where a promise was broken."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--ways", type=int, default=10_000)
    parser.add_argument("--write", type=Path)
    parser.add_argument("--step", nargs=2, help=argparse.SUPPRESS)
    asked = parser.parse_args()
    if asked.step:
        print(json.dumps(step(asked.step[0], Path(asked.step[1]))))
        return 0
    tables = list(_rows(asked.ways))
    version = f"ways-guard {__version__}, Python {platform.python_version()}"
    where = f"{version}, {platform.machine()}, {os.cpu_count()} cores"
    made_by = f"Made by `nox -s bench-corpus`: {where}. Memory is the most that a process held."
    head = ["# How long the corpus takes", "", made_by]
    text = "\n\n".join(["\n".join(head), *(_table(*table) for table in tables)]) + "\n"
    print(text)
    if asked.write:
        asked.write.write_text(text, encoding="utf-8")
    return int(any(row.kept is False for _, rows in tables for row in rows))


if __name__ == "__main__":
    sys.exit(main())
