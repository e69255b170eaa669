"""The bundled ways under their own probes, through the matcher that the hook runs, with the embedded model."""

from __future__ import annotations

import json
from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import pytest

from ways_guard.match import service
from ways_guard.match.verdict import Answer
from ways_guard.way.config import Config
from ways_guard.way.discover import NONE_PROBES, Root, bundled_root

from .repo import LANGUAGES

pytestmark = pytest.mark.engine
PROBES = Path(__file__).parents[2] / "ways"  # of the checkout: what is installed has none


@dataclass(frozen=True)
class Probed:
    """A probe with what the matcher made of it; `way` is "" for a prompt that must fire nothing."""

    lang: str
    way: str
    prompt: str
    answer: Answer

    @property
    def first(self) -> bool:
        return self.way == self.answer.verdicts[0].entry.id

    @property
    def fired(self) -> list[str]:
        return [verdict.entry.id for verdict in self.answer.fired]


@pytest.fixture(scope="module")
def probed(bundled_cache: Path) -> list[Probed]:
    matcher = service.as_it_stands(
        [Root(bundled_root(), "bundled")], Config(engine="embedded"), LANGUAGES, bundled_cache, budget=60
    )
    found = []
    for path in sorted([*PROBES.rglob("*.golden.jsonl"), PROBES / NONE_PROBES]):
        way = "" if path.name == NONE_PROBES else path.parent.relative_to(PROBES).as_posix()
        for line in path.read_text(encoding="utf-8").splitlines():
            probe = json.loads(line)
            found.append(Probed(probe["lang"], way, probe["prompt"], matcher.match(probe["prompt"])))
    return found


def _share(values: Sequence[bool]) -> float:
    return sum(values) / len(values)


def test_all_prompts_are_scored_by_the_model(probed: list[Probed]) -> None:
    assert {"multilingual"} == {probe.answer.mode for probe in probed}
    assert len({probe.lang for probe in probed}) >= 18
    assert len([probe for probe in probed if probe.way]) >= 300


def test_the_right_way_comes_first_and_fires(probed: list[Probed]) -> None:
    asked = [probe for probe in probed if probe.way]
    assert _share([probe.first for probe in asked]) >= 0.92
    assert _share([probe.way in probe.fired for probe in asked]) >= 0.93


def test_few_others_fire_with_it(probed: list[Probed]) -> None:
    fired = [len(probe.fired) for probe in probed if probe.way]
    assert sum(fired) / len(fired) <= 1.4


def test_prompts_that_need_no_way_are_left_alone(probed: list[Probed]) -> None:
    loud = {probe.prompt: probe.fired for probe in probed if not probe.way and probe.fired}
    assert len(loud) <= 0.04 * len([probe for probe in probed if not probe.way]), loud


def test_no_language_is_left_behind(probed: list[Probed]) -> None:
    first = defaultdict(list)
    for probe in probed:
        if probe.way:
            first[probe.lang].append(probe.first)
    shares = {lang: _share(hits) for lang, hits in first.items()}
    assert {} == {lang: share for lang, share in shares.items() if share < 0.8}
