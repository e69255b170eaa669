"""Vectors that come with the package: of the bundled ways and the background prompts, by the embedded model.

A new user's first prompt is answered without embedding 600 texts first. `scripts/vectors.py` makes the file; its
keys hold model, revision and text, so that what has changed since is simply not found.
"""

from __future__ import annotations

import functools
import zipfile
from collections.abc import Mapping
from pathlib import Path

PATH = Path(__file__).parent / "data" / "vectors.npz"


@functools.cache
def vectors() -> Mapping[bytes, bytes]:
    """Key of `embedding_cache.key` to a vector's float32 bytes; kept as float16, whose error is below 0.0005."""
    import numpy as np

    try:
        with PATH.open("rb") as stream, np.load(stream) as stored:
            keys, rows = stored["keys"], stored["vectors"].astype(np.float32)
    except (OSError, ValueError, KeyError, zipfile.BadZipFile):  # they only save time
        return {}
    return {key.tobytes(): row.tobytes() for key, row in zip(keys, rows, strict=True)}
