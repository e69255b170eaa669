"""Coverage as JSON; its format is `ways-guard schema coverage`."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

from ways_guard import __version__
from ways_guard.lint.coverage import Coverage, Row, State


def render(coverage: Coverage, width: int = 80, *, color: bool = False) -> str:  # noqa: ARG001
    """The whole coverage as one JSON document (ASCII only, so that it survives any terminal)."""
    document = {
        "version": 1,
        "tool": {"name": "ways-guard", "version": __version__},
        "evidence": "scripts",
        "stale_unmeasured": coverage.stale_unmeasured,
        "summary": {**_counts(coverage.counts()), "percent": round(coverage.percent(), 2)},
        "languages": [
            {"lang": code, **_counts(coverage.counts(code)), "percent": round(coverage.percent(code), 2)}
            for code in coverage.languages
        ],
        "ways": [_row(row) for row in coverage.rows],
        "problems": list(coverage.problems),
    }
    return json.dumps(document, indent=2) + "\n"


def _counts(counts: Mapping[State, int]) -> dict[str, int]:
    return {_key(state): counts[state] for state in State}


def _key(state: State) -> str:
    return state.value.replace(" ", "_")


def _row(row: Row) -> dict[str, Any]:
    cells = {code: {"state": _key(cell.state), "evidence": cell.evidence} for code, cell in row.cells.items()}
    return {"id": row.id, "path": row.path, **_counts(row.counts), "cells": cells}
