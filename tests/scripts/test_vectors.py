from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

from ways_guard.match import embedding_cache, shipped
from ways_guard.match.engines import embedded

SCRIPT = Path(__file__).parents[2] / "scripts" / "vectors.py"


@pytest.mark.engine
def test_every_text_of_the_bundled_ways_has_its_vector() -> None:
    done = subprocess.run([sys.executable, SCRIPT, "--check"], capture_output=True, text=True, check=False)
    assert (0, "") == (done.returncode, done.stdout), done.stderr


@pytest.mark.engine
def test_a_shipped_vector_is_the_models_own(tmp_path: Path) -> None:
    text = "commit what we have so far with a proper message"
    model = embedded.load()
    key = embedding_cache.key_of(model, "query", text)
    stored = np.frombuffer(shipped.vectors()[key], dtype=np.float32)
    assert float(stored @ model.queries([text])[0]) > 0.9999
    assert (embedding_cache.embed(model, [text], tmp_path, role="query")[0] == stored).all()
