from __future__ import annotations

import re
from collections.abc import Callable
from xml.etree import ElementTree

import pytest

from ways_guard.pages.plots import Series, bars, distributions

pytest.importorskip("matplotlib")
SVG = "{http://www.w3.org/2000/svg}"


def _bars(name: str = "languages") -> str:
    first = Series("right way first", [0.5, 1.0], "good")
    return bars(name, "By <language>", ["ja", "$x$ & y"], first, [Series("fired", [0.25, 0.75], "none", "d")])


def _distributions() -> str:
    parts = [
        Series("right", [0.5, 0.6, 0.61], "good"),
        Series("wrong", [0.1, 0.2], "bad"),
        Series("no", [], "none"),
    ]
    return distributions("scores", "Scores", parts, ("threshold", 0.35))


@pytest.mark.parametrize("draw", [_bars, _distributions])
def test_a_plot_is_one_element_that_takes_its_colours_from_the_page(draw: Callable[[], str]) -> None:
    drawn = draw()
    root = ElementTree.fromstring(drawn)
    assert f"{SVG}svg" == root.tag
    assert ("img", None) == (root.get("role"), root.get("width"))
    assert {"var(--good)", "var(--ink)"} <= set(re.findall(r"var\([^)]*\)", drawn))
    assert not re.search(r"#0[1-7]0[1-7]0[1-7]|font-family|<metadata|<!DOCTYPE", drawn)
    assert "http" not in drawn.replace("http://www.w3.org/", "")


def test_a_plot_says_its_numbers_to_who_cannot_see_it() -> None:
    root = ElementTree.fromstring(_bars())
    by_id = {each.get("id"): each.text for each in root}
    assert [
        "By <language>",
        "ja: right way first 0.50, fired 0.25; $x$ & y: right way first 1.00, fired 0.75.",
    ] == [by_id[name] for name in str(root.get("aria-labelledby")).split()]
    described = ElementTree.fromstring(_distributions()).findtext(f"{SVG}desc")
    assert (
        "right: 3 between 0.50 and 0.61, median 0.60; wrong: 2 between 0.10 and 0.20, median 0.20. threshold: 0.35."
        == described
    )


def test_a_plot_is_the_same_each_time_and_shares_no_id_with_another() -> None:
    assert _bars() == _bars()
    one, other = (set(re.findall(r'\bid="([^"]*)"', _bars(name))) for name in ("one", "other"))
    assert one
    assert not one & other


def test_labels_are_text_and_no_formulas() -> None:
    texts = [each.text for each in ElementTree.fromstring(_bars()).iter(f"{SVG}text")]
    assert {"ja", "$x$ & y", "right way first"} <= set(texts)
