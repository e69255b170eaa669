"""An evaluation as JSON; its format is `ways-guard schema evaluation`."""

from __future__ import annotations

import json
from dataclasses import asdict
from typing import Any

from ways_guard.match.eval_formats.shared import View, failed
from ways_guard.match.evaluation import Evaluation, Outcome, groups, silence

_DIGITS = 4


def render(found: Evaluation, view: View) -> str:
    """One document, ASCII only, so that it survives any terminal; failed probes only where they are asked for."""
    quiet = sorted(silence(found.quiet), key=lambda each: each.lang)
    document: dict[str, Any] = {
        "version": 1,
        "groups": [_rounded(asdict(each)) for each in groups(found.asked)],
        "none": [_rounded(asdict(each)) for each in quiet],
        "unmeasured": found.missing,
    }
    if view.failures:
        document["failures"] = [_failure(one) for one in failed(found)]
    return json.dumps(document, indent=2) + "\n"


def _failure(one: Outcome) -> dict[str, Any]:
    return _rounded(
        {
            "lang": one.probe.lang,
            "prompt": one.probe.prompt,
            "way": one.probe.way or None,
            "rank": one.rank,
            "score": one.score,
            "first": one.first or None,
            "first_score": one.first_score,
            "fired": list(one.fired),
        }
    )


def _rounded(values: dict[str, Any]) -> dict[str, Any]:
    return {key: round(value, _DIGITS) if isinstance(value, float) else value for key, value in values.items()}
