from __future__ import annotations

import pytest

from ways_guard.lint.confirm import Confirmer, confirmer
from ways_guard.way.languages import load_bundled


@pytest.fixture(scope="session")
def confirm() -> Confirmer:
    return confirmer(load_bundled())
