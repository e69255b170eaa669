"""Measure the scale of embedding models for ways_guard/match/data/models.json, and print it as JSON.

    python scripts/scale.py embedded sentence-transformers:/folder/of/all-MiniLM-L6-v2

Each argument names a model as ways.json does. Printed are the medians of two sets of cosines over texts that come
with the package: `unrelated`, the English background prompts against the descriptions of paraphrases.jsonl, and
`alike`, each prompt of that file against its own description. Two runs print the same.
"""

from __future__ import annotations

import json
import sys
import tempfile
from pathlib import Path

from ways_guard.match import scale
from ways_guard.match.engines import select
from ways_guard.way.config import Config


def main(references: list[str]) -> int:
    """Print one JSON object a model."""
    if not references:
        print(__doc__)
        return 2
    for reference in references:
        model = select(Config(models={"multilingual": reference})).multilingual
        assert model is not None
        with tempfile.TemporaryDirectory() as cache:
            found = scale.measure(model, Path(cache))
        print(json.dumps({"id": model.id, "revision": model.revision, "scale": vars(found)}))
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
