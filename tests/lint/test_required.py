from __future__ import annotations

from ways_guard.lint.required import usual


def test_what_more_than_half_of_the_translated_ways_have() -> None:
    assert ["de", "fr"] == usual([["fr", "de", "it"], ["de", "fr"], ["it"], [], [], ["de", "fr", "de"]])
    assert [] == usual([["de"], ["fr"]])
    assert [] == usual([[], []])
