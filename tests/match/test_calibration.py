from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest

from ways_guard.match import calibration, layout
from ways_guard.match.calibration import Calibration, Tier
from ways_guard.match.centre import Centres
from ways_guard.match.head import CLOSED, Head
from ways_guard.match.score import Background, Line


def _made() -> Calibration:
    random = np.random.default_rng(0)
    mean, deviation, weights, centres = (
        random.random(shape).astype(np.float32) for shape in ((4, 3), (4,), (9, 4), (3, 8))
    )
    tier = Tier(Centres(("de", "en"), centres), Background(mean, deviation), Head(weights, CLOSED), (0.5, 2.0))
    lines = {"both": Line(0.1, 0.2, {"de": 0.5}, 0.7), "english": Line(0.3, 0.4)}
    return Calibration({"multilingual": tier, "english": tier}, lines)


def test_what_is_written_is_read(tmp_path: Path) -> None:
    calibration.write(_made(), tmp_path)
    found = calibration.read(tmp_path)
    assert found
    assert _made().lines == found.lines
    assert {"multilingual", "english"} == found.tiers.keys()
    for name, tier in _made().tiers.items():
        assert tier.scales == found.tiers[name].scales
        assert np.array_equal(tier.background.mean, found.tiers[name].background.mean)
        assert np.array_equal(tier.head.weights, found.tiers[name].head.weights)
        assert np.array_equal(tier.centres.means, found.tiers[name].centres.means)
        assert ("de", "en") == found.tiers[name].centres.codes
    assert CLOSED == found.head_kind


def test_it_is_written_the_same_each_time(tmp_path: Path) -> None:
    for name in ("a", "b"):
        calibration.write(_made(), tmp_path / name)
    first, second = ((tmp_path / name / layout.CALIBRATION).read_bytes() for name in ("a", "b"))
    assert first == second


@pytest.mark.parametrize("left", [0, 3, 200, 1_000, -10])
def test_a_damaged_one_is_none(tmp_path: Path, left: int) -> None:
    calibration.write(_made(), tmp_path)
    path = tmp_path / layout.CALIBRATION
    path.write_bytes(path.read_bytes()[:left])
    assert calibration.read(tmp_path) is None


def test_a_changed_byte_inside_is_noticed(tmp_path: Path) -> None:
    calibration.write(_made(), tmp_path)
    path = tmp_path / layout.CALIBRATION
    data = bytearray(path.read_bytes())
    place = data.index(np.float64(0.3).tobytes())
    data[place] ^= 1
    path.write_bytes(bytes(data))
    assert calibration.read(tmp_path) is None


def _store(folder: Path, arrays: dict[str, Any]) -> None:
    np.savez(folder / layout.CALIBRATION, **arrays)


def test_one_that_lacks_a_part_is_none(tmp_path: Path) -> None:
    assert calibration.read(tmp_path) is None
    _store(tmp_path, {"multilingual.scales": np.ones(2)})
    assert calibration.read(tmp_path) is None
    _store(tmp_path, {"both.line": np.ones(5)})
    assert calibration.read(tmp_path) is None
