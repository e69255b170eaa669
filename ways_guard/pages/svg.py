"""Figures of matplotlib as SVG for a page: coloured by the page's style, named for its readers, always the same."""

from __future__ import annotations

import html
import io
import re
from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any

from ways_guard.pages import extra

if TYPE_CHECKING:
    from matplotlib.figure import Figure

# Colours that stand in for the page's own, which differ in light and in dark: matplotlib knows no CSS.
COLORS: Mapping[str, str] = {
    "ink": "#010101",
    "soft": "#020202",
    "line": "#030303",
    "good": "#040404",
    "bad": "#050505",
    "none": "#060606",
    "mark": "#070707",
}
_SETTINGS: Any = {  # whose keys matplotlib's newer versions type one by one
    "svg.fonttype": "none",  # text stays text
    "svg.hashsalt": "ways-guard",  # names inside are made from it, and so the same each time
    "font.size": 9.0,
    "text.color": COLORS["ink"],
    "axes.edgecolor": COLORS["line"],
    "axes.labelcolor": COLORS["ink"],
    "axes.spines.top": False,
    "axes.spines.right": False,
    "xtick.color": COLORS["soft"],
    "ytick.color": COLORS["soft"],
    "xtick.labelcolor": COLORS["ink"],
    "ytick.labelcolor": COLORS["ink"],
    "hatch.linewidth": 0.6,
    "text.parse_math": False,  # an id with two dollar signs is no formula
}
_METADATA = {"Date": None, "Creator": None, "Format": None, "Type": None}


def draw(
    name: str, title: str, description: str, size: tuple[float, float], paint: Callable[[Figure], None]
) -> str:
    """An `<svg>` element of `size` inches, painted by `paint` with COLORS.

    `name` tells its ids from those of other plots on the page; title and description are what a screen reader
    says. Raises WaysGuardError where the extra `report` is not installed.
    """
    extra.require()
    import warnings

    import matplotlib
    from matplotlib.figure import Figure

    with matplotlib.rc_context(_SETTINGS), warnings.catch_warnings():
        warnings.filterwarnings("ignore", message="Glyph .* missing")  # the reader's fonts have it
        figure = Figure(figsize=size, layout="constrained")
        figure.patch.set_visible(False)
        paint(figure)
        out = io.StringIO()
        figure.savefig(out, format="svg", metadata=_METADATA, transparent=True)
    return _inline(out.getvalue(), name, title, description)


def _inline(text: str, name: str, title: str, description: str) -> str:
    """The element alone, its ids made unique, its colours the page's, with a title and a description."""
    text = text[text.index("<svg") :]
    text = re.sub(r"<metadata>.*?</metadata>\s*", "", text, flags=re.DOTALL)
    text = re.sub(r'(id="|xlink:href="#|url\(#)', rf"\g<1>{name}-", text)
    text = re.sub(r"font: ([\d.]+)px [^;\"]*", r"font-size: \1px", text)
    text = re.sub(r"font-family: [^;\"]*;? ?", "", text)
    for key, color in COLORS.items():
        text = text.replace(color, f"var(--{key})")
    view = re.search(r'viewBox="[^"]*"', text)
    names = 'xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink"'
    head = (
        f'<svg {names} {view[0] if view else ""} class="plot" role="img"'
        f' aria-labelledby="{name}-title {name}-text">\n <title id="{name}-title">{html.escape(title)}</title>\n'
        f' <desc id="{name}-text">{html.escape(description)}</desc>'
    )
    return re.sub(r"<svg[^>]*>", lambda _: head, text, count=1)
