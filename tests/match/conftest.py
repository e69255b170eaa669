"""A small way repo, once as files to change and once as a corpus that the embedded model has built."""

from __future__ import annotations

import shutil
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.home import ZEBRA, Home
from ways_guard.match import service
from ways_guard.match.engines import Models
from ways_guard.match.matcher import Matcher
from ways_guard.way.config import Config
from ways_guard.way.discover import Root

from .repo import FILES, LANGUAGES, write
from .words import Words

EMBEDDED = Config(engine="embedded")
Prepare = Callable[..., Matcher]


@pytest.fixture
def repo(tmp_path: Path) -> Root:
    """The small way repo, to change at will."""
    return write(tmp_path / "ways", FILES)


@pytest.fixture
def cache(tmp_path: Path) -> Path:
    """An empty cache folder."""
    return tmp_path / "cache"


@pytest.fixture
def words() -> Models:
    """Only the cheap model, as the multilingual one."""
    return Models(multilingual=Words())


@pytest.fixture(scope="session")
def small(tmp_path_factory: pytest.TempPathFactory) -> tuple[Root, Path]:
    """The small way repo and a cache with its corpus by the embedded model: to read, not to change."""
    top = tmp_path_factory.mktemp("small")
    root = write(top / "ways", FILES)
    service.prepare([root], EMBEDDED, LANGUAGES, top / "cache")
    return root, top / "cache"


@pytest.fixture(scope="session")
def matcher(small: tuple[Root, Path]) -> Matcher:
    """The matcher of the small way repo, with the embedded model."""
    root, cache = small
    return service.prepare([root], EMBEDDED, LANGUAGES, cache)


@pytest.fixture
def prepare(small: tuple[Root, Path], tmp_path: Path) -> Prepare:
    """Build other roots with the embedded model; texts of the small repo are taken from its embeddings."""
    cache = tmp_path / "prepared"
    cache.mkdir()
    shutil.copy(small[1] / "embeddings.sqlite3", cache)

    def run(*roots: Root, **settings: object) -> Matcher:
        return service.prepare(roots, Config(**{"engine": "embedded", **settings}), LANGUAGES, cache)  # type: ignore[arg-type]

    return run


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Home:
    """A home whose ways fire by their words alone; this process runs in it."""
    home = Home(tmp_path)
    home.settings(engine="none", bundled=False)
    home.way("animals/zebra", ZEBRA, "pattern: zebra")
    for name, value in home.environ.items():
        monkeypatch.setenv(name, value)
    return home
