"""Whether the files of roots in use have changed; what is to be built then, the process that builds finds out."""

from __future__ import annotations

from ways_guard.errors import WaysGuardError
from ways_guard.folders import cache_dir
from ways_guard.match import background, layout, log
from ways_guard.match.daemon.shelf import Held, Mark, Shelf
from ways_guard.match.runtime import Scene
from ways_guard.way import discover


class Watch:
    """Remembers how the roots of each set looked when they were last brought up to date."""

    def __init__(self, shelf: Shelf) -> None:
        self._shelf = shelf
        self._seen: dict[tuple[str, ...], Mark] = {}

    def look(self) -> None:
        """Start the refresh of each set in use whose files differ from those of the last look, or are new to us."""
        background.reap()
        used = self._shelf.used()
        for held in used:
            try:
                self._look_at(held)
            except (OSError, ValueError, WaysGuardError) as error:
                log.failure(error)

    def _look_at(self, held: Held) -> None:
        key = tuple(str(root.path) for root in held.scene.roots)
        state = _state(held.scene)
        if self._seen.get(key) == state:
            return
        if background.refresh({"cwd": str(held.scene.folder)}, held.environ, held.scene.agent.NAME):
            self._seen[key] = state


def _state(scene: Scene) -> Mark:
    """Names, times and sizes of all inputs, and which roots were never built."""
    built = [layout.current(cache_dir(), root.path) is not None for root in scene.roots]
    files = (file.path for root in scene.roots for file in discover.scan(root.path, scene.languages))
    states = ((str(path), path.stat()) for path in files)
    found = [(path, state.st_mtime_ns, state.st_size, state.st_ino) for path, state in states]
    return tuple(scene.config.models.items()), scene.config.engine, tuple(built), tuple(found)
