from __future__ import annotations

import json
from collections.abc import Callable

from jsonschema import Draft202012Validator

from ways_guard.lint.coverage import Coverage
from ways_guard.lint.coverage_formats.json import render
from ways_guard.way import schema


def test_it_keeps_its_schema_and_says_what_it_rests_on(made: Callable[..., Coverage]) -> None:
    document = json.loads(render(made(["de", "el"], "shallow", a="~+", b=".o", c="XX")))
    Draft202012Validator(schema.load("coverage")).validate(document)
    assert ("scripts", "shallow") == (document["evidence"], document["stale_unmeasured"])
    assert {"state": "stale", "evidence": "why"} == document["ways"][1]["cells"]["el"]
    summary = document["summary"]
    assert (1, 1, 2, 33.33) == (summary["weak"], summary["missing"], summary["wrong"], summary["percent"])
    assert ["de", "el"] == [each["lang"] for each in document["languages"]]
