"""How long lint takes, and how much memory: the rows of the promises, in ratios to a Python that does nothing.

`nox -s bench` runs this; `--write FILE` keeps the table. WAYS_GUARD_REAL_REPO names a way repo to measure too.
"""

from __future__ import annotations

import argparse
import os
import platform
import resource
import shutil
import statistics
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from made import commit, make  # beside this file

from ways_guard import __version__
from ways_guard.lint.parallel import processors

_PASS = [sys.executable, "-c", "pass"]
_LINT = [sys.executable, "-m", "ways_guard", "lint", "--quiet"]
_MEGABYTE = 1_000_000


@dataclass(frozen=True)
class Case:
    """What is measured: a command, what is done before each run, how often, and the promise."""

    name: str
    command: Sequence[str]
    before: Callable[[], object]
    runs: int
    seconds: float | None = None
    megabytes: float | None = None


@dataclass(frozen=True)
class Row:
    """What came of a case: medians of seconds, processor seconds and those of doing nothing; the peak of memory."""

    case: Case
    seconds: float
    busy: float
    idle: float
    megabytes: float

    @property
    def kept(self) -> bool:
        """Whether the promise was kept, where there is one."""
        slow = self.case.seconds is not None and self.seconds > self.case.seconds
        large = self.case.megabytes is not None and self.megabytes > self.case.megabytes
        return not (slow or large)


