"""Plots that several pages need: values in, an SVG element out."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from ways_guard.pages.page import shown
from ways_guard.pages.svg import COLORS, draw

if TYPE_CHECKING:
    from matplotlib.figure import Figure

_WIDTH = 5.2  # Inches: as wide as a phone can show with letters that can be read, and half a desktop page.
_BINS = 24


@dataclass(frozen=True)
class Series:
    """Numbers under a name; `color` is one of COLORS, for marks `sign` is matplotlib's marker."""

    name: str
    values: Sequence[float]
    color: str
    sign: str = "o"


def distributions(name: str, title: str, parts: Sequence[Series], line: tuple[str, float]) -> str:
    """Histograms of several series, one below the other on one scale, with a line at a value that has a name."""
    parts = [part for part in parts if part.values]
    low = min([*(min(part.values) for part in parts), line[1]])
    high = max([*(max(part.values) for part in parts), line[1]])
    bounds = (low - 0.02, high + 0.02)

    def paint(figure: Figure) -> None:
        rows: Any = figure.subplots(len(parts), 1, sharex=True, squeeze=False)[:, 0]
        for part, axes in zip(parts, rows, strict=True):
            axes.hist(part.values, bins=_BINS, range=bounds, color=COLORS[part.color])
            axes.set_title(f"{part.name} ({len(part.values)})", loc="left", fontsize=9)
            axes.axvline(line[1], color=COLORS["mark"], linewidth=1.2, linestyle=(0, (4, 2)))
            axes.yaxis.get_major_locator().set_params(integer=True, nbins=3)
        rows[-1].set_xlabel(f"score (dashed: {line[0]}, {line[1]:.2f})")

    said = "; ".join(f"{part.name}: {_told(part.values)}" for part in parts)
    return draw(name, title, f"{said}. {line[0]}: {line[1]:.2f}.", (_WIDTH, 0.5 + 1.05 * len(parts)), paint)


def _told(values: Sequence[float]) -> str:
    ranked = sorted(values)
    middle, least, most = ranked[len(ranked) // 2], ranked[0], ranked[-1]
    return f"{len(ranked)} between {least:.2f} and {most:.2f}, median {middle:.2f}"


def bars(name: str, title: str, labels: Sequence[str], bar: Series, marks: Sequence[Series] = ()) -> str:
    """Shares (0 to 1): a horizontal bar for each label, from the top, and marks of other series on its row."""
    labels = [shown(label) for label in labels]

    def paint(figure: Figure) -> None:
        axes: Any = figure.subplots()
        places = range(len(labels))
        drawn = [axes.barh(places, bar.values, height=0.62, color=COLORS[bar.color], label=bar.name)]
        for mark in marks:
            style = {"color": COLORS[mark.color], "label": mark.name, "clip_on": False, "markersize": 7}
            drawn += axes.plot(mark.values, places, mark.sign, **style)
        axes.set_yticks(places, labels)
        axes.tick_params(axis="y", length=0)
        axes.set_ylim(len(labels) - 0.5, -0.5)
        axes.set_xlim(0, 1)
        axes.grid(axis="x", color=COLORS["line"], linewidth=0.5)
        axes.set_axisbelow(True)
        figure.legend(handles=drawn, loc="outside upper left", ncols=len(drawn), frameon=False, handlelength=1.2)

    told = "; ".join(
        f"{label}: " + ", ".join(f"{part.name} {part.values[place]:.2f}" for part in (bar, *marks))
        for place, label in enumerate(labels)
    )
    return draw(name, title, f"{told}.", (_WIDTH, 0.8 + 0.24 * len(labels)), paint)
