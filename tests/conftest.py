"""What tests of several packages share, and what none of them may take from the machine that runs them."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings

from ways_guard.constants import CORPUS_FORMAT

_VARIABLES = ("GITHUB_ACTIONS", "GITHUB_STEP_SUMMARY", "NO_COLOR", "FORCE_COLOR", "TERM")


# How fast examples are made says something of the machine, and nothing of the product.
settings.register_profile("any machine", deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("any machine")


@pytest.fixture(autouse=True)
def _no_ci(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in _VARIABLES:
        monkeypatch.delenv(name, raising=False)


@pytest.fixture(scope="session")
def bundled_cache(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A cache folder with the corpus of the bundled ways, built once a run by the embedded engine.

    `XDG_CACHE_HOME` has to be its parents[1] for a command that shall find it. Tests only read it; one that writes
    takes a copy.
    """
    from ways_guard.match import service
    from ways_guard.way import languages
    from ways_guard.way.config import Config
    from ways_guard.way.discover import Root, bundled_root

    cache = tmp_path_factory.mktemp("bundled") / "ways-guard" / f"v{CORPUS_FORMAT}"
    service.prepare([Root(bundled_root(), "bundled")], Config(engine="embedded"), languages.load_bundled(), cache)
    return cache