def main() -> int:
    """Measure, print, and where asked for write; exit code 1 where a promise was broken."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--write", type=Path, metavar="FILE")
    parser.add_argument("--small", action="store_true", help="leave out the repo of 1,000 ways")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory(prefix="ways-guard-bench-") as name:
        os.environ["XDG_CACHE_HOME"] = str(Path(name, "cache"))
        os.environ.pop("PYTHONDONTWRITEBYTECODE", None)  # installed packages have theirs
        rows = [_measured(case, repo) for repo, cases in _repos(Path(name), small=options.small) for case in cases]
    page = _page(rows)
    print(page)
    if options.write:
        options.write.parent.mkdir(parents=True, exist_ok=True)
        options.write.write_bytes(page.encode())
    return 0 if all(row.kept for row in rows) else 1


def _repos(top: Path, *, small: bool) -> Iterator[tuple[Path, list[Case]]]:
    make(top / "made", 41, 17)
    _run([*_LINT, "--no-cache"], top / "made")  # bytecode, and the disk's cache
    yield top / "made", _small_cases("41 ways x 17 languages, made", top / "made")
    real = os.environ.get("WAYS_GUARD_REAL_REPO")
    if real:
        shutil.copytree(real, top / "real", ignore=shutil.ignore_patterns(".git"))
        subprocess.run([*_LINT, "--fix"], cwd=top / "real", stdout=subprocess.DEVNULL, check=False)
        commit(top / "real")
        yield top / "real", _small_cases("a real repo, forbidden keys fixed", top / "real")
    if not small:
        make(top / "large", 1000, 51)
        cold, warm = [*_LINT, "--no-cache"], _LINT
        yield (
            top / "large",
            [
                Case("1,000 ways x 51 languages and English: no cache", cold, _nothing, 1, 60, 1000),
                Case("… cache filled", warm, _nothing, 1, None, 1000),
                Case("… cached", warm, _nothing, 3, 5, 1000),
                Case("… one changed file", warm, _changer(top / "large"), 1),
            ],
        )


def _small_cases(name: str, top: Path) -> list[Case]:
    way = min((top / "ways").rglob("*.locales.jsonl"))
    fill = lambda: subprocess.run(_LINT, cwd=top, stdout=subprocess.DEVNULL, check=False)  # noqa: E731
    return [
        Case(f"{name}: no cache", [*_LINT, "--no-cache"], _nothing, 7, 2),
        Case("… cached", _LINT, fill, 7, 0.4),
        Case("… one changed file", _LINT, _changer(top), 7, 0.4),
        Case("… one file named, no cache", [*_LINT, "--no-cache", str(way)], _nothing, 7),
    ]


def _nothing() -> None: ...


def _changer(top: Path) -> Callable[[], object]:
    """Changes one stub at each call."""
    path = min((top / "ways").rglob("*.locales.jsonl"))
    return lambda: path.write_bytes(path.read_bytes().replace(b'"}', b' x"}', 1))


def _measured(case: Case, repo: Path) -> Row:
    runs, idle = [], []
    for _ in range(case.runs):
        case.before()
        idle += [_run(_PASS, repo).seconds for _ in range(3)]
        runs.append(_run(case.command, repo))
    seconds = statistics.median(run.seconds for run in runs)
    busy = statistics.median(run.busy for run in runs)
    return Row(case, seconds, busy, statistics.median(idle), max(run.megabytes for run in runs))


@dataclass(frozen=True)
class _Run:
    """One run: its seconds, those of processors, and the peak in megabytes of it and all that it started."""

    seconds: float
    busy: float
    megabytes: float


def _run(command: Sequence[str], folder: Path) -> _Run:
    before = _busy()
    start = time.perf_counter()
    process = subprocess.Popen(command, cwd=folder, stdout=subprocess.DEVNULL)
    peak = _Peak(process.pid)
    if process.wait() not in (0, 1):
        raise SystemExit(f"{' '.join(command)} ended with {process.returncode}")
    seconds = time.perf_counter() - start
    return _Run(seconds, _busy() - before, peak.stop())


def _busy() -> float:
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


class _Peak(threading.Thread):
    """Adds up the memory of a process and its children as long as it runs; 0 where /proc is not there."""

    def __init__(self, pid: int) -> None:
        super().__init__(daemon=True)
        self._pid = pid
        self._end = threading.Event()
        self._peak = 0
        self.start()

    def run(self) -> None:
        while not self._end.wait(0.05):
            self._peak = max(self._peak, sum(map(_resident, _family(self._pid))))

    def stop(self) -> float:
        self._end.set()
        self.join()
        return self._peak / _MEGABYTE


def _family(pid: int) -> Iterator[int]:
    yield pid
    try:
        children = Path(f"/proc/{pid}/task/{pid}/children").read_text(encoding="ascii").split()
    except OSError:
        return
    for child in children:
        yield from _family(int(child))


def _resident(pid: int) -> int:
    try:
        pages = Path(f"/proc/{pid}/statm").read_text(encoding="ascii").split()[1]
    except (OSError, IndexError):
        return 0
    return int(pages) * os.sysconf("SC_PAGE_SIZE")


def _page(rows: Sequence[Row]) -> str:
    machine = f"Python {platform.python_version()}, {platform.system()}, {processors()} processors"
    head = ["what", "seconds", "processor seconds", "x `python -c pass`", "peak MB", "promise", "kept"]
    table = [f"| {' | '.join(head)} |", "|---|--:|--:|--:|--:|---|---|"]
    lines = [
        "# Speed of `ways-guard lint`",
        "",
        f"Made by `nox -s bench -- --write docs/benchmarks/lint.md` with ways-guard {__version__} ({machine}).",
        "Seconds are the median of a few runs of the whole process; ratios are to an empty Python between the",
        "same runs, so that machines can be compared. Processor seconds say what a machine with nothing else to do",
        "would need on one processor. Memory is that of all processes together.",
        "",
        *table,
        *map(_line, rows),
        "",
    ]
    return "\n".join(lines)


def _line(row: Row) -> str:
    case = row.case
    wanted = [f"{case.seconds:g} s"] if case.seconds else []
    wanted += [f"{case.megabytes:g} MB"] if case.megabytes else []
    promise, kept = (", ".join(wanted), "yes" if row.kept else "**no**") if wanted else ("", "")
    memory = f"{row.megabytes:.0f}" if row.megabytes else ""
    ratio = f"{row.seconds / row.idle:.1f}"
    cells = (case.name, f"{row.seconds:.2f}", f"{row.busy:.2f}", ratio, memory, promise, kept)
    return f"| {' | '.join(cells)} |"


if __name__ == "__main__":
    sys.exit(main())
