"""The sets of ways that the daemon keeps open: a few, and each as its files on disk are now."""

from __future__ import annotations

import os
import threading
import time
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path

from ways_guard.constants import DAEMON_SETS, DAEMON_SETS_BYTES, DAEMON_TICK
from ways_guard.folders import cache_dir
from ways_guard.match import layout, service
from ways_guard.match.daemon.embedding import Embedding
from ways_guard.match.matcher import Matcher
from ways_guard.match.runtime import Scene

Mark = tuple[object, ...]


@dataclass
class Held:
    """One open set: the scene and environment it was last asked for in, and how its files were then."""

    scene: Scene
    environ: Mapping[str, str]
    guard: threading.Lock = field(default_factory=threading.Lock)
    matcher: Matcher | None = None
    calibration: Path | None = None
    mark: Mark = ()
    used: bool = True

    def serves(self, scene: Scene) -> bool:
        """Whether it is the set of a scene, whichever session that belongs to."""
        mine = self.scene
        same = mine.languages is scene.languages or mine.languages == scene.languages
        return same and (mine.roots, mine.config) == (scene.roots, scene.config)


class Shelf:
    """Matchers by scene, the last used ones; bounded in number and in the size of their files."""

    def __init__(self, embedding: Embedding) -> None:
        self._embedding = embedding
        self._held: list[Held] = []  # the last used one at the end
        self._guard = threading.Lock()

    def __len__(self) -> int:
        return len(self._held)

    def matcher_for(
        self, environ: Mapping[str, str], deadline: float, longer: Callable[[float], None]
    ) -> Callable[[Scene], Matcher]:
        """What gives a request in that environment the matcher of a scene; TimeoutError where it takes too long.

        `longer` is called with the seconds that the answer may take beyond the deadline, where it may.
        """

        def give(scene: Scene) -> Matcher:
            held = self._of(scene, environ)
            if not held.guard.acquire(timeout=max(deadline - time.monotonic(), 0.0)):
                raise TimeoutError("the set is still being opened")
            try:
                matcher = self._opened(held)
            finally:
                held.guard.release()
            self._trim()
            if matcher.patience:
                longer(matcher.patience)
            return matcher

        return give

    def used(self) -> list[Held]:
        """The sets that were asked for since this was called last."""
        with self._guard:
            found = [held for held in self._held if held.used]
            for held in found:
                held.used = False
        return found

    def _of(self, scene: Scene, environ: Mapping[str, str]) -> Held:
        with self._guard:
            held = next((one for one in self._held if one.serves(scene)), None) or Held(scene, environ)
            held.scene, held.environ, held.used = scene, environ, True
            self._held = [*(one for one in self._held if one is not held), held]
            return held

    def _opened(self, held: Held) -> Matcher:
        if held.matcher is None or held.mark != _mark(held):
            scene = held.scene
            fresh = service.as_it_stands(
                scene.roots, scene.config, scene.languages, cache_dir(), budget=float("inf")
            )
            held.calibration = fresh.ways.folder(cache_dir(), fresh.models.names())
            held.mark = _mark(held)
            held.matcher = replace(fresh, models=self._embedding.shared(fresh.models))
        return held.matcher

    def _trim(self) -> None:
        with self._guard:
            sizes = [_size(held.mark) for held in self._held]
            while len(self._held) > 1 and (len(self._held) > DAEMON_SETS or sum(sizes) > DAEMON_SETS_BYTES):
                del self._held[0], sizes[0]


def _mark(held: Held) -> Mark:
    """How the files of a set are now. A root that is not built is read from its own files, and again each tick."""
    cache = cache_dir()
    generations = [layout.current(cache, root.path) for root in held.scene.roots]
    tick = () if all(generations) else (int(time.monotonic() / DAEMON_TICK),)
    return *tick, *_files(folder for folder in (*generations, held.calibration) if folder)


def _files(folders: Iterable[Path]) -> Iterable[tuple[str, int, int]]:
    for folder in folders:
        try:
            with os.scandir(folder) as found:
                for file in sorted(found, key=lambda entry: entry.name):
                    state = file.stat()
                    yield file.path, state.st_mtime_ns, state.st_size
        except OSError:  # gone, which is a state as well
            continue


def _size(mark: Mark) -> int:
    return sum(part[2] for part in mark if isinstance(part, tuple))
